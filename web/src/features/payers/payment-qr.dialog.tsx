import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import classes from '@kerb/web/features/payers/payers.module.css';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Modal, Text } from '@mantine/core';
import qrcode from 'qrcode-generator';

/** The light border that a camera needs to find the QR code. */
const quietZone = 4;

/** The dark modules of a text's QR code, as one SVG path. */
function squaresOf(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const places = Array.from(
    { length: count * count },
    (_, place) => [Math.floor(place / count), place % count] as const,
  );
  const dark = places.filter(([row, column]) => code.isDark(row, column));
  const path = dark.map(([row, column]) => `M${column + quietZone} ${row + quietZone}h1v1h-1z`).join('');
  return { size: count + 2 * quietZone, path };
}

type PaymentQrDialogProps = DialogProps & { url: string; payerName: string | undefined };

/** Shows the Payment URL as a QR code, for a payer who is present with their phone. */
export function PaymentQrDialog({ url, payerName = 'The payer', onClose }: PaymentQrDialogProps) {
  useReturnedFocus();
  const { size, path } = squaresOf(url);
  return (
    <Modal opened onClose={onClose} title="Payment URL" centered>
      <svg
        className={classes.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code of the Payment URL for ${payerName}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <Text size="sm" ta="center">
        {`${payerName} scans this with their own phone. It signs them in, so show it to nobody else.`}
      </Text>
    </Modal>
  );
}
