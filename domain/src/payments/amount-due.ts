import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PaymentKind } from '@kerb/domain/payments/payments.contract.ts';
import { surchargeOf, surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** What is paid by each option, and whether the budget is part of it. Pay Later is repaid, which is no payment here. */
// biome-ignore format: a table
export const paidBy: Record<FinanceOptionCode, { kind: PaymentKind; includesBudget: boolean } | null> = {
  pn:  { kind: 'upfront',     includesBudget: true  },
  pos: { kind: 'service-fee', includesBudget: false },
  pl:  null,
};

/** What the campaign's own offer of an option says; null where it says nothing. */
export type OfferTerms = { serviceFee: Cents | null; discount: Cents | null };

export type AmountDue = { campaignBudget: Cents; serviceFee: Cents; discount: Cents; amount: Cents };

/** The service fee, and for Pay Upfront the budget less its discount, which cannot be more than the budget. */
export function amountDue(option: FinanceOptionCode, campaignBudget: Cents | null, terms: OfferTerms): AmountDue {
  const includesBudget = paidBy[option]?.includesBudget ?? false;
  const budget = includesBudget ? (campaignBudget ?? 0) : 0;
  const discount = Math.min(terms.discount ?? 0, budget);
  const serviceFee = terms.serviceFee ?? 0;
  return { campaignBudget: budget, serviceFee, discount, amount: serviceFee + budget - discount };
}

/** What is left to pay; money beyond what is due leaves nothing, and is held. */
export const leftToPay = (dueCents: Cents, paidCents: Cents): Cents => Math.max(0, dueCents - paidCents);

/**
 * What the options panel shows as due now. Where every card bears the same surcharge the figure includes it, so that
 * nobody is surprised; elsewhere it depends on a card that is not known yet.
 */
export function dueNowDisplay(country: CountryRules, day: Day, dueCents: Cents): Cents {
  if (!country.dueNowShowsSurcharge) return dueCents;
  const dearest = Math.max(0, ...surchargesOn(country, day).map(({ basisPoints }) => basisPoints));
  return dueCents + surchargeOf(dueCents, dearest);
}
