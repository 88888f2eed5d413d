import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { payersCodeMethod } from '@kerb/domain/payers/payer-proof.ts';
import type { RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import { Problem } from '@kerb/web/checkout/api.ts';
import { addressFor, type Signatory } from '@kerb/web/checkout/payer-values.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { Field } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

/** Where the code that proves the payer goes. */
export const proofAddress = (checkout: SentCheckout, signatory: Signatory): string =>
  addressFor(checkout, signatory, payersCodeMethod(signatory));

/** Sends the code that proves the payer in this sign-in, and enters it. */
export function useUnlock(signatory: Signatory) {
  const { api, act } = useCheckout();
  const unlock = (body: object) => api.call(`/v1/signatories/${signatory.id}/unlock`, { method: 'POST', body });
  return {
    send: () => act(() => unlock({}), { stay: true }),
    enter: (code: string) => act(() => unlock({ code }), { stay: true }),
    usePasskey: () =>
      act(
        async () => {
          const options = await api.call<RequestOptions>('/v1/session/prove/begin', { method: 'POST' });
          return unlock({ passkey: await passkeyFor(options) });
        },
        { stay: true },
      ),
  };
}

/** The browser asks the person, and their device answers. */
async function passkeyFor(options: RequestOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  // The browser says no more than that nothing was chosen.
  const used = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(used instanceof PublicKeyCredential)) throw new Problem('refused', words.code.noPasskey);
  return used.toJSON();
}

/** In place of the code, for a payer who has a passkey for their account. */
export function PasskeyButton({ signatory }: { signatory: Signatory }) {
  const { checkout, isBusy } = useCheckout();
  const { usePasskey: unlock } = useUnlock(signatory);
  const isKnown = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  if (!checkout.flow.hasPasskey || !isKnown) return null;
  return (
    <button type="button" className="action secondary" disabled={isBusy} onClick={() => void unlock()}>
      {words.code.passkey}
    </button>
  );
}

/** Whether stored or typed details are hidden until a code. */
const isHiding = ({ maskedFields = [] }: Signatory, answers: readonly string[]): boolean =>
  maskedFields.length + answers.length > 0;

/**
 * A payer who opens their link again sees their stored details after a code, and changes what is locked. It is offered,
 * and not asked for.
 */
export function ShowDetails({ signatory }: { signatory: Signatory }) {
  const { checkout, isBusy } = useCheckout();
  const { send, enter } = useUnlock(signatory);
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const isHidden = isHiding(signatory, checkout.flow.hiddenAnswers ?? []);
  const isLocked = (signatory.lockedFields ?? []).length > 0;
  if (!signatory.isLocked || !(isHidden || isLocked)) return null;
  const to = proofAddress(checkout, signatory);
  const { label, why } = isHidden ? words.code.hidden : words.code.locked;
  return (
    <section className="note" aria-label={label}>
      <p role="status">{isSent ? words.code.sent(to, codeMinutes) : why(to)}</p>
      {isSent && (
        <Field
          label={words.code.label}
          name="code"
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          isCode
        />
      )}
      <button
        type="button"
        className="action secondary"
        disabled={isBusy}
        onClick={async () => {
          if (isSent) await enter(code.replace(/\W/g, '').toUpperCase());
          else setSent(await send());
        }}
      >
        {label}
      </button>
      <PasskeyButton signatory={signatory} />
    </section>
  );
}
