import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { closedOn } from '@kerb/domain/loan-books/repayments.ts';
import { isLost } from '@kerb/domain/loans/closed-loan.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { decideLoanSave } from '@kerb/domain/loans/save-loan.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { endOpenRequests } from '@kerb/server/features/loan-books/end-requests.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The day on which the loan was repaid, by its money, whatever its repaid date says; null while something is owed. */
export function repaidByMoney(campaign: AgreementRecord): Day | null {
  const loan = loanOf(campaign);
  return loan && closedOn(loan, campaign.books.receipts);
}

/**
 * Brings the ledger in line with the repayments of a locked campaign, and closes the loan by its money: the repaid date
 * is the day of the money that paid the rest. A loan that is owed again is open again.
 */
export async function followRepayments(work: Work, id: number): Promise<void> {
  await bringLoanInLine(work, id);
  const campaign = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  const day = repaidByMoney(campaign);
  if (day === campaign.campaignFinanceRepaidDate) return;
  const today = dayIn(campaign.tenantTimeZone, work.now);
  const { country } = work.deps;
  const sent = { campaignFinanceRepaidDate: day };
  const { changes, status } = mustAllow(decideLoanSave(campaign, sent, { standing: 'admin', today, country }));
  const closed = isLost(campaign.books.writeoffs) ? 'The loan was closed' : 'The loan was repaid';
  const description = day === null ? 'The loan is owed again' : closed;
  await changeCampaign(work, campaign, changes, { description });
  if (day !== null) await endOpenRequests(work, id);
  if (!status) return void (await bringLoanInLine(work, id));
  const changed = { ...campaign, ...changes };
  await moveTo(work, changed, mustAllow(decideStatusChange(campaign, status, 'product')));
}
