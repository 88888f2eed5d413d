import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { BilledKind } from '@kerb/domain/payments/payments.contract.ts';
import { surchargeOf, surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * The kind of payment for each option, and whether it includes the budget. Pay Later is repaid as a loan, not paid
 * here.
 */
// biome-ignore format: a table
export const paidBy: Record<FinanceOptionCode, { kind: BilledKind; includesBudget: boolean } | null> = {
  pn:  { kind: 'upfront',     includesBudget: true  },
  pos: { kind: 'service-fee', includesBudget: false },
  pl:  null,
};

/** The terms of the campaign's own offer; null if it has none. */
export type OfferTerms = { serviceFee: Cents | null; discount: Cents | null };

export type AmountDue = { campaignBudget: Cents; serviceFee: Cents; discount: Cents; amount: Cents };

/** The service fee, plus for Pay Upfront the budget less its discount. The discount never exceeds the budget. */
export function amountDue(option: FinanceOptionCode, campaignBudget: Cents | null, terms: OfferTerms): AmountDue {
  const includesBudget = paidBy[option]?.includesBudget ?? false;
  const budget = includesBudget ? (campaignBudget ?? 0) : 0;
  const discount = Math.min(terms.discount ?? 0, budget);
  const serviceFee = terms.serviceFee ?? 0;
  return { campaignBudget: budget, serviceFee, discount, amount: serviceFee + budget - discount };
}

/** The rest to pay, never negative. Money beyond the amount due is held. */
export const leftToPay = (dueCents: Cents, paidCents: Cents): Cents => Math.max(0, dueCents - paidCents);

/**
 * The amount that the options panel shows as due now. It includes the surcharge only if every card has the same one;
 * otherwise the surcharge depends on a card that is not known yet.
 */
export function dueNowDisplay(country: CountryRules, day: Day, dueCents: Cents): Cents {
  if (!country.dueNowShowsSurcharge) return dueCents;
  const dearest = Math.max(0, ...surchargesOn(country, day).map(({ basisPoints }) => basisPoints));
  return dueCents + surchargeOf(dueCents, dearest);
}
