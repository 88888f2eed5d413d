import { type AgreementFieldName, agreementShape } from '@kerb/domain/agreements/agreement-fields.ts';
import { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionCodes, fundsPurposes, paymentMethodIntents } from '@kerb/domain/vocabulary/value-lists.ts';
import { cappedPageOf, digits, id, link, moment, pageQuery, queryFlag, queryList } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The optional fields of a campaign that a list shows. */
const listedFields = [
  'statusLastUpdate',
  'financeOptionCode',
  'campaignBudget',
  'campaignPlannedStartDate',
  'sentDate',
  'applicationSubmitDate',
  'applicationApprovedDate',
  'auctionDate',
  'propertySettlementDate',
  'propertyWithdrawnFromSaleDate',
] as const satisfies AgreementFieldName[];
type ListedShape = { [Name in (typeof listedFields)[number]]: (typeof agreementShape)[Name] };
const listedShape = Object.fromEntries(listedFields.map((name) => [name, agreementShape[name]])) as ListedShape;

/** A campaign in a list. Every field is sent, null if it is empty; only a payer gets no Action Suggested. */
export const agreementRow = z.object({
  id,
  href: z.string(),
  name: z.string(),
  status: z.enum(agreementStatuses),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  tenantTimeZone: z.string(),
  agentUserName: z.nullable(z.string()),
  campaignBudgetFundsPurpose: z.enum(fundsPurposes),
  lastUpdateDate: moment,
  paymentState: z.enum(paymentStates),
  /** How the campaign was paid upfront; before that, how the payer chose to pay. */
  paymentWay: z.nullable(z.enum(paymentMethodIntents)),
  actionSuggested: z.optional(z.boolean()),
  ...listedShape,
});
export type AgreementRow = z.output<typeof agreementRow>;

/** A page of campaigns. Only a search is capped. */
export const agreementPage = cappedPageOf(agreementRow);

export const listQuery = z.object({
  ...pageQuery,
  tenantId: z.optional(digits),
  propertyId: z.optional(digits),
  agentUserId: z.optional(digits),
  signatoryUserId: z.optional(digits),
  status: z.optional(queryList(agreementStatuses)),
  finance: z.optional(queryList(financeOptionCodes)),
  sortBy: z._default(z.enum(agreementSorts), 'status'),
  sortDesc: z._default(queryFlag, true),
  actionSuggested: z._default(queryFlag, false),
  textQuery: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});

const statusVolume = z.object({ status: z.enum(agreementStatuses), campaigns: z.int() });

/** Apart from the contract of one campaign, because the list is the first screen that loads. */
// biome-ignore format: a table
export const agreementListEndpoints = defineEndpoints({
  list:      { method: 'GET',  path: '/v1/agreements', permission: 'agreement.read', summary: 'List the campaigns that you may see, in pages', query: listQuery, response: agreementPage, csv: true, also: [404] },
  volumes:   { method: 'GET',  path: '/v1/agreements/volumes', permission: 'agreement.volumes', summary: 'Count the campaigns in each status', response: z.object({ items: z.array(statusVolume) }) },
});
