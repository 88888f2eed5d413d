import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { loanDateNames } from '@kerb/domain/loans/save-loan.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { followRepayments } from '@kerb/server/features/loan-books/follow-repayments.ts';
import { hasLoanAccount } from '@kerb/server/features/loan-books/loan-accounts.repository.ts';
import { keepRepaidDate } from '@kerb/server/features/loan-books/repaid-by-hand.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Brings the ledger in line with dates of a loan that were saved. `agreement` is the locked campaign before the save. A
 * repaid date is money. Another date may leave a repaid loan owed again, or close one: its money decides.
 */
export async function followDates(
  work: Work,
  { id, campaignFinanceRepaidDate: before }: AgreementRecord,
  changes: Partial<AgreementValues>,
): Promise<void> {
  if (!loanDateNames.some((name) => changes[name] !== undefined)) return;
  const { campaignFinanceRepaidDate: after } = changes;
  if (after !== undefined && after !== before) {
    await bringLoanInLine(work, id);
    await keepRepaidDate(work, id, { before, after });
    return;
  }
  await ((await hasLoanAccount(work.tx, id)) ? followRepayments(work, id) : bringLoanInLine(work, id));
}
