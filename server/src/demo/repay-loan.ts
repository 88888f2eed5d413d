import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { insertRepayment } from '@kerb/server/features/loan-books/record-repayment.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The conveyancer of a demo loan repays what is owed on its repaid date, by a transfer. */
export async function repayLoan(work: Work, id: number, date: Day): Promise<void> {
  await bringLoanInLine(work, id);
  const agreement = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  const amount = owedInLedger(agreement.books);
  if (amount === 0) return;
  const description = `PAYOUT FLOW-${flowNumber(agreement, work.deps.country.code)}`;
  await insertRepayment(work, agreement, { amount, date, method: 'direct-deposit', description });
  await bringLoanInLine(work, id);
}
