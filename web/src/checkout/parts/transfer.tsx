import { countries } from '@kerb/domain/countries/countries.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import { More, Others } from '@kerb/web/checkout/parts/panels.tsx';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { CopyLine } from '@kerb/web/checkout/ui/copy-line.tsx';
import { Action, Heading, Mark, ProblemNote } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';

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
            <CopyLine label={words.transfer.amount} text={amount} />
            {transferFacts(payment.bankTransfer, countries[page.country]).map(([label, text]) => (
              <CopyLine key={label} label={words.said(label)} text={text} />
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
