import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/payers/payers.module.css';
import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';

const PaymentQrDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payers/payment-qr.dialog.tsx')).PaymentQrDialog,
);

/** False if the browser denies access to the clipboard. */
export async function copyPaymentUrl(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Copied');
    return true;
  } catch {
    // The browser denies access to the clipboard.
    toast.warning('Your browser did not allow copying. Select the Payment URL and copy it yourself.');
    return false;
  }
}

/** The link that signs a payer in, to read out, open or copy. */
export function PaymentUrl({ url, payerName }: { url: string; payerName: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [isShowing, setShowing] = useState(false);
  return (
    <div className={`${classes.url} kerb-no-print`}>
      <TextInput
        ref={input}
        label="Payment URL"
        description={payerName && `Signs in ${payerName}, and nobody else.`}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.urlActions}>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          Open
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyPaymentUrl(url).then((isCopied) => isCopied || input.current?.select())}
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden="true" />}
          onClick={() => setShowing(true)}
        >
          QR code
        </Button>
      </div>
      {isShowing && (
        <Suspense>
          <PaymentQrDialog url={url} payerName={payerName} onClose={() => setShowing(false)} />
        </Suspense>
      )}
    </div>
  );
}
