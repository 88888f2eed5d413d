import { allow, type Decision, missingFields, refuse } from '@kerb/domain/kernel/decision.ts';
import { missingDetails, type PayerDetails } from '@kerb/domain/payers/payer-details.ts';
import type { SigningCampaign } from '@kerb/domain/signing/signing-rules.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * A payer's part of an application: option chosen, details given, terms accepted. A payer who chooses another option
 * after submitting must submit again to accept its terms.
 */
export function decideSubmission(
  campaign: SigningCampaign & { campaignBudget: number | null },
  payer: Pick<PayerDetails, 'dateOfBirth' | 'employmentType'> & { hasIdentityDocument: boolean },
): Decision<null> {
  if (!isFinanced(campaign.financeOptionCode)) {
    return refuse('nothing-to-submit', 'Choose Pay Later or Pay On Success first.');
  }
  if (!sentBeforeApproval.includes(campaign.status)) {
    return refuse('not-submittable', 'This application cannot be submitted in the status that it has.');
  }
  if (campaign.campaignBudget === null) return refuse('no-budget', 'The campaign budget does not exist.');
  const missing = missingDetails(payer, campaign.financeOptionCode);
  if (missing.length > 0) {
    return refuse('details-missing', 'Some of your details are still missing.', missingFields(missing));
  }
  if (campaign.status === 'waiting-info' && !payer.hasIdentityDocument) {
    return refuse('documents-missing', 'Please add your ID first.');
  }
  return allow(null);
}
