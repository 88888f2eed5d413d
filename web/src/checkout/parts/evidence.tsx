import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { PasskeyButton, proofAddress, useUnlock } from '@kerb/web/checkout/parts/show-details.tsx';
import type { Signatory } from '@kerb/web/checkout/payer-values.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { Code } from '@kerb/web/checkout/ui/code.tsx';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

/** Everybody with the link sees the page. The evidence says where the payer was, so a code is asked for first. */
function EvidenceOf({ signatory }: { signatory: Signatory }) {
  const { checkout } = useCheckout();
  const { send, enter } = useUnlock(signatory);
  const [isAsked, setAsked] = useState(false);
  const [isSent, setSent] = useState(false);
  const label = words.said('Evidence of your signature');
  if (!signatory.isLocked) {
    return (
      <SavePdf
        path={`/v1/signatories/${signatory.id}/evidence`}
        name={`Signature-Evidence_${signatory.id}.json`}
        failed={words.problem.failed}
      >
        {label}
      </SavePdf>
    );
  }
  if (!isAsked) {
    return (
      <Action kind="secondary" onPress={() => setAsked(true)}>
        {label}
      </Action>
    );
  }
  return (
    <Code
      intro={words.said('To save the evidence, enter the code that we send you.')}
      sent={words.code.sent(proofAddress(checkout, signatory), codeMinutes)}
      isSent={isSent}
      onSend={async () => setSent(await send())}
      onConfirm={enter}
    >
      <PasskeyButton signatory={signatory} />
    </Code>
  );
}

/** The evidence of the payer's own signature, once they have signed. */
export function Evidence() {
  const { signatory } = useCheckout().checkout.flow;
  return signatory?.signatureDate ? <EvidenceOf signatory={signatory} /> : null;
}
