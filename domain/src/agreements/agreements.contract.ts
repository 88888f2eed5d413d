import { agreementShape } from '@kerb/domain/agreements/agreement-fields.ts';
import { savedContactShape } from '@kerb/domain/agreements/contact-fields.ts';
import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { organisationTypes } from '@kerb/domain/vocabulary/organisation-types.ts';
import { fundsStates, paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { budget, day, digits, hrefOf, id, link, moment, paragraph, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { externalShape, sentExternalShape } from '@kerb/domain/wire/external-refs.ts';
import * as z from 'zod/mini';

const oneAgreement = z.object({ id: digits });

/** Figures of the campaign's loan, computed and never stored. */
const derivedShape = {
  campaignFinanceDueDate: z.nullable(day),
  campaignFinanceDueInDays: z.nullable(z.int()),
  campaignFinanceLoanPeriodDays: z.nullable(z.int()),
  campaignFinanceInterestFreeValue: z.nullable(sum),
  campaignFinanceTotalInterest: z.nullable(sum),
  campaignFinanceTotalDue: z.nullable(sum),
};

/** Read from the campaign's ledger and never stored. Where the funds are is for the team. */
const booksShape = {
  paymentState: z.enum(paymentStates),
  /** Whether the payer has paid, also if the payment failed, was voided or was returned. A loan is no payment. */
  hasMoneyRecords: z.boolean(),
  fundsState: z.enum(fundsStates),
};

/** A campaign as one person may see it: fields that they may not see are absent. */
export const agreement = z.object({
  id,
  href: z.string(),
  status: z.enum(agreementStatuses),
  ...z.partial(z.object({ ...agreementShape, ...derivedShape, ...booksShape })).shape,
  name: z.string(),
  lastUpdateDate: moment,
  campaignBudgetFundsPurpose: z.enum(fundsPurposes),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  /** The campaign's days are those of its organisation. */
  tenantTimeZone: z.string(),
  tenantWebsiteUrl: z.optional(z.nullable(z.string())),
  budgetOwnerTenant: link('/v1/tenants'),
  /** For the team: which details the organisation must give, and whether its users may add a property. */
  tenantType: z.optional(z.enum(organisationTypes)),
  budgetOwnerAllowsProperty: z.optional(z.boolean()),
  property: z.nullable(link('/v1/properties')),
  agentUserName: z.nullable(z.string()),
  /** Money was received and did not all go back: budget and option change only by the step ‘Change after payment’. */
  hasMoney: z.boolean(),
  /** We hold money that belongs to the payer: overpaid, or for a campaign that ended. */
  isMoneyHeld: z.boolean(),
  createdDate: moment,
  createdByName: z.nullable(z.string()),
  /** For team members, who may not read the log: who last changed the status. */
  statusChangedByName: z.optional(z.nullable(z.string())),
  /** The Payment URL of the first payer without its secret; null if no link works. */
  vendorUrl: z.optional(z.nullable(z.string())),
  /** For the team and its programs. */
  ...externalShape,
  vendors: hrefOf,
  signatories: hrefOf,
  attachments: hrefOf,
});
export type Agreement = z.output<typeof agreement>;

/** Information Requested and Declined need a reason, which the payer reads. */
export const newStatus = z.strictObject({
  status: z.enum(agreementStatuses),
  /** The status that the caller saw, for a caller without an ETag. Refused if the campaign has another one. */
  expectedStatus: z.optional(z.enum(agreementStatuses)),
  reason: z.optional(paragraph(2_000)),
});

export const newAgreement = z.strictObject({
  campaignBudget: budget,
  campaignPlannedStartDate: day,
  campaignBudgetFundsPurpose: z.enum(fundsPurposes),
  tenant: link('/v1/tenants'),
  /** Payers to add in the same request: if one is refused, no campaign is created. */
  vendors: z.optional(z.array(newPayer).check(z.maxLength(10))),
  ...sentExternalShape,
});

const enteredAmount = z.optional(z.nullable(budget));

/** A client may send the whole campaign back; a save refuses changes of read-only fields. */
export const savedAgreement = z.strictObject({
  ...z.partial(agreement).shape,
  name: z.optional(agreementShape.name),
  campaignBudget: enteredAmount,
  campaignAdditionalAmount: enteredAmount,
  serviceFee: enteredAmount,
  caveatFee: enteredAmount,
  budgetOwnerFee: enteredAmount,
  ...savedContactShape,
  ...sentExternalShape,
});

// biome-ignore format: a table
export const agreementEndpoints = defineEndpoints({
  get:       { method: 'GET',  path: '/v1/agreements/{id}', permission: 'agreement.read', summary: 'Read a campaign', params: oneAgreement, response: agreement, versioned: true },
  create:    { method: 'POST', path: '/v1/agreements', permission: 'agreement.create', summary: 'Create a campaign', body: newAgreement, response: agreement, status: 201, location: '/v1/agreements/{id}', versioned: true, also: [404] },
  save:      { method: 'PUT',  path: '/v1/agreements/{id}', permission: 'agreement.change', summary: 'Change all or some fields of a campaign', params: oneAgreement, body: savedAgreement, response: agreement, versioned: true, ifMatch: true },
  consent:   { method: 'POST', path: '/v1/agreements/{id}/consent', permission: 'agreement.consent', summary: 'Give or withdraw the payer’s consent that the agent edits the property', params: oneAgreement, body: z.strictObject({ vendorAgentDataConsent: z.boolean() }), response: agreement, versioned: true },
  setStatus: { method: 'POST', path: '/v1/agreements/{id}/set-status', permission: 'agreement.set-status', summary: 'Change the status of a campaign', params: oneAgreement, body: newStatus, response: z.object({ status: z.enum(agreementStatuses), vendorUrl: z.nullable(z.string()) }), versioned: true, ifMatch: true },
});
