import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type LoanFields, loanAsSigned, type SignedFields } from '@kerb/domain/loans/loan-figures.ts';
import type { Books } from '@kerb/domain/payments/campaign-money.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/**
 * What each status means for the loan of a campaign: a signed agreement lends it, a campaign that is not signed lends
 * nothing. A completed campaign keeps what it has: its organisation stays owed what was not transferred.
 */
// biome-ignore format: a table
export const lending: Record<AgreementStatus, 'lent' | 'not-lent' | 'unchanged'> = {
  cancelled:            'not-lent',
  rejected:             'not-lent',
  draft:                'not-lent',
  'waiting-invite':     'not-lent',
  'waiting-info':       'not-lent',
  'waiting-approval':   'not-lent',
  approved:             'not-lent',
  signed:               'lent',
  executed:             'lent',
  withdrawn:            'lent',
  'waiting-settlement': 'lent',
  complete:             'unchanged',
};

export type LentCampaign = LoanFields & SignedFields & Pick<AgreementValues, 'campaignPlannedStartDate'>;
export type LoanMove = { move: 'lend' | 'unlend'; amount: Cents };

/**
 * The move that brings a campaign's loan in line with the status that it reaches; null if none is needed. The budget
 * and the additional amount are lent together. What was ordered or transferred stays lent.
 */
export function loanMove(
  campaign: LentCampaign,
  reached: AgreementStatus,
  {
    agreed,
    loans,
    repaid,
    carried,
    organisation,
  }: Pick<Books, 'agreed' | 'loans' | 'repaid' | 'carried' | 'organisation'>,
  today: Day,
): LoanMove | null {
  if (lending[reached] === 'unchanged') return null;
  const signed = lending[reached] === 'lent' ? (loanAsSigned(campaign, today).campaignBorrowedAmount ?? 0) : 0;
  // What was repaid is not lent again.
  const missing = signed - agreed - loans - repaid - Math.max(0, carried);
  if (missing > 0) return { move: 'lend', amount: missing };
  const amount = Math.min(-missing, agreed, -organisation);
  return amount > 0 ? { move: 'unlend', amount } : null;
}
