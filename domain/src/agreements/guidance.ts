import { type Paying, upfrontBadge } from '@kerb/domain/agreements/badges.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

const beforeSubmitting = ['Review property', 'Review campaign', 'Provide payer details', 'Agree to terms'];

/** What the payer does next, in order, by where the campaign stands. Where nothing is asked of them, nothing. */
// biome-ignore format: a table
const steps: Record<AgreementStatus, readonly string[]> = {
  cancelled:            [],
  rejected:             [],
  draft:                beforeSubmitting,
  'waiting-invite':     beforeSubmitting,
  'waiting-info':       ['Provide ID and supporting documents'],
  'waiting-approval':   [],
  approved:             ['Review payment details and agreements', 'Review terms', 'Sign and submit'],
  signed:               [],
  executed:             [],
  withdrawn:            [],
  'waiting-settlement': [],
  complete:             [],
};

/** Whether the payer has paid upfront: then there is nothing to sign. */
export const isPaidUpfront = (campaign: Paying): boolean => upfrontBadge(campaign)?.tone === 'success';

export const guidanceSteps = (campaign: Paying): readonly string[] =>
  campaign.status === 'approved' && isPaidUpfront(campaign) ? [] : steps[campaign.status];
