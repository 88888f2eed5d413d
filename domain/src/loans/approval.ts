import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { totalFinance } from '@kerb/domain/loans/fees.ts';
import { approvalLimitPerCent, isBelowApprovalLimit, shareOfValuation } from '@kerb/domain/loans/valuation.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** The sentence that an admin confirms before approving. */
export const approvalConfirmation =
  'I confirm that I have completed all the necessary responsible lending tests for this finance application.';
/** Shown beside a disabled Approve button. */
export const approvalHint = 'Please check all required information';

export type ApprovalFacts = {
  /** Whether the card has unsaved changes. */
  isEditing: boolean;
  campaignBudget: Cents | null;
  campaignAdditionalAmount: Cents | null;
  serviceFee: Cents | null;
  interestRate: number | null;
  comparisonRate: number | null;
  manualAgreement: boolean;
  /** How many lending agreement documents are attached. */
  lendingAgreements: number;
  /** Whether the Marketing Schedule is missing; null if the campaign needs none. */
  isScheduleMissing: boolean | null;
  sellingPriceMin: Cents | null;
  sellingPriceMax: Cents | null;
};

/** The figure that a rule checks: money in cents, a share in basis points. */
export type Figure = { kind: 'money' | 'share' | 'count'; value: number | null };
/** Where on the campaign's page a failed rule can be fixed. */
export const mendedByNames = [
  'isEditing',
  'campaignBudget',
  'serviceFee',
  'interestRate',
  'sellingPriceMin',
  'lendingDocuments',
  'marketingDocuments',
] as const;
export type MendedBy = (typeof mendedByNames)[number];

type Country = Pick<CountryRules, 'payLater'>;
type Rule = {
  words: string;
  holds: (facts: ApprovalFacts, country: Country) => boolean;
  figure: ((facts: ApprovalFacts) => Figure | null) | null;
  mendedBy: MendedBy;
};

const financed = ({ campaignBudget, campaignAdditionalAmount }: ApprovalFacts): Cents =>
  totalFinance({ budgetCents: campaignBudget ?? 0, additionalCents: campaignAdditionalAmount ?? 0 });
const money = (value: Cents | null): Figure => ({ kind: 'money', value });
const share = (value: number | null): Figure => ({ kind: 'share', value });
const count = (value: number): Figure => ({ kind: 'count', value });
const isAbove = (value: number | null): boolean => value !== null && value > 0;

// biome-ignore format: a table
const rules = {
  saved:          { words: 'The card is saved and not being edited',                    holds: (f) => !f.isEditing,                                   figure: null,                                         mendedBy: 'isEditing' },
  budget:         { words: 'The campaign budget is above $0',                           holds: (f) => isAbove(f.campaignBudget),                      figure: (f) => money(f.campaignBudget),               mendedBy: 'campaignBudget' },
  feeSet:         { words: 'The service fee is set',                                    holds: (f) => f.serviceFee !== null,                          figure: (f) => money(f.serviceFee),                   mendedBy: 'serviceFee' },
  feeAbove:       { words: 'The service fee is above $0',                               holds: (f) => isAbove(f.serviceFee),                          figure: (f) => money(f.serviceFee),                   mendedBy: 'serviceFee' },
  rateSet:        { words: 'The interest rate is set',                                  holds: (f) => f.interestRate !== null,                        figure: (f) => share(f.interestRate),                 mendedBy: 'interestRate' },
  comparisonRate: { words: 'The comparison rate is above 0%',                           holds: (f, { payLater }) => !payLater.needsComparisonRate || isAbove(f.comparisonRate), figure: (f) => share(f.comparisonRate), mendedBy: 'serviceFee' },
  manualDocument: { words: 'A manual agreement has its document attached',              holds: (f) => !f.manualAgreement || f.lendingAgreements > 0,  figure: (f) => f.manualAgreement ? count(f.lendingAgreements) : null, mendedBy: 'lendingDocuments' },
  document:       { words: 'A lending agreement is attached, or the agreement is manual', holds: (f) => f.manualAgreement || f.lendingAgreements > 0, figure: (f) => count(f.lendingAgreements),            mendedBy: 'lendingDocuments' },
  schedule:       { words: 'The Marketing Schedule is attached',                        holds: (f) => !f.isScheduleMissing,                           figure: null,                                         mendedBy: 'marketingDocuments' },
  valuation:      { words: `Total finance is below ${approvalLimitPerCent}% of the valuation`, holds: (f) => isBelowApprovalLimit(financed(f), f),    figure: (f) => share(shareOfValuation(financed(f), f)), mendedBy: 'sellingPriceMin' },
} satisfies Record<string, Rule>;

export type ApprovalRuleName = keyof typeof rules;
export const approvalRuleNames = Object.keys(rules) as [ApprovalRuleName, ...ApprovalRuleName[]];

/** The rules for approving a finance application. Pay Upfront has none: a payment approves it. */
// biome-ignore format: a table
export const approvalRules: Record<FinanceOptionCode, readonly ApprovalRuleName[]> = {
  pl:  ['saved', 'budget', 'feeSet', 'rateSet', 'comparisonRate', 'manualDocument', 'schedule', 'valuation'],
  pos: ['saved', 'budget', 'feeAbove', 'document', 'schedule'],
  pn:  [],
};

export type CheckedRule = {
  name: ApprovalRuleName;
  words: string;
  holds: boolean;
  figure: Figure | null;
  mendedBy: MendedBy;
};

/** Every rule of the option with its figure and whether it passes, for the screen beside Approve. */
export function checkApproval(option: FinanceOptionCode, facts: ApprovalFacts, country: Country): CheckedRule[] {
  return approvalRules[option]
    .filter((name) => name !== 'comparisonRate' || country.payLater.needsComparisonRate)
    .filter((name) => name !== 'schedule' || facts.isScheduleMissing !== null)
    .map((name) => {
      const { words, holds, figure, mendedBy }: Rule = rules[name];
      return { name, words, holds: holds(facts, country), figure: figure?.(facts) ?? null, mendedBy };
    });
}

/** Decides an approval. The screen calls it first; the server calls it again with the row locked. */
export function decideApproval(
  option: FinanceOptionCode | null,
  facts: ApprovalFacts,
  country: Country,
): Decision<null> {
  if (option !== 'pl' && option !== 'pos') {
    return refuse('not-financed', 'Only a Pay Later or Pay On Success application is approved.');
  }
  const broken = checkApproval(option, facts, country).filter(({ holds }) => !holds);
  if (broken.length === 0) return allow(null);
  return refuse('not-approvable', `${approvalHint}: ${broken.map(({ words }) => words).join('; ')}.`);
}
