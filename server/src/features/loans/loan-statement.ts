import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { LoanStatementView } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { feeLines } from '@kerb/domain/loan-books/loan-postings.ts';
import { loanStatement, type StatementLine } from '@kerb/domain/loan-books/loan-statement.ts';
import { loanStart } from '@kerb/domain/loans/loan-dates.ts';
import { feeLabels } from '@kerb/domain/loans/loan-figures.ts';
import { loanStatementFileName } from '@kerb/domain/loans/loan-files.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { statementRows } from '@kerb/server/features/loan-books/statement-rows.repository.ts';
import { loanInScope } from '@kerb/server/features/loans/loan-access.ts';
import { todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { drawFor } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { dayOnPaper, fileDateOf, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';

type Period = { from?: Day | undefined; to?: Day | undefined };
type Asked = { scope: AccessScope; id: number; period: Period };

const wrongOrder = 'The last day cannot be before the first.';

/** The words of each line. */
function wordsOf(line: StatementLine, agreement: AgreementRecord, country: Deps['country']): string {
  const fees = feeLabels(agreement, country);
  switch (line.kind) {
    case 'drawdown':
      return 'Amount financed';
    case 'fee':
      return fees[feeLines.find((name) => name === line.name) ?? 'serviceFee'];
    case 'interest':
      return 'Interest';
    case 'repayment':
      return `Payment ${line.name ?? ''}`.trim();
    case 'write-off':
      return 'Written off';
  }
}

async function statementOf(deps: Deps, agreement: AgreementRecord, { from, to }: Period): Promise<LoanStatementView> {
  const today = todayOf(agreement, deps.clock.now());
  const start = loanStart(agreement) ?? today;
  const period = { from: from ?? (start < today ? start : today), to: to ?? today };
  if (period.to < period.from) throw invalid(fieldError('to', 'notValid', wrongOrder), wrongOrder);
  const statement = loanStatement(await statementRows(deps.db, agreement.id, start), period);
  return {
    agreement: agreement.id,
    from: statement.from,
    to: statement.to,
    opening: statement.opening,
    closing: statement.closing,
    lines: statement.lines.map((line) => ({
      day: line.day,
      until: line.until,
      kind: line.kind,
      description: wordsOf(line, agreement, deps.country),
      amount: line.amount,
      balance: line.balance,
    })),
  };
}

/** The statement of a loan for a period, from the ledger, for those who manage or repay it. */
export const readStatement = async (deps: Deps, { scope, id, period }: Asked): Promise<LoanStatementView> =>
  statementOf(deps, await loanInScope(deps.db, scope, id), period);

function statementPaper(
  deps: Deps,
  { agreement, statement, names }: { agreement: AgreementRecord; statement: LoanStatementView; names: string[] },
): PdfDocument {
  const { country } = deps;
  const flow = flowNumber(agreement, country.code);
  const money = (cents: number) => moneyOnPaper(cents, deps);
  const day = (on: Day) => dayOnPaper(on, deps);
  return {
    title: 'Loan Statement',
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: fileDateOf(statement.to),
    footer: `${country.brand} · ${flow}`,
    blocks: [
      {
        kind: 'parties',
        columns: [
          { label: names.length === 1 ? 'Borrower' : 'Borrowers', lines: names.length > 0 ? names : ['–'] },
          { label: 'Campaign run by', lines: [agreement.tenantName] },
        ],
      },
      {
        kind: 'facts',
        rows: [
          [flowNumberLabel, flow],
          ['Period', `${day(statement.from)} to ${day(statement.to)}`],
          ['Owed at the beginning', money(statement.opening)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: 'Date' },
          { label: 'What' },
          { label: 'Amount', isFigure: true },
          { label: 'Owed', isFigure: true },
        ],
        rows: statement.lines.map((line) => [
          line.until ? `${day(line.day)} to ${day(line.until)}` : day(line.day),
          line.description,
          money(line.amount),
          money(line.balance),
        ]),
      },
      {
        kind: 'totals',
        rows: [{ label: `Owed at the end of ${day(statement.to)}`, value: money(statement.closing), isStrong: true }],
      },
    ],
  };
}

export const statementInScope = (deps: Deps, { scope, id, period }: Asked) =>
  drawFor(deps, scope.actor, async (draw) => {
    const agreement = await loanInScope(deps.db, scope, id);
    const statement = await statementOf(deps, agreement, period);
    const names = (await payersOf(deps.db, id)).map(displayName);
    const content = await draw(statementPaper(deps, { agreement, statement, names }));
    const fileName = loanStatementFileName(deps.country.code, id, statement.to);
    return { fileName, contentType: 'application/pdf', content };
  });
