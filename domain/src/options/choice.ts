import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/agreements/value-lists.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import {
  isOffered,
  notAvailable,
  type OptionFacts,
  optionsOpenIn,
  tooSmallFor,
} from '@kerb/domain/options/option-rules.ts';

type ChoiceFacts = Pick<
  OptionFacts,
  'status' | 'campaignBudget' | 'campaignUpfrontPaymentRef' | 'serviceFeePaymentRef' | 'offered'
>;

/** Decides the payer's choice, or staff's for them. A choice may be changed until the campaign is approved or paid. */
export function decideChoice(
  facts: ChoiceFacts,
  code: FinanceOptionCode,
  country: Pick<CountryRules, 'payLater' | 'payOnSuccess'>,
): Decision<FinanceOptionCode> {
  if (facts.campaignUpfrontPaymentRef !== null || facts.serviceFeePaymentRef !== null) {
    return refuse('already-paid', 'This campaign has been paid for, so its payment option stands.');
  }
  if (!optionsOpenIn.includes(facts.status)) {
    return refuse('choice-closed', 'The payment option of this campaign can no longer be changed.');
  }
  if (!isOffered(facts, code)) return refuse('option-not-offered', `${notAvailable(code)}.`);
  const tooSmall = tooSmallFor(code, facts, country);
  return tooSmall ? refuse('budget-too-small', tooSmall) : allow(code);
}

/** What the payer is told once a choice stands. */
export const choiceWords = (code: FinanceOptionCode): string => `You have chosen ${financeOptionLabels[code]}.`;
