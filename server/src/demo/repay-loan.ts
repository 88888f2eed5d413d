import type { Actor } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { confirmAct } from '@kerb/server/features/approvals/decide-act.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { insertRepayment } from '@kerb/server/features/loan-books/record-repayment.ts';
import { askToWriteOff } from '@kerb/server/features/loan-books/write-off.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** One payer repays a part and is bankrupt then. Two admins write the rest off. */
export async function writeOffLoan(work: Work, id: number, admins: readonly [Actor, Actor]): Promise<void> {
  await bringLoanInLine(work, id);
  const [asks, confirms] = admins;
  const before = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  const today = dayIn(before.tenantTimeZone, work.now);
  const part = Math.round(owedInLedger(before.books) / 3 / 100) * 100;
  const paid = { amount: part, date: today, method: 'direct-deposit', description: 'Part of the loan' } as const;
  await insertRepayment(work, before, paid);
  await bringLoanInLine(work, id);
  const agreement = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  await askToWriteOff({ ...work, actor: asks }, agreement, 'The payer is bankrupt. The trustee pays nothing.');
  const { id: act } = await work.tx
    .selectFrom('pendingActs')
    .select('id')
    .where('kind', '=', 'write-off')
    .where('subjectId', '=', id)
    .executeTakeFirstOrThrow();
  await confirmAct({ ...work, actor: confirms }, act, undefined);
}

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
