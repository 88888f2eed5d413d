import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose, paymentMethodIntents } from '@kerb/domain/vocabulary/value-lists.ts';
import { inTurn } from '@kerb/server/demo/seeded-choice.ts';

export type Facts = Partial<AgreementValues>;

/** The campaign, and where it is on its path. */
export type Arrival = {
  number: number;
  /** The campaign's final status, its position in that status, and how many before it have the same option. */
  status: AgreementStatus;
  place: number;
  turn: number;
  option: FinanceOptionCode;
  budget: Cents;
  /** The day on which it reaches the step, today, and the day on which it reached its final status. */
  day: Day;
  today: Day;
  rested: Day;
};

type Intent = (typeof paymentMethodIntents)[number];

/** How Pay Upfront campaigns are paid, in rotation. */
// biome-ignore format: a table
const payments: readonly { intent: Intent; method: PaymentMethod }[] = [
  { intent: 'bank-transfer', method: 'direct-deposit' },
  { intent: 'credit-card',   method: 'card'           },
  { intent: 'bank-transfer', method: 'manual'         },
];

/** How payers who still owe money say they will pay; one has not said it yet. */
const intents = [null, 'credit-card', 'bank-transfer'] as const;

type Paying = Pick<Arrival, 'status' | 'turn' | 'option'>;

/**
 * The payment method that a payer names with their choice of option. A campaign that waits for approval waits for a
 * transfer.
 */
export function intentOf({ status, turn, option }: Paying): Intent | null {
  if (option !== 'pn') return null;
  if (status === 'waiting-info') return inTurn(intents, turn);
  if (status === 'waiting-approval') return 'bank-transfer';
  return inTurn(payments, turn).intent;
}

/** Whether the payer of a Pay Upfront campaign pays by bank transfer. */
export const paysByTransfer = (campaign: Paying): boolean => intentOf(campaign) === 'bank-transfer';

/** The method of the payment that moves a campaign to a status, or that comes just before; null if there is none. */
export function methodBefore(to: AgreementStatus, { turn, option }: Paying): PaymentMethod | null {
  if (to === 'approved' && option === 'pn') return inTurn(payments, turn).method;
  return to === 'signed' && option === 'pos' ? 'card' : null;
}

/** The settlement date, if it is known: some soon, some overdue. Loans that are not drawn yet settle later. */
function settlementOf({ status, place, today, rested }: Arrival): Day | null {
  if (status === 'complete') return rested;
  if (status === 'waiting-settlement') return addDays(today, place * 5 - 12);
  return place % 2 === 0 ? addDays(today, place * 4 + 30) : null;
}

/** What becomes known about the sale when a campaign reaches a status. */
export function factsAfter(to: AgreementStatus, arrival: Arrival): Facts {
  const { status, day } = arrival;
  if (to === 'withdrawn') return { propertyWithdrawnFromSaleDate: day };
  // A drawn loan with a known settlement date waits for settlement.
  const isKnown = to === 'waiting-settlement' || (to === status && status === 'signed');
  const propertySettlementDate = isKnown ? settlementOf(arrival) : null;
  return propertySettlementDate ? { propertySettlementDate } : {};
}

type Sale = { number: number; place: number; purpose: FundsPurpose; budget: Cents; raised: Day };

const ownerships = ['principal-residence', 'investment', 'secondary-residence'] as const;
const priceStep: Cents = 10_000_00;

/** The expected price of the property: high enough that a loan for its campaign could be approved. */
export function priceOf({ number, budget }: Pick<Sale, 'number' | 'budget'>): Cents {
  const asked = 620_000_00 + ((number * 13) % 24) * 35_000_00;
  return Math.ceil(Math.max(asked, budget * 40) / priceStep) * priceStep;
}

/**
 * Every third property is sold by auction, five weeks after its campaign was created. A deposit is for a sold property.
 */
export function factsOfSale({ place, raised, ...sale }: Sale, { methodsOfSale }: CountryRules): Facts {
  const price = priceOf(sale);
  if (sale.purpose === 'deposit') return { soldPrice: price };
  const otherwise = methodsOfSale.filter((method) => method !== 'auction');
  const isAuction = place % 3 === 1;
  return {
    natureOfOwnership: inTurn(ownerships, place),
    methodOfSale: isAuction ? 'auction' : inTurn(otherwise, place),
    ...(isAuction && { auctionDate: addDays(raised, 35) }),
    sellingPriceMin: price,
    sellingPriceMax: Math.ceil((price * 1.08) / priceStep) * priceStep,
  };
}
