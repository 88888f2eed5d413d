import type { AgreementStatus } from '@kerb/domain/agreements/agreement-status.ts';
import type { Act } from '@kerb/server/demo/demo-steps.ts';
import { type Arrival, type Facts, priceOf } from '@kerb/server/demo/plan-facts.ts';

type Lent = Pick<Arrival, 'number' | 'place' | 'option' | 'budget'>;

/** What an admin settles before approving a loan, so that its rules hold: some agreements are made by hand. */
export function lendingBefore(to: AgreementStatus, campaign: Lent): Act[] {
  if (to !== 'approved' || campaign.option === 'pn') return [];
  if (campaign.option === 'pl') return [{ kind: 'learn', fields: { sellingPriceMin: priceOf(campaign) } }];
  if (campaign.place % 2 === 1) return [{ kind: 'learn', fields: { manualAgreement: true } }];
  const lines = ['Pay On Success agreement', 'For the payers to sign'];
  return [{ kind: 'file', file: { purpose: 'lending-agreement', fileName: 'Pay On Success agreement.pdf', lines } }];
}

/** The dates of a loan, as they become known on the way. */
export function loanFactsAfter(to: AgreementStatus, { option, day }: Arrival): Facts {
  if (option === 'pn') return {};
  if (to === 'executed') return { campaignFinanceDrawdownDate: day };
  return to === 'complete' ? { campaignFinanceRepaidDate: day } : {};
}
