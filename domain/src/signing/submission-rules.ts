import { allow, type Decision, fieldError, missingFields, refuse } from '@kerb/domain/kernel/decision.ts';
import { missingDetails, type PayerDetails } from '@kerb/domain/payers/payer-details.ts';
import { lacksCode } from '@kerb/domain/payers/payer-proof.ts';
import { payableIn } from '@kerb/domain/payments/may-pay.ts';
import { lacksMortgage } from '@kerb/domain/signing/guided-flow.ts';
import type { SigningCampaign } from '@kerb/domain/signing/signing-rules.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

export const codeFirst = {
  mobilePhone: 'Please confirm your mobile with the code that we send you.',
  emailAddress: 'Please confirm your email address with the code that we send you.',
} as const;
export const confirmFirst = 'Please confirm first that the details are yours.';

/**
 * A payer's part: option chosen, details given or confirmed, terms accepted. A payer who chooses another option after
 * submitting must submit again to accept its terms. Who pays upfront can agree for as long as they can pay.
 */
export function decideSubmission(
  campaign: SigningCampaign & Parameters<typeof lacksMortgage>[0] & { campaignBudget: number | null },
  payer: Pick<PayerDetails, 'dateOfBirth' | 'employmentType' | 'mobilePhone'> & {
    /** When the payer entered the application's code; null if never. */
    applicationCodeDate: string | null;
    /** Whether the payer has proved their mailbox in this sign-in. If not, the code goes there. */
    hasProvedMailbox: boolean;
    hasIdentityDocument: boolean;
    /** Whether the payer has confirmed the name, e-mail address and mobile that the organisation gave. */
    hasConfirmedDetails: boolean;
  },
): Decision<null> {
  const option = campaign.financeOptionCode;
  if (option === null) return refuse('nothing-to-submit', 'Choose how you would like to pay first.');
  const open = isFinanced(option) ? sentBeforeApproval : payableIn.upfront;
  if (!open.includes(campaign.status)) {
    return refuse('not-submittable', 'This application cannot be submitted in the status that it has.');
  }
  if (campaign.campaignBudget === null) return refuse('no-budget', 'The campaign budget does not exist.');
  if (!isFinanced(option) && !payer.hasConfirmedDetails) return refuse('not-confirmed', confirmFirst);
  const missing = [
    ...missingDetails(payer, option),
    ...(lacksMortgage(campaign) ? (['mortgageBalanceRange'] as const) : []),
  ];
  if (missing.length > 0) {
    return refuse('details-missing', 'Some of your details are still missing.', missingFields(missing));
  }
  if (lacksCode(option, payer)) {
    const field = payer.mobilePhone === null || !payer.hasProvedMailbox ? 'emailAddress' : 'mobilePhone';
    return refuse('code-missing', codeFirst[field], fieldError(field, 'missing', codeFirst[field]));
  }
  if (campaign.status === 'waiting-info' && !payer.hasIdentityDocument) {
    return refuse('documents-missing', 'Please add your ID first.');
  }
  return allow(null);
}
