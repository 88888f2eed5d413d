import type { ActionName } from '@kerb/domain/actions/primary-action.ts';
import { fieldsMissingBeforeSending, type NeededToSend } from '@kerb/domain/agreements/send.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type ApprovalFacts, checkApproval, type MendedBy } from '@kerb/domain/loans/approval.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/** The place on the campaign's page where something that is missing can be entered. */
export type FixedAt = MendedBy | NeededToSend | 'payers';

/** Something that is missing before the action: what to do, and where. */
export type MissingItem = { words: string; fixedAt: FixedAt };

/** What to do where a rule of approving fails. */
// biome-ignore format: a table
export const fixWords: Record<MendedBy, string> = {
  isEditing:          'Save or close the card',
  campaignBudget:     'Change the amount',
  serviceFee:         'Change the service fee',
  interestRate:       'Enter the interest rate',
  sellingPriceMin:    'Change the sale details',
  lendingDocuments:   'Add the document',
  marketingDocuments: 'Add the Marketing Schedule',
};

export type ReadinessFacts = {
  financeOptionCode: FinanceOptionCode | null;
  campaignBudget: Cents | null;
  campaignPlannedStartDate: Day | null;
  payers: number;
  approval: ApprovalFacts;
};

type Country = Pick<CountryRules, 'payLater'>;

function missingToSend(facts: ReadinessFacts): MissingItem[] {
  const fields = fieldsMissingBeforeSending(facts).map(({ name, label }) => ({
    words: `Enter the ${label}`,
    fixedAt: name,
  }));
  return [
    ...(facts.payers === 0 ? [{ words: 'Add a payer', fixedAt: 'payers' } as const] : []),
    ...fields,
    ...(facts.approval.isScheduleMissing
      ? [{ words: fixWords.marketingDocuments, fixedAt: 'marketingDocuments' } as const]
      : []),
  ];
}

function missingToApprove({ financeOptionCode, approval }: ReadinessFacts, country: Country): MissingItem[] {
  if (!isFinanced(financeOptionCode)) return [];
  const places = checkApproval(financeOptionCode, approval, country)
    .filter(({ holds }) => !holds)
    .map(({ mendedBy }) => mendedBy);
  return [...new Set(places)].map((fixedAt) => ({ words: fixWords[fixedAt], fixedAt }));
}

/** What is missing before the action. The rules are those by which the server decides the action. */
export function missingBefore(name: ActionName, facts: ReadinessFacts, country: Country): MissingItem[] {
  if (name === 'send') return missingToSend(facts);
  return name === 'approve' ? missingToApprove(facts, country) : [];
}
