import { missingBeforeSending, sendRefusal } from '@kerb/domain/agreements/send.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';

type Facts = { status: AgreementStatus; campaignBudget: Cents | null; campaignPlannedStartDate: Day | null };

export function decidePayerChange({ status }: Pick<Facts, 'status'>): Decision<null> {
  if (beforeApproval.includes(status)) return allow(null);
  return refuse('payers-closed', 'Payers cannot be changed in the status that the campaign has.');
}

/** `schedule`: whether the Marketing Schedule that the campaign needs is attached. */
export function decideSend(facts: Facts, schedule: Decision<null>): Decision<null> {
  const missing = missingBeforeSending(facts);
  if (missing.length > 0) return refuse('not-ready-to-send', sendRefusal(missing));
  if (beforeApproval.includes(facts.status)) return schedule;
  return refuse('payers-closed', 'Payment URLs cannot be sent in the status that the campaign has.');
}

const keptRecord =
  'This payer signed an earlier agreement of this campaign. Its record must be kept, so they cannot be removed.';

type Removed = {
  signatureDate: string | null;
  /** Whether the payer has a signature that no longer counts. Its record is evidence and stays. */
  hasEndedSignature?: boolean;
};

export function decideRemoval(facts: Pick<Facts, 'status'>, payer: Removed): Decision<null> {
  if (payer.signatureDate !== null) return refuse('payer-signed', 'A payer who has signed cannot be removed.');
  if (payer.hasEndedSignature) return refuse('payer-signed', keptRecord);
  return decidePayerChange(facts);
}

/** Why no Payment URL was sent. */
export const notSent = {
  one: 'The Payment URL could not be sent.',
  all: 'The Payment URLs could not be sent.',
  nobody: 'No Payment URLs are waiting to be sent.',
  noAddress: 'This payer has no e-mail address.',
};

export const mobileFirst = 'Add a mobile number first.';
