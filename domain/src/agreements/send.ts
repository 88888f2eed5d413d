import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The fields that a campaign needs before a payer may see it. Only these messages say 'Marketing Budget'. */
const neededToSend = {
  campaignBudget: 'Marketing Budget',
  campaignPlannedStartDate: labelOfField('campaignPlannedStartDate'),
};
type Needed = { campaignBudget: Cents | null; campaignPlannedStartDate: Day | null };
type Taken = { [Name in keyof Needed]?: Needed[Name] | undefined };
const neededNames = Object.keys(neededToSend) as (keyof Needed)[];

export type NeededToSend = keyof Needed;

/** The fields that a campaign still lacks before a payer may see it, with their labels. */
export const fieldsMissingBeforeSending = (agreement: Needed): { name: NeededToSend; label: string }[] =>
  neededNames.filter((name) => !agreement[name]).map((name) => ({ name, label: neededToSend[name] }));

/** The labels of those fields. */
export const missingBeforeSending = (agreement: Needed): string[] =>
  fieldsMissingBeforeSending(agreement).map(({ label }) => label);

/** The required fields that a save would clear although a payer may have seen them. */
export function clearedAfterSending(status: AgreementStatus, changes: Taken): FieldErrors {
  if (status === 'draft') return {};
  const taken = neededNames.filter((name) => changes[name] !== undefined && !changes[name]);
  return Object.fromEntries(
    taken.map((name) => [
      name,
      [{ type: 'isEmpty', message: `${neededToSend[name]} is required once the campaign has been sent.` }],
    ]),
  );
}

const refusalOpening =
  'The following information must be added before the agreement can be sent to a vendor for review: ';
export const sendRefusal = (missing: readonly string[]): string => `${refusalOpening}${missing.join(', ')}`;
