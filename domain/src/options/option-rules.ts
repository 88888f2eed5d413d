import type { Standing } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { isUsable, type TenantOption } from '@kerb/domain/options/finance-options.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import {
  type FinanceOptionCode,
  type FundsPurpose,
  financeOptionLabels,
  payerWord,
} from '@kerb/domain/vocabulary/value-lists.ts';

/** The facts that the rules for offering need. */
export type OptionFacts = {
  status: AgreementStatus;
  campaignBudget: Cents | null;
  campaignBudgetFundsPurpose: FundsPurpose;
  financeOptionCode: FinanceOptionCode | null;
  /** Whether the payer's money was received, and not all of it went back. */
  hasMoney: boolean;
  /** The options that the campaign offers. */
  offered: readonly { optionCode: FinanceOptionCode; interestFreeOffered: boolean }[];
  /** The options that its organisation has, each option of the country once. */
  available: readonly Pick<
    TenantOption,
    'optionCode' | 'active' | 'enabled' | 'interestFreeOffered' | 'interestFreeOfferExpiryDate'
  >[];
  today: Day;
};

type Limits = Pick<CountryRules, 'payLater' | 'payOnSuccess'>;

/** Before the payer has answered, there is no choice to show in a banner. */
export const bannerHiddenIn: readonly AgreementStatus[] = ['draft', 'waiting-invite'];

type Row = {
  isForDeposits: boolean;
  smallestBudget: (country: Limits) => Cents;
  /** Whether a team member may switch the option off when the budget has become too small for it. */
  teamMayEndBelow: boolean;
  tooSmall: string | null;
};

/** How the options differ when they are switched on or off. */
// biome-ignore format: a table
const rows: Record<FinanceOptionCode, Row> = {
  pn:  { isForDeposits: true,  smallestBudget: () => 0, teamMayEndBelow: true, tooSmall: null },
  pos: { isForDeposits: true,  smallestBudget: ({ payOnSuccess }) => payOnSuccess?.smallestBudgetCents ?? 0, teamMayEndBelow: true,
         tooSmall: 'This campaign is not eligible for Pay On Success Finance as the Campaign Budget is less than $1000.' },
  pl:  { isForDeposits: false, smallestBudget: ({ payLater }) => payLater.smallestBudgetCents, teamMayEndBelow: false,
         tooSmall: 'This campaign is not eligible for Pay Later Finance as the Campaign Budget is less than $1000.' },
};

export const isForPurpose = (code: FinanceOptionCode, purpose: FundsPurpose): boolean =>
  purpose !== 'deposit' || rows[code].isForDeposits;

export const notAvailable = (code: FinanceOptionCode) =>
  `${financeOptionLabels[code]} is not available for this campaign`;
/** An admin checks that a campaign offers an option; the team previews what the payer will see. */
export const overseesOptions = (standing: Standing): boolean => standing === 'admin';
export const optionsTitle = (standing: Standing, purpose: FundsPurpose): string =>
  overseesOptions(standing) ? 'Payment Options' : `${payerWord(purpose)} Payment Options Preview`;

export const enableOne = 'Enable at least one payment option.';

/** Why the budget is too small for an option; null if it is not. */
export function tooSmallFor(
  code: FinanceOptionCode,
  { campaignBudget }: Pick<OptionFacts, 'campaignBudget'>,
  country: Limits,
): string | null {
  return (campaignBudget ?? 0) < rows[code].smallestBudget(country) ? rows[code].tooSmall : null;
}

type Offer = { optionCode: FinanceOptionCode };

export const isOffered = ({ offered }: { offered: readonly Offer[] }, code: FinanceOptionCode): boolean =>
  offered.some(({ optionCode }) => optionCode === code);

/** Whether a campaign of this purpose could offer the option. */
export function isAvailable(facts: OptionFacts, code: FinanceOptionCode): boolean {
  const option = facts.available.find(({ optionCode }) => optionCode === code);
  return option !== undefined && isUsable(option) && isForPurpose(code, facts.campaignBudgetFundsPurpose);
}

const closed = () => refuse('options-closed', 'The payment options of this campaign can no longer be changed.');

/** The country's smallest budget applies to everyone, also to an admin. */
export function decideOffer(facts: OptionFacts, code: FinanceOptionCode, country: Limits): Decision<null> {
  if (!beforeApproval.includes(facts.status)) return closed();
  if (!isAvailable(facts, code)) return refuse('option-not-available', `${notAvailable(code)}.`);
  const tooSmall = tooSmallFor(code, facts, country);
  return tooSmall ? refuse('budget-too-small', tooSmall) : allow(null);
}

export function decideWithdraw(
  facts: OptionFacts,
  code: FinanceOptionCode,
  standing: Standing,
  country: Limits,
): Decision<null> {
  const label = financeOptionLabels[code];
  if (facts.hasMoney && facts.financeOptionCode === code) {
    return refuse('money-received', `Money has been received for this campaign, so ${label} stays offered.`);
  }
  if (!beforeApproval.includes(facts.status)) return closed();
  if (facts.financeOptionCode === code) {
    return refuse('option-chosen', `${label} has been chosen. It can be switched off once another option is chosen.`);
  }
  const tooSmall = standing === 'admin' || rows[code].teamMayEndBelow ? null : tooSmallFor(code, facts, country);
  return tooSmall ? refuse('budget-too-small', tooSmall) : allow(null);
}

const hasEnded = ({ interestFreeOfferExpiryDate: end }: { interestFreeOfferExpiryDate: Day | null }, today: Day) =>
  end !== null && end < today;

export type InterestFreeState = 'none' | 'running' | 'ended';

/** The state of the organisation's interest-free offer today; its last day is included. */
export function interestFreeState({ available, today }: Pick<OptionFacts, 'available' | 'today'>): InterestFreeState {
  const option = available.find(({ optionCode }) => optionCode === 'pl');
  if (!option?.interestFreeOffered) return 'none';
  return hasEnded(option, today) ? 'ended' : 'running';
}

/** An admin may remove an ended offer from a campaign; nobody may add it. */
export function decideInterestFree(facts: OptionFacts, isOn: boolean, standing: Standing): Decision<null> {
  const openIn = standing === 'admin' ? [...beforeApproval, 'approved'] : beforeApproval;
  if (!openIn.includes(facts.status)) return closed();
  if (!isOffered(facts, 'pl')) return refuse('option-not-offered', 'Pay Later is not offered for this campaign.');
  const state = interestFreeState(facts);
  const mayEnd = standing === 'admin' && !isOn;
  if (state === 'running' || mayEnd) return allow(null);
  return refuse(
    'no-interest-free-offer',
    state === 'ended'
      ? 'The interest-free offer of this organisation has ended.'
      : 'This organisation has no interest-free offer.',
  );
}

export type OptionToggle = {
  code: FinanceOptionCode;
  isOffered: boolean;
  mayToggle: boolean;
  /** Why the option is unavailable or cannot be changed. */
  message: string | null;
};

/** One option's card for the team: whether it is on, whether they may switch it, and its message. */
export function toggleOf(
  facts: OptionFacts,
  code: FinanceOptionCode,
  standing: Standing,
  country: Limits,
): OptionToggle {
  const isOn = isOffered(facts, code);
  const verdict = isOn ? decideWithdraw(facts, code, standing, country) : decideOffer(facts, code, country);
  const tooSmall = code === 'pos' && isOn ? null : tooSmallFor(code, facts, country);
  const message = isOn || isAvailable(facts, code) ? tooSmall : notAvailable(code);
  return { code, isOffered: isOn, mayToggle: verdict.ok, message: message ?? (verdict.ok ? null : verdict.because) };
}

/** The cards of the panel, in order. Pay Later is not for deposits, and a country has only its own options. */
export const optionsShown = (
  { campaignBudgetFundsPurpose }: Pick<OptionFacts, 'campaignBudgetFundsPurpose'>,
  { financeOptions }: Pick<CountryRules, 'financeOptions'>,
): FinanceOptionCode[] => financeOptions.filter((code) => isForPurpose(code, campaignBudgetFundsPurpose));

export const optionUnavailable = 'This payment option is not available for this campaign';
