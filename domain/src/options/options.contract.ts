import { agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { applicationStatuses } from '@kerb/domain/options/applications.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { day, digits, fraction, id, moment, money, rate, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const optionCode = z.enum(financeOptionCodes);
const terms = {
  budgetOwnerFee: z.nullable(money),
  budgetOwnerFeeName: z.nullable(z.string()),
  serviceFeePercent: z.nullable(fraction),
  /** Per cent a year. Never sent to team members. */
  interestRate: z.optional(z.nullable(rate)),
  interestFreeOffered: z.boolean(),
  interestFreeDays: z.nullable(z.int()),
  interestFreeOfferExpiryDate: z.nullable(day),
};

/** An option that an organisation may offer; null means the country's figure. */
export const tenantOption = z.object({
  optionCode,
  active: z.boolean(),
  enabled: z.boolean(),
  offeredByDefault: z.boolean(),
  ...terms,
});

/** An option that a campaign offers its payer, with its terms. */
export const offeredOption = z.object({
  optionCode,
  href: z.string(),
  enabled: z.boolean(),
  /** The option's fee: its own, or by the organisation's or the country's percentage of the budget. */
  serviceFee: z.nullable(money),
  discount: z.nullable(money),
  ...terms,
});
export type OfferedOption = z.output<typeof offeredOption>;

export const financeApplication = z.object({
  id,
  financeOptionCode: z.enum(['pos', 'pl']),
  status: z.enum(applicationStatuses),
  amount: sum,
  createdDate: moment,
  submitDate: z.nullable(moment),
  approvedDate: z.nullable(moment),
});

export const campaignOptions = z.object({
  /** The options that the payer is offered. */
  items: z.array(offeredOption),
  /** For the team: all options that the campaign could offer, as its organisation has them. */
  available: z.optional(z.array(tenantOption)),
  chosen: z.nullable(optionCode),
  /** The application of the chosen option; null if it needs none. */
  application: z.nullable(financeApplication),
});
export type CampaignOptions = z.output<typeof campaignOptions>;

const cost = z.object({
  /** Identifies it among the others: 'bank-transfer', 'pl-90'. */
  key: z.string(),
  optionCode,
  /** The label of this way of paying: 'Visa or Mastercard credit', '90 days'. */
  label: z.string(),
  days: z.nullable(z.int()),
  /** The total paid in the end, and the part of it that is not the campaign itself. */
  total: sum,
  extra: sum,
  /** The amount paid at once, and the day on which the rest is due, if known. */
  dueNow: sum,
  dueDate: z.nullable(day),
  isEstimate: z.boolean(),
});
export type Cost = z.output<typeof cost>;

/** The day of the loan from which Pay Later costs more than another way; null if never. */
const crossover = z.object({ than: z.string(), fromDay: z.nullable(z.int()), onDate: z.nullable(day) });

export const campaignCosts = z.object({
  items: z.array(cost),
  crossovers: z.array(crossover),
  /** Of Pay Later, over the default period. For those who may see rates. */
  comparisonRate: z.optional(z.nullable(rate)),
  interestRate: z.optional(z.nullable(rate)),
  /** The period of the comparison rate, the longest loan, and the loan's first day. */
  usualDays: z.int(),
  longestDays: z.int(),
  startDate: day,
});
export type CampaignCosts = z.output<typeof campaignCosts>;

const oneCampaign = z.object({ id: digits });
const oneOption = z.object({ id: digits, optionCode });
const chosenOption = z.strictObject({ financeOptionCode: optionCode });

// biome-ignore format: a table
export const optionEndpoints = defineEndpoints({
  list:     { method: 'GET',    path: '/v1/agreements/{id}/finance-options', permission: 'option.read', summary: 'List the payment options that a campaign offers', params: oneCampaign, response: campaignOptions },
  offer:    { method: 'POST',   path: '/v1/agreements/{id}/finance-options', permission: 'option.offer', summary: 'Offer a payment option', params: oneCampaign, body: z.strictObject({ optionCode }), response: campaignOptions, status: 201, location: '/v1/agreements/{id}/finance-options' },
  save:     { method: 'PUT',    path: '/v1/agreements/{id}/finance-options/{optionCode}', permission: 'option.offer', summary: 'Switch the interest-free offer of a payment option on or off', params: oneOption, body: z.strictObject({ interestFreeOffered: z.boolean() }), response: campaignOptions },
  withdraw: { method: 'DELETE', path: '/v1/agreements/{id}/finance-options/{optionCode}', permission: 'option.offer', summary: 'Stop offering a payment option', params: oneOption, response: campaignOptions },
  quote:    { method: 'POST',   path: '/v1/agreements/{id}/quote', permission: 'option.quote', summary: 'Quote the cost of Pay On Success', params: oneCampaign, body: chosenOption, response: z.object({ serviceFee: money }), withoutKey: 'reads' },
  costs:    { method: 'GET',    path: '/v1/agreements/{id}/costs', permission: 'option.read', summary: 'Read the cost of each offered way of paying, in dollars', params: oneCampaign, response: campaignCosts },
  choose:   { method: 'POST',   path: '/v1/agreements/{id}/choose-option', permission: 'option.choose', summary: 'Choose the payment option of a campaign', params: oneCampaign, body: chosenOption, response: agreement, versioned: true, ifMatch: true },
  ofTenant: { method: 'GET',    path: '/v1/tenants/{tenantId}/finance-options', permission: 'option.settings', summary: 'List the payment options of an organisation', params: z.object({ tenantId: digits }), response: z.object({ items: z.array(tenantOption) }) },
});
