import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { AgreementStatus } from '@kerb/domain/agreements/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose } from '@kerb/domain/agreements/value-lists.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

export type Facts = Partial<AgreementValues>;

/** The campaign that the facts are about, and where it is on its way. */
export type Arrival = {
  number: number;
  /** Where the campaign ends, its place among those, and how many of those came before it with the same option. */
  status: AgreementStatus;
  place: number;
  turn: number;
  option: FinanceOptionCode;
  budget: Cents;
  /** The day on which it gets there, today, and the day on which it came to rest. */
  day: Day;
  today: Day;
  rested: Day;
};

type Payment = Pick<Facts, 'campaignBudgetUpfrontPaymentMethodIntent' | 'campaignUpfrontPaymentMethod'>;

/** How upfront campaigns are paid, in turn. */
// biome-ignore format: a table
const payments: readonly Required<Payment>[] = [
  { campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer', campaignUpfrontPaymentMethod: 'dc'     },
  { campaignBudgetUpfrontPaymentMethodIntent: 'credit-card',   campaignUpfrontPaymentMethod: 'card'   },
  { campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer', campaignUpfrontPaymentMethod: 'manual' },
];

/** What payers who still owe something have said about how they will pay; one has not said it yet. */
const intents = [null, 'credit-card', 'bank-transfer'] as const;

/** The way of paying that a payer names with their choice of option. What waits for approval waits for a transfer. */
export function factsOfChoice({ status, turn, option }: Pick<Arrival, 'status' | 'turn' | 'option'>): Facts {
  if (option !== 'pn') return {};
  if (status === 'waiting-info') return { campaignBudgetUpfrontPaymentMethodIntent: intents[turn % intents.length]! };
  if (status === 'waiting-approval') return { campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer' };
  const { campaignBudgetUpfrontPaymentMethodIntent } = payments[turn % payments.length]!;
  return { campaignBudgetUpfrontPaymentMethodIntent };
}

/** Whether the payer of an upfront campaign that has gone on pays by bank transfer. */
export const paysByTransfer = (campaign: Pick<Arrival, 'status' | 'turn' | 'option'>): boolean =>
  factsOfChoice(campaign).campaignBudgetUpfrontPaymentMethodIntent === 'bank-transfer';

/** Money that comes in just before a campaign moves on to a status. */
export function factsBefore(to: AgreementStatus, arrival: Arrival, { payOnSuccess }: CountryRules): Facts {
  const { number, turn, option, budget, day } = arrival;
  if (to === 'approved' && option === 'pn') {
    return {
      campaignUpfrontAmount: budget,
      campaignUpfrontPaymentMethod: payments[turn % payments.length]!.campaignUpfrontPaymentMethod,
      campaignUpfrontPaymentRef: `DEMO-${number}`,
      campaignUpfrontPaymentDate: day,
    };
  }
  if (to === 'signed' && option === 'pos' && payOnSuccess) {
    const serviceFee = Math.round((budget * payOnSuccess.serviceFeeBasisPoints) / 10_000);
    return { serviceFee, serviceFeePaymentRef: `DEMO-FEE-${number}`, serviceFeePaymentMethod: 'card' };
  }
  return {};
}

/** When a sale settles, as far as anyone knows yet: some soon, some overdue. */
function settlementOf({ status, place, today, rested }: Arrival): Day | null {
  if (status === 'complete') return rested;
  if (status === 'waiting-settlement') return addDays(today, place * 5 - 10);
  return place % 2 === 0 ? addDays(today, place * 4 - 6) : null;
}

/** What becomes known of the sale once a campaign has got to a status. */
export function factsAfter(to: AgreementStatus, arrival: Arrival): Facts {
  const { status, day } = arrival;
  if (to === 'withdrawn') return { propertyWithdrawnFromSaleDate: day };
  const isKnown = to === 'waiting-settlement' || (to === status && ['signed', 'executed'].includes(status));
  const propertySettlementDate = isKnown ? settlementOf(arrival) : null;
  return propertySettlementDate ? { propertySettlementDate } : {};
}

type Sale = { number: number; place: number; purpose: FundsPurpose; budget: Cents; raised: Day };

const ownerships = ['principal-residence', 'investment', 'secondary-residence'] as const;
const priceStep: Cents = 10_000_00;

/** What the house is thought to fetch: enough for its campaign, so that a loan for it could be approved. */
function priceOf({ number, budget }: Pick<Sale, 'number' | 'budget'>): Cents {
  const asked = 620_000_00 + ((number * 13) % 24) * 35_000_00;
  return Math.ceil(Math.max(asked, budget * 40) / priceStep) * priceStep;
}

/** Every third property is for sale by auction, five weeks after its campaign was raised; a deposit is for one sold. */
export function factsOfSale({ place, raised, ...sale }: Sale, { methodsOfSale }: CountryRules): Facts {
  const price = priceOf(sale);
  if (sale.purpose === 'deposit') return { soldPrice: price };
  const otherwise = methodsOfSale.filter((method) => method !== 'auction');
  const isAuction = place % 3 === 1;
  return {
    natureOfOwnership: ownerships[place % ownerships.length]!,
    methodOfSale: isAuction ? 'auction' : otherwise[place % otherwise.length]!,
    ...(isAuction && { auctionDate: addDays(raised, 35) }),
    sellingPriceMin: price,
    sellingPriceMax: Math.ceil((price * 1.08) / priceStep) * priceStep,
  };
}
