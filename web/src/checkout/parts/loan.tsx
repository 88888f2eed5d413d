import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action, Buttons, type Fact, Facts, Field, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

type SentLoan = NonNullable<SentCheckout['loan']>;

const dayRow = (label: string, day: string | null): Fact[] => (day ? [[label, words.longDay(day)]] : []);

/** A letter with the amount on a day, for a lawyer or a bank. */
function Payout({ payout }: Pick<SentLoan, 'payout'>) {
  const { checkout, api, act } = useCheckout();
  const [date, setDate] = useState(payout.earliest ?? '');
  const get = () =>
    act(() => api.call(pathOfCampaign(checkout, '/payout-letters'), { method: 'POST', body: { date } }), {
      stay: true,
    });
  if (!payout.isOpen && payout.letters.length === 0) return null;
  return (
    <section>
      <h2>{words.more.payout}</h2>
      <p>{words.more.payoutIntro}</p>
      {payout.letters.map(({ id, payoutDate }) => (
        <SavePdf
          key={id}
          path={pathOfCampaign(checkout, `/payout-letters/${id}/pdf`)}
          name={`Payout-Letter_${checkout.id}_${payoutDate}.pdf`}
          failed={words.more.saveFailed}
        >
          {words.more.payoutFor(words.longDay(payoutDate))}
        </SavePdf>
      ))}
      {payout.isOpen && (
        <>
          <Field label={words.more.payoutDay} name="date" type="date" value={date} onChange={setDate} />
          <Buttons>
            <Action kind="secondary" onPress={get}>
              {words.more.payoutGet}
            </Action>
          </Buttons>
        </>
      )}
    </section>
  );
}

/** What is owed today and on the days ahead, and the days of the loan. */
export function Loan() {
  const { loan } = useCheckout().checkout;
  if (!loan) return <Heading>{words.more.loan}</Heading>;
  const { balances, ahead, dates, payout } = loan;
  return (
    <>
      <Heading>{words.more.loan}</Heading>
      {balances && (
        <>
          <p className="price">{words.money(balances.today.total)}</p>
          <Facts rows={balances.today.lines.map(({ label, amount }) => [words.said(label), words.money(amount)])} />
        </>
      )}
      <Facts
        rows={[
          ...(ahead?.amounts ?? []).map(
            ({ day, total }): Fact => [words.more.owedOn(words.longDay(day)), words.money(total)],
          ),
          ...(ahead?.interestPerDay ? [[words.more.perDay, words.money(ahead.interestPerDay)] as const] : []),
          ...dayRow(words.more.signedOn, dates.signatureDate),
          ...dayRow(words.more.started, dates.loanStartDate),
          ...dayRow(words.more.settlement, dates.settlementDate),
          ...dayRow(words.more.due, dates.dueDate),
          ...dayRow(words.more.repaid, dates.repaidDate),
        ]}
      />
      <Payout payout={payout} />
    </>
  );
}
