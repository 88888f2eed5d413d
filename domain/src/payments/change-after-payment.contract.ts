import { moneyLineNames } from '@kerb/domain/payments/change-after-payment.ts';
import { invoiceLineTypes } from '@kerb/domain/payments/invoice-status.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { budget, day, digits, id, money, requiredParagraph, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { signedMoney } from '@kerb/domain/wire/signed-money.ts';
import * as z from 'zod/mini';

/** A campaign's figures, each from the ledger. Those that a person may not see are absent. */
export const campaignMoney = z.object({
  paymentState: z.enum(paymentStates),
  /** Paid on valid invoices. */
  paid: sum,
  /** Still to pay on valid invoices. */
  due: sum,
  /** The payer's money that we hold. */
  held: sum,
  /** Requested from the card gateway as a refund, and not confirmed yet. */
  underRefund: sum,
  returned: sum,
  /** For the team: kept for the organisation, ordered from the bank, and transferred. */
  kept: z.optional(sum),
  onItsWay: z.optional(sum),
  transferred: z.optional(sum),
  /** For the team: fees, surcharges and their tax. */
  earned: z.optional(sum),
  /** For an admin: signed and not transferred, lent, and paid out beyond what was kept. */
  agreed: z.optional(sum),
  lent: z.optional(sum),
  shortfall: z.optional(sum),
});
export type CampaignMoneyView = z.output<typeof campaignMoney>;

const moneyChange = z.strictObject({
  campaignBudget: z.optional(budget),
  financeOptionCode: z.optional(z.enum(financeOptionCodes)),
  serviceFee: z.optional(budget),
});

export const changePreview = z.strictObject({ change: moneyChange });

/** What a change does to the money that was received: the same plan is shown first and carried out then. */
export const moneyPlan = z.object({
  before: campaignMoney,
  after: campaignMoney,
  lines: z.array(z.object({ what: z.enum(moneyLineNames), amount: sum, words: z.string() })),
  voidedInvoices: z.array(z.object({ id, amount: sum })),
  newInvoice: z.nullable(
    z.object({
      amount: sum,
      paidAmount: sum,
      dueDate: day,
      lines: z.array(z.object({ type: z.enum(invoiceLineTypes), amount: signedMoney, description: z.string() })),
    }),
  ),
  status: z.object({ before: z.enum(agreementStatuses), after: z.enum(agreementStatuses) }),
  /** Signatures on the earlier agreement end. */
  endsSignatures: z.boolean(),
});
export type MoneyPlan = z.output<typeof moneyPlan>;

/** The figures that the person saw: if the plan has others by now, nothing is done. */
const expected = z.strictObject({ kept: sum, billed: sum, held: sum });
export const changeRequest = z.strictObject({
  change: moneyChange,
  reason: requiredParagraph(500),
  expected,
  /** Held money that was returned to the payer by bank transfer, and the transfer's reference. */
  returned: z.optional(z.strictObject({ amount: money, description: requiredParagraph(500) })),
});
export type ChangeRequest = z.output<typeof changeRequest>;

const oneAgreement = z.object({ id: digits });

// biome-ignore format: a table
export const campaignMoneyEndpoints = defineEndpoints({
  money:         { method: 'GET',  path: '/v1/agreements/{id}/money', permission: 'payment.read', summary: 'Read what was paid for a campaign, what is due and what is held', params: oneAgreement, response: campaignMoney },
  previewChange: { method: 'POST', path: '/v1/agreements/{id}/money-change/preview', permission: 'payment.change', summary: 'Show what a change of budget, option or fee would do to the money that was received', params: oneAgreement, body: changePreview, response: moneyPlan, withoutKey: 'reads' },
  change:        { method: 'POST', path: '/v1/agreements/{id}/money-change', permission: 'payment.change', summary: 'Change budget, option or fee after money was received, as shown', params: oneAgreement, body: changeRequest, response: z.object({ plan: moneyPlan, money: campaignMoney }), idempotent: true },
});
