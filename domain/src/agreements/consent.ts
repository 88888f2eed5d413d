import { propertyLockedIn } from '@kerb/domain/agreements/field-groups.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/**
 * A payer may allow or forbid the agent to edit the property while the campaign is under way and the property can be
 * changed.
 */
export const isConsentOpen = (status: AgreementStatus): boolean =>
  status !== 'complete' && !propertyLockedIn.includes(status);

export function decideConsent({ status }: { status: AgreementStatus }): Decision<null> {
  if (isConsentOpen(status)) return allow(null);
  return refuse('consent-closed', 'The property cannot be changed any more, so there is nothing to agree to.');
}
