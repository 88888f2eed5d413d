import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import { type Cents, centsFromTyped, largestBudgetCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { daysToEstimate } from '@kerb/domain/loans/cost-over-time.ts';
import { estimatePayLater, type FeeLine } from '@kerb/domain/loans/fees.ts';
import { costsOf, type Way } from '@kerb/domain/options/costs.ts';
import {
  type CampaignOption,
  isUsable,
  type TenantOption,
  tenantOptions,
} from '@kerb/domain/options/finance-options.ts';
import { tooSmallFor } from '@kerb/domain/options/option-rules.ts';
import { type LoanTerms, payOnSuccessFee, usualLoanTerms } from '@kerb/domain/options/option-terms.ts';
import { surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

/** What a visitor typed into the calculator of a website. */
export type AskedCosts = { budgetCents: Cents; days: number };

/** The terms of the organisation whose website it is. */
export type EmbedTerms = {
  options: readonly TenantOption[];
  identifier: string | null;
  exemptNames: readonly string[];
  today: Day;
};

type Line = { label: string; amountCents: Cents };

/** One way of paying, as the calculator of a website shows it. */
export type EmbedCost = {
  optionCode: FinanceOptionCode;
  label: string;
  words: string;
  dueNow: Cents;
  total: Cents;
  lines: readonly Line[];
  totalLabel: string;
  /** What a card would add. Not in the total. */
  surcharges: readonly Line[];
  /** Future interest is not owed yet, so a total that contains any is an estimate. */
  isEstimate: boolean;
};

/** Reads the two fields of the calculator. */
export function readAsked(
  typed: { budget: string; days: string },
  country: Pick<CountryRules, 'longestLoanDays'>,
): { asked: AskedCosts | null; errors: FieldErrors } {
  const budgetCents = centsFromTyped(typed.budget);
  const days = /^\d{1,3}$/.test(typed.days.trim()) ? Number(typed.days) : null;
  const isTooLarge = budgetCents !== null && budgetCents > largestBudgetCents;
  const errors = {
    ...((budgetCents === null || budgetCents === 0) && fieldError('budget', 'notValid', fieldWords.enterAmount)),
    ...(isTooLarge && fieldError('budget', 'notValid', fieldWords.budgetTooLarge)),
    ...((days === null || days > country.longestLoanDays) && fieldError('days', 'notValid', daysToEstimate(country))),
  };
  if (budgetCents === null || days === null || Object.keys(errors).length > 0) return { asked: null, errors };
  return { asked: { budgetCents, days }, errors };
}

/** A campaign that has the organisation's own terms and nothing more. */
const newCampaign = (optionCode: FinanceOptionCode): CampaignOption => ({
  optionCode,
  serviceFee: null,
  discount: null,
  interestFreeOffered: true,
});

function loanOf({ budgetCents }: AskedCosts, terms: EmbedTerms, country: CountryRules): LoanTerms {
  const tenant = must(tenantOptions(terms.options, { financeOptions: ['pl'] })[0], 'option Pay Later');
  const offer = {
    tenant,
    campaign: newCampaign('pl'),
    tenantIdentifier: terms.identifier,
    exemptNames: terms.exemptNames,
    today: terms.today,
  };
  return usualLoanTerms({ campaignBudget: budgetCents, campaignAdditionalAmount: null }, offer, country);
}

function upfrontCost(ways: readonly Way[], asked: AskedCosts): EmbedCost | null {
  const [transfer, ...cards] = ways.filter(({ optionCode }) => optionCode === 'pn');
  if (!transfer) return null;
  return {
    optionCode: 'pn',
    label: financeOptionLabels.pn,
    words: 'You pay before the campaign starts. A bank transfer costs nothing more. A card adds a surcharge.',
    dueNow: transfer.dueNow,
    total: transfer.total,
    lines: [{ label: 'Marketing budget', amountCents: asked.budgetCents }],
    totalLabel: 'Total by bank transfer',
    surcharges: cards.map(({ label, extra }) => ({ label: `Surcharge for ${label}`, amountCents: extra })),
    isEstimate: false,
  };
}

function onSuccessCost(ways: readonly Way[], asked: AskedCosts): EmbedCost | null {
  const way = ways.find(({ optionCode }) => optionCode === 'pos');
  if (!way) return null;
  return {
    optionCode: 'pos',
    label: financeOptionLabels.pos,
    words: 'You pay a fee first, and the marketing from the sale. Not every campaign is eligible.',
    dueNow: way.dueNow,
    total: way.total,
    lines: [
      { label: 'Service fee', amountCents: way.extra },
      { label: 'Marketing budget, when it sells', amountCents: asked.budgetCents },
    ],
    totalLabel: 'Total',
    surcharges: [],
    isEstimate: false,
  };
}

const isShown = ({ key, amountCents }: FeeLine): boolean => key === 'budget' || amountCents > 0;

function laterCost(loan: LoanTerms, { budgetCents, days }: AskedCosts, country: CountryRules): EmbedCost {
  const estimate = estimatePayLater(
    { ...loan, budgetCents, additionalCents: 0, days, serviceFeeBasisPoints: 0 },
    country,
  );
  const isEstimate = estimate.lines.some(({ key, amountCents }) => key === 'interest' && amountCents > 0);
  const nameOf = ({ key, label }: FeeLine) => {
    if (key === 'budget') return 'Marketing budget';
    return key === 'interest' ? `${label} over ${days} days` : label;
  };
  return {
    optionCode: 'pl',
    label: financeOptionLabels.pl,
    words: `You pay nothing now, and everything from the sale. This is for a sale that is settled after ${days} days.`,
    dueNow: 0,
    total: estimate.totalCents,
    lines: estimate.lines.filter(isShown).map((line) => ({ label: nameOf(line), amountCents: line.amountCents })),
    totalLabel: isEstimate ? 'Estimated total' : 'Total',
    surcharges: [],
    isEstimate,
  };
}

/** The ways of paying that the organisation offers for such a budget, by the rules of a campaign. */
export function embedCosts(asked: AskedCosts, terms: EmbedTerms, country: CountryRules): EmbedCost[] {
  const { budgetCents: campaignBudget } = asked;
  const available = tenantOptions(terms.options, country);
  const isOffered = (code: FinanceOptionCode) =>
    available.some((option) => option.optionCode === code && isUsable(option)) &&
    tooSmallFor(code, { campaignBudget }, country) === null;
  const cards = surchargesOn(country, terms.today).map(({ label, basisPoints }, place) => ({
    key: `card-${place}`,
    label,
    basisPoints,
  }));
  const ways = costsOf({
    campaignBudget,
    startDate: terms.today,
    upfront: isOffered('pn') ? { amountCents: campaignBudget, cards } : null,
    onSuccess: isOffered('pos')
      ? { serviceFeeCents: payOnSuccessFee({ campaignBudget, discount: null }, country) }
      : null,
    loan: null,
  });
  const later = isOffered('pl') ? laterCost(loanOf(asked, terms, country), asked, country) : null;
  return [upfrontCost(ways, asked), onSuccessCost(ways, asked), later].filter((cost) => cost !== null);
}
