import { countries } from '@kerb/domain/countries/countries.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import type { SentAccount } from '@kerb/web/checkout/parts/sent-account.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { CopyLine } from '@kerb/web/checkout/ui/copy-line.tsx';
import { type Fact, Facts } from '@kerb/web/checkout/ui/ui.tsx';
import { loanWords } from '@kerb/web/checkout/words/loan-words.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useId, useState } from 'react';

/** The amount of the day on which the money arrives, and where to send it. */
export function Repay({ account: { ahead, payTo } }: { account: SentAccount }) {
  const { page, checkout } = useCheckout();
  const id = useId();
  const [day, setDay] = useState('');
  const chosen = ahead.find((each) => each.day === day) ?? ahead[0];
  if (!chosen) return null;
  return (
    <section>
      <h2>{loanWords.how}</h2>
      <p>{loanWords.howIntro}</p>
      <div className="field">
        <label htmlFor={id}>{loanWords.when}</label>
        <p className="hint" id={`${id}-hint`}>
          {loanWords.whenHint}
        </p>
        <select
          id={id}
          value={chosen.day}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        >
          {ahead.map((each) => {
            const date = words.longDay(each.day);
            return (
              <option key={each.day} value={each.day}>
                {`${each.isEstimate ? date : loanWords.today(date)}: ${words.money(each.total)}`}
              </option>
            );
          })}
        </select>
      </div>
      {payTo ? (
        <dl className="facts">
          <CopyLine label={words.transfer.amount} text={words.money(chosen.total)} />
          {transferFacts(payTo, countries[page.country]).map(([label, text]) => (
            <CopyLine key={label} label={words.said(label)} text={text} />
          ))}
        </dl>
      ) : (
        <p>{loanWords.noAccount(checkout.help.phone)}</p>
      )}
      <p className="quiet">{loanWords.tooMuch}</p>
    </section>
  );
}

/** The payments that count, the newest first, and what is held for the payer. */
export function Repaid({ account: { repayments, held } }: { account: SentAccount }) {
  const counted = repayments.filter(({ status }) => status === 'approved');
  return (
    <section>
      <h2>{loanWords.done}</h2>
      {counted.length === 0 && <p>{loanWords.none}</p>}
      <Facts
        rows={[
          ...counted.map(
            ({ date, paymentNumber, amount }): Fact => [
              `${words.longDay(date)}, ${loanWords.payment(paymentNumber)}`,
              words.money(amount),
            ],
          ),
          ...(held > 0 ? [[loanWords.held, words.money(held)] as const] : []),
        ]}
      />
    </section>
  );
}
