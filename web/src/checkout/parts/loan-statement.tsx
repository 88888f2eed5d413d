import type { loanStatementView } from '@kerb/domain/loan-books/loan-account.contract.ts';
import type { Problem } from '@kerb/web/checkout/api.ts';
import { asProblem, fieldProblem, pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Field } from '@kerb/web/checkout/ui/ui.tsx';
import { loanWords } from '@kerb/web/checkout/words/loan-words.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';
import type * as z from 'zod/mini';

type SentStatement = z.input<typeof loanStatementView>;
type SentLine = SentStatement['lines'][number];

/** The server's words in the reader's language. A payment's number stays. */
const wordsOf = ({ kind, description }: SentLine): string =>
  kind === 'repayment' ? loanWords.payment(description.replace(/^Payment /, '')) : words.said(description);

const daysOf = ({ day, until }: SentLine): string =>
  until ? loanWords.days(words.longDay(day), words.longDay(until)) : words.longDay(day);

function Lines({ statement }: { statement: SentStatement }) {
  const { from, to, opening, lines, closing } = statement;
  return (
    <table className="statement">
      <caption>{loanWords.shown(words.longDay(from), words.longDay(to))}</caption>
      <thead>
        <tr>
          <th scope="col">{loanWords.what}</th>
          <th scope="col">{loanWords.amount}</th>
          <th scope="col">{loanWords.owed}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={2}>
            {loanWords.opening}
          </th>
          <td>{words.money(opening)}</td>
        </tr>
        {lines.map((line) => (
          <tr key={`${line.day} ${line.kind} ${line.description}`}>
            <th scope="row">
              {wordsOf(line)}
              <span className="hint">{daysOf(line)}</span>
            </th>
            <td>{words.money(line.amount)}</td>
            <td>{words.money(line.balance)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {loanWords.closing(words.longDay(to))}
          </th>
          <td>{words.money(closing)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The statement of a chosen period, on the screen and as a PDF. Empty days mean: from the start, until today. */
export function LoanStatement({ today }: { today: string }) {
  const { checkout, api } = useCheckout();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState(today);
  const [statement, setStatement] = useState<SentStatement | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const query = new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day !== ''));
  const path = (file = '') => pathOfCampaign(checkout, `/loan-statement${file}?${query}`);
  const show = async () => {
    setProblem(null);
    try {
      setStatement(await api.call<SentStatement>(path()));
    } catch (error) {
      setStatement(null);
      setProblem(asProblem(error, words.problem.failed));
    }
  };
  const wrong = fieldProblem(problem, 'to');
  return (
    <section>
      <h2>{loanWords.statement}</h2>
      <p>{loanWords.statementIntro}</p>
      <div className="period">
        <Field label={loanWords.from} type="date" value={from} onChange={setFrom} />
        <Field label={loanWords.to} type="date" value={to} onChange={setTo} error={wrong} />
      </div>
      {problem && !wrong && (
        <p className="error" role="alert">
          {words.said(problem.message)}
        </p>
      )}
      <button type="button" className="action secondary" onClick={() => void show()}>
        {loanWords.show}
      </button>
      <div aria-live="polite">{statement && <Lines statement={statement} />}</div>
      <SavePdf
        path={path('/pdf')}
        name={`Loan-Statement_${checkout.reference}_${to || today}.pdf`}
        failed={words.more.saveFailed}
      >
        {loanWords.savePdf}
      </SavePdf>
    </section>
  );
}
