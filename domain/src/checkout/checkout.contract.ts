import { branding, brandShades } from '@kerb/domain/branding/branding.contract.ts';
import { payerSteps, screenNames } from '@kerb/domain/checkout/screens.ts';
import { attachment } from '@kerb/domain/documents/documents.contract.ts';
import { financeTerms, loanView } from '@kerb/domain/loans/loans.contract.ts';
import { campaignCosts } from '@kerb/domain/options/options.contract.ts';
import { campaignMoney } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { payment, paymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { mortgageChoices } from '@kerb/domain/signing/mortgage-answer.ts';
import { payerFlow } from '@kerb/domain/signing/signing.contract.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes, fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { day, digits, id, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const optionCode = z.enum(financeOptionCodes);

/** The organisation whose page it is. Pictures are addresses that the browser's sign-in cookie opens. */
const organisation = z.extend(z.omit(branding.shape.organisation, { colour: true }), {
  id,
  /** The shades of its colour, or of the product's if it chose none. */
  shades: brandShades,
});

const facts = z.array(z.tuple([z.string(), z.string()]));

const property = z.object({
  address: z.string(),
  /** What the organisation has entered, each with its label. */
  facts,
});

/** Another payer of the campaign: the name and the step, and nothing else. */
const otherPayer = z.object({ name: z.string(), step: z.enum(payerSteps) });

/** The agreement as it will be signed, part by part: the same parts from which its PDF is drawn. */
export const paperBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('parties'),
    columns: z.array(z.object({ label: z.string(), lines: z.array(z.string()) })),
  }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('facts'), rows: facts }),
  z.object({ kind: z.literal('table'), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
]);
export const paper = z.object({ title: z.string(), blocks: z.array(paperBlock) });

/** Whether the payer can cancel the application here, must enter a code first, or must call. */
export const cancelStates = ['no', 'open', 'code-first', 'by-phone'] as const;

/** Everything that the payer's page shows, in one answer. */
export const checkout = z.object({
  id,
  /** For If-Match. */
  version: z.int(),
  /** The Flow No., by which support finds the campaign. */
  reference: z.string(),
  /** Today in the organisation's time zone. */
  today: day,
  screen: z.enum(screenNames),
  /** The questions of this visit, in order. */
  path: z.array(z.enum(screenNames)),
  status: z.enum(agreementStatuses),
  /** Why information was requested, or why the application was declined. */
  statusReason: z.nullable(z.string()),
  purpose: z.enum(fundsPurposes),
  option: z.nullable(optionCode),
  name: z.string(),
  amount: z.nullable(sum),
  startDate: z.nullable(day),
  description: z.nullable(z.string()),
  listingUrl: z.nullable(z.string()),
  organisation,
  agent: branding.shape.agent,
  property: z.nullable(property),
  propertyPhoto: branding.shape.propertyPhoto,
  /** Whether the payer lets the organisation correct the property; null if nobody asks. */
  agentMayCorrect: z.nullable(z.boolean()),
  /** The phone numbers of this answer as people write them here, by the number as it is stored. */
  phones: z.record(z.string(), z.string()),
  help: z.object({ brand: z.string(), phone: z.string(), emailAddress: z.nullable(z.string()) }),
  /** The reader; `openedBy` names a team member or admin who looks at the payer's page. */
  reader: z.object({
    name: z.string(),
    openedBy: z.nullable(z.string()),
    isViewing: z.boolean(),
    /** Whether the reader has an account, and so other pages here. */
    hasAccount: z.boolean(),
  }),
  /** The offered options that can be chosen now, in display order. Empty once nothing can be chosen. */
  choices: z.array(optionCode),
  costs: campaignCosts,
  mortgage: z.nullable(z.enum(mortgageChoices)),
  flow: payerFlow,
  /** The day on which the reader signed, in the organisation's time zone. */
  signedDay: z.nullable(day),
  others: z.array(otherPayer),
  /** Null if nothing is or was paid by the chosen option. */
  payment: z.nullable(paymentDetails),
  payments: z.array(payment),
  money: campaignMoney,
  /** The terms to agree to now; null if none are asked for. */
  terms: z.nullable(financeTerms),
  /** The agreement to read and sign now; null if there is none. */
  paper: z.nullable(paper),
  /** What a borrower reads about the loan besides its figures: the team's notes, and when it is funded. */
  lending: z.nullable(z.object({ notes: z.nullable(z.string()), sentences: z.array(z.string()) })),
  loan: z.nullable(loanView),
  documents: z.array(attachment),
  cancel: z.enum(cancelStates),
});
/** With amounts in cents, as the server has it. */
export type Checkout = z.output<typeof checkout>;
/** As it is sent, with amounts in dollars. The page reads this, so that it needs no codecs. */
export type SentCheckout = z.input<typeof checkout>;

// biome-ignore format: a table
export const checkoutEndpoints = defineEndpoints({
  read: { method: 'GET', path: '/v1/agreements/{id}/checkout', permission: 'payer.flow', summary: 'Read everything that the payer’s own page shows', params: z.object({ id: digits }), response: checkout, also: [409] },
});
