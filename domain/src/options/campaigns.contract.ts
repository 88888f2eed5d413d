import { applicationStatuses } from '@kerb/domain/options/applications.ts';
import { campaignStatuses } from '@kerb/domain/options/campaign-status.ts';
import { financeOptionCodes, fundsPurposes, paymentMethodIntents } from '@kerb/domain/vocabulary/value-lists.ts';
import { day, digits, hrefOf, id, link, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const optionCode = z.enum(financeOptionCodes);

/** The second campaign model: a campaign with its budget and its finance application. */
export const campaign = z.object({
  id,
  href: z.string(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  tenant: link('/v1/tenants'),
  property: z.nullable(link('/v1/properties')),
  agreement: hrefOf,
  vendors: hrefOf,
  budget: z.object({
    amount: z.nullable(sum),
    financeOptionCode: z.nullable(optionCode),
    /** How the payer paid upfront, or chose to. */
    upfrontPaymentMethod: z.nullable(z.enum(paymentMethodIntents)),
    fundsPurpose: z.enum(fundsPurposes),
    plannedStartDate: z.nullable(day),
    /** For the team: the payers who were sent their Payment URL. */
    vendorsSentTo: z.optional(z.array(id)),
  }),
  /** The application of the chosen option; null if it needs none. */
  financeApplication: z.nullable(
    z.object({ status: z.enum(applicationStatuses), financeOptionCode: optionCode, amount: sum }),
  ),
});
export type Campaign = z.output<typeof campaign>;

// biome-ignore format: a table
export const campaignEndpoints = defineEndpoints({
  get: { method: 'GET', path: '/v2/campaigns/{id}', permission: 'agreement.read', summary: 'Read a campaign in the second model', params: z.object({ id: digits }), response: campaign, versioned: true },
});
