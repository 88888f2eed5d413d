import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/payers/payers.module.css';
import { type ShowLink, useShownLink } from '@kerb/web/features/payers/payers.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';

const PaymentQrDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payers/payment-qr.dialog.tsx')).PaymentQrDialog,
);

/** Copies the whole link. The server logs who asked for it. */
export async function copyPaymentUrl(showLink: ShowLink): Promise<void> {
  const url = await showLink('copy').catch((error) => void toast.error(sentenceFor(error)));
  if (!url) return;
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Copied');
  } catch {
    // The browser denies access to the clipboard.
    toast.warning('Your browser did not allow copying. Send the Payment URL to the payer instead.');
  }
}

/** The tab is opened during the click, because browsers block a later one. */
async function openPaymentUrl(showLink: ShowLink): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) return void toast.warning('Your browser did not allow a new tab. Copy the Payment URL instead.');
  tab.opener = null;
  try {
    tab.location.replace(await showLink('open'));
  } catch (error) {
    tab.close();
    toast.error(sentenceFor(error));
  }
}

type PaymentUrlProps = {
  /** The link without its secret. */
  url: string;
  payer: { id: number; displayName: string };
  agreementId: number;
};

/** The link that signs a payer in. The whole link is asked for when it is used, and the log names who used it. */
export function PaymentUrl({ url, payer, agreementId }: PaymentUrlProps) {
  const showLink = useShownLink(agreementId, payer.id);
  const [shown, setShown] = useState<string | null>(null);
  const showQr = async () => setShown(await showLink('qr-code'));
  return (
    <div className={`${classes.url} kerb-no-print`}>
      <TextInput
        label="Payment URL"
        description={`This link is for ${payer.displayName} only. The log names who opens or copies it.`}
        readOnly
        value={url}
      />
      <div className={classes.urlActions}>
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden="true" />}
          onClick={() => void openPaymentUrl(showLink)}
        >
          Open
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyPaymentUrl(showLink)}
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden="true" />}
          onClick={() => void showQr().catch((error) => toast.error(sentenceFor(error)))}
        >
          QR code
        </Button>
      </div>
      {shown && (
        <Suspense>
          <PaymentQrDialog url={shown} payerName={payer.displayName} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
