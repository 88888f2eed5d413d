import { countries } from '@kerb/domain/countries/countries.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import { More, Others } from '@kerb/web/checkout/parts/panels.tsx';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Heading, Mark, ProblemNote } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useRef, useState } from 'react';

/** Some browsers allow no copying, for example within another app. The text is then marked, to be copied by hand. */
function markText(element: Element | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}

function Line({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.replace(/^\$|,/g, ''));
    } catch {
      // An old browser, or no permission: the person copies the marked text.
      markText(shown.current);
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 3_000);
  };
  return (
    <div className="copy-line">
      <dt>{label}</dt>
      <dd>
        <span ref={shown}>{text}</span>
        <button type="button" className="action secondary small" onClick={() => void copy()}>
          {isCopied ? words.transfer.copied : <span aria-hidden="true">{words.transfer.copy('')}</span>}
          {!isCopied && <span className="hidden">{words.transfer.copy(label)}</span>}
        </button>
      </dd>
    </div>
  );
}

/** The account, the reference and the amount; each can be copied into the bank's page. */
export function Transfer() {
  const { page, checkout, api, act } = useCheckout();
  const { payment } = checkout;
  if (!payment) return null;
  const amount = words.money(payment.dueAmount);
  const toCard = () =>
    act(() => {
      const body = { intent: 'credit-card' };
      return api.call(pathOfCampaign(checkout, '/payment-method'), { method: 'POST', body });
    });
  return (
    <div className="panel">
      <Mark kind="waiting" />
      <Heading>{words.transfer.title(amount)}</Heading>
      {payment.bankTransfer ? (
        <>
          <p>{words.transfer.intro}</p>
          <dl className="facts">
            <Line label={words.transfer.amount} text={amount} />
            {transferFacts(payment.bankTransfer, countries[page.country]).map(([label, text]) => (
              <Line key={label} label={words.said(label)} text={text} />
            ))}
          </dl>
          <p>{words.transfer.wait}</p>
        </>
      ) : (
        <p>{words.transfer.none}</p>
      )}
      <ProblemNote />
      {payment.cardFrame && (
        <Action kind="secondary" onPress={toCard}>
          {words.transfer.card}
        </Action>
      )}
      <Others />
      <More />
    </div>
  );
}
