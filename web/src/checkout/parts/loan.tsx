import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { LoanRequests } from '@kerb/web/checkout/parts/loan-requests.tsx';
import { LoanStatement } from '@kerb/web/checkout/parts/loan-statement.tsx';
import { ReadProblem } from '@kerb/web/checkout/parts/read-problem.tsx';
import { Repaid, Repay } from '@kerb/web/checkout/parts/repay.tsx';
import type { SentAccount } from '@kerb/web/checkout/parts/sent-account.ts';
import { useRead } from '@kerb/web/checkout/parts/use-read.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action, Buttons, type Fact, Facts, Field, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { loanWords } from '@kerb/web/checkout/words/loan-words.ts';
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
      <h2>{loanWords.payout}</h2>
      <p>{loanWords.payoutIntro}</p>
      {payout.letters.map(({ id, payoutDate }) => (
        <SavePdf
          key={id}
          path={pathOfCampaign(checkout, `/payout-letters/${id}/pdf`)}
          name={`Payout-Letter_${checkout.id}_${payoutDate}.pdf`}
          failed={words.more.saveFailed}
        >
          {loanWords.payoutFor(words.longDay(payoutDate))}
        </SavePdf>
      ))}
      {payout.isOpen && (
        <>
          <Field label={loanWords.payoutDay} name="date" type="date" value={date} onChange={setDate} />
          <Buttons>
            <Action kind="secondary" onPress={get}>
              {loanWords.payoutGet}
            </Action>
          </Buttons>
        </>
      )}
    </section>
  );
}

/** What is owed today by line, and the days of the loan. */
function Figures({ loan, isWrittenOff }: { loan: SentLoan; isWrittenOff: boolean }) {
  const { balances, ahead, dates } = loan;
  return (
    <>
      {balances && (
        <>
          <p className="price">{words.money(balances.today.total)}</p>
          <Facts rows={balances.today.lines.map(({ label, amount }) => [words.said(label), words.money(amount)])} />
        </>
      )}
      <Facts
        rows={[
          ...(ahead?.amounts ?? []).map(
            ({ day, total }): Fact => [loanWords.owedOn(words.longDay(day)), words.money(total)],
          ),
          ...(ahead?.interestPerDay ? [[loanWords.perDay, words.money(ahead.interestPerDay)] as const] : []),
          ...dayRow(loanWords.signedOn, dates.signatureDate),
          ...dayRow(loanWords.started, dates.loanStartDate),
          ...dayRow(loanWords.settlement, dates.settlementDate),
          ...dayRow(words.more.due, dates.dueDate),
          ...dayRow(isWrittenOff ? loanWords.closed : loanWords.repaid, dates.repaidDate),
        ]}
      />
    </>
  );
}

/** What is late, how to repay, what was repaid, and the statement, as the ledger has them. */
function Account({ account }: { account: SentAccount }) {
  const { arrears, ahead, repayments } = account;
  return (
    <>
      {arrears && (
        <div className="note danger">
          <p>{loanWords.late(words.longDay(arrears.dueDate), arrears.daysPastDue)}</p>
        </div>
      )}
      {ahead.length > 0 && <Repay account={account} />}
      {(ahead.length > 0 || repayments.length > 0) && (
        <>
          <Repaid account={account} />
          <LoanStatement today={account.today} />
        </>
      )}
    </>
  );
}

/** Everything about a payer's loan. */
export function Loan() {
  const { checkout } = useCheckout();
  const { loan, version } = checkout;
  const account = useRead<SentAccount>(pathOfCampaign(checkout, '/loan-account'), version);
  if (!loan) return <Heading>{words.more.loan}</Heading>;
  return (
    <>
      <Heading>{words.more.loan}</Heading>
      <Figures loan={loan} isWrittenOff={(account.value?.writtenOff ?? 0) > 0} />
      {account.value && <Account account={account.value} />}
      {account.isLoading && <p role="status">{loanWords.loading}</p>}
      <ReadProblem read={account} />
      <LoanRequests onChange={account.again} />
      <Payout payout={loan.payout} />
    </>
  );
}
