import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { aheadKinds } from '@kerb/domain/loans/amounts-ahead.ts';
import { approvalRuleNames, mendedByNames } from '@kerb/domain/loans/approval.ts';
import { feeLineKeys } from '@kerb/domain/loans/fees.ts';
import { balanceLineKeys } from '@kerb/domain/loans/loan-figures.ts';
import { loanInvoiceTypes } from '@kerb/domain/loans/loan-invoices.ts';
import { payoutLetterStates } from '@kerb/domain/loans/payout-letters.ts';
import { reminderNames, reminderStates, reminderSwitches } from '@kerb/domain/loans/reminders.ts';
import { timelineKinds, timelineStates } from '@kerb/domain/loans/timeline.ts';
import { invoiceContacts } from '@kerb/domain/organisations/invoice-contacts.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { budget, day, digits, fraction, id, link, moment, money, requiredText, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { signedMoney } from '@kerb/domain/wire/signed-money.ts';
import * as z from 'zod/mini';

const oneAgreement = z.object({ id: digits });
/** Per cent with two decimals, encoded as dollars and cents are. A share of a low price may be very large. */
const perCent = sum;
const nullableDay = z.nullable(day);

/** The cost of repaying on a day, line by line. Interest that has not accrued by today is marked as an estimate. */
export const balanceView = z.object({
  day,
  isEstimate: z.boolean(),
  lines: z.array(
    z.object({ key: z.enum(balanceLineKeys), label: z.string(), amount: signedMoney, isEstimate: z.boolean() }),
  ),
  accruedInterest: sum,
  estimatedInterest: sum,
  total: sum,
});
export type BalanceView = z.output<typeof balanceView>;

const figure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('money'), value: z.nullable(sum) }),
  z.object({ kind: z.literal('share'), value: z.nullable(perCent) }),
  z.object({ kind: z.literal('count'), value: z.nullable(z.int()) }),
]);

export const approvalView = z.object({
  /** Whether the status allows Approve: waiting-approval and waiting-info. */
  isOpen: z.boolean(),
  /** Whether every rule passes for the saved values. A card in editing adds its own rule. */
  holds: z.boolean(),
  rules: z.array(
    z.object({
      name: z.enum(approvalRuleNames),
      words: z.string(),
      holds: z.boolean(),
      figure: z.nullable(figure),
      mendedBy: z.enum(mendedByNames),
    }),
  ),
  /** The largest budget that would pass; null if none would, or if there is no limit. */
  largestBudget: z.nullable(sum),
});
export type ApprovalView = z.output<typeof approvalView>;

export const reminderView = z.object({
  name: z.enum(reminderNames),
  label: z.string(),
  day,
  state: z.enum(reminderStates),
  sentDate: z.nullable(moment),
  recipients: z.array(z.string()),
  governedBy: z.enum(reminderSwitches),
  isOn: z.boolean(),
});
export type ReminderView = z.output<typeof reminderView>;

const reminderSwitch = z.object({
  name: z.enum(reminderSwitches),
  isOn: z.boolean(),
  /** If the organisation has it off, it is off for the campaign and cannot be switched on. */
  isOnForOrganisation: z.boolean(),
});

export const timelineView = z.object({
  day,
  kind: z.enum(timelineKinds),
  label: z.string(),
  state: z.enum(timelineStates),
});

const contact = z.object({
  type: z.enum(invoiceContacts),
  label: z.string(),
  emails: z.array(z.string()),
  /** The message if there is no address. */
  message: z.nullable(z.string()),
});
export const invoiceContactsView = z.object({
  primary: z.array(contact),
  secondary: z.array(contact),
  message: z.nullable(z.string()),
});
export type InvoiceContactsView = z.output<typeof invoiceContactsView>;

/** The cost of repaying on the days ahead, and the interest for each day in between. */
const aheadView = z.object({
  amounts: z.array(z.object({ kind: z.enum(aheadKinds), day, total: sum, isEstimate: z.boolean() })),
  interestPerDay: z.nullable(sum),
  interestFrom: nullableDay,
});

export const loanInvoiceView = z.object({
  id,
  number: z.string(),
  type: z.enum(loanInvoiceTypes),
  issueDate: day,
  dueDate: z.nullable(day),
  balance: balanceView,
  /** What it comes to on the settlement and on the due day. Null for an invoice from before this was stated. */
  settlement: z.nullable(aheadView),
  total: sum,
  createdDate: moment,
  sentDate: z.nullable(moment),
  sentTo: z.array(z.string()),
});
export type LoanInvoiceView = z.output<typeof loanInvoiceView>;

const invoiceAction = z.object({
  type: z.enum(loanInvoiceTypes),
  label: z.string(),
  isAllowed: z.boolean(),
  because: z.nullable(z.string()),
});

export const payoutLetter = z.object({
  id,
  code: z.string(),
  payoutDate: day,
  validUntil: day,
  total: sum,
  createdDate: moment,
  state: z.enum(payoutLetterStates),
  href: z.string(),
});
export type PayoutLetter = z.output<typeof payoutLetter>;

/** What anyone with a letter's code sees: the letter's facts, and whether they are still valid. */
export const confirmedLetter = z.object({
  code: z.string(),
  state: z.enum(payoutLetterStates),
  stateLabel: z.string(),
  brand: z.string(),
  flowNumber: z.string(),
  property: z.nullable(z.string()),
  payoutDate: day,
  validUntil: day,
  issuedDate: day,
  lines: z.array(z.object({ label: z.string(), amount: signedMoney })),
  total: sum,
  payTo: z.nullable(
    z.object({
      accountName: z.string(),
      bsbNumber: z.nullable(z.string()),
      accountNumber: z.string(),
      reference: z.string(),
    }),
  ),
});
export type ConfirmedLetter = z.output<typeof confirmedLetter>;

/** A campaign's loan as one person may see it: fields that they may not see are absent. */
export const loanView = z.object({
  agreement: link('/v1/agreements'),
  financeOptionCode: z.nullable(z.enum(financeOptionCodes)),
  /** Today in the organisation's time zone. */
  today: day,
  /** Whether the loan is drawn and not repaid. */
  isRunning: z.boolean(),
  /** Null before the loan has a start date. `onDate` is for the requested day. */
  balances: z.nullable(z.object({ today: balanceView, onDate: z.nullable(balanceView), atEnd: balanceView })),
  /** Null before the loan has a start date, and once it is repaid. */
  ahead: z.nullable(aheadView),
  dates: z.object({
    signatureDate: nullableDay,
    loanStartDate: nullableDay,
    /** By the rule of the agreement: the day of the last signature, or of the drawdown if that is later. */
    expectedLoanStartDate: nullableDay,
    drawdownDate: nullableDay,
    repaidDate: nullableDay,
    settlementDate: nullableDay,
    withdrawnDate: nullableDay,
    loanEndDate: nullableDay,
    longestEndDate: nullableDay,
    interestStartsOn: nullableDay,
    dueDate: nullableDay,
    dueInDays: z.nullable(z.int()),
    loanPeriodDays: z.nullable(z.int()),
  }),
  /** What was written off and not recovered. A loan with it is closed, and was not repaid. */
  writtenOff: sum,
  /** Null before the loan has a start date. A payer does not see switched-off reminders. */
  timeline: z.nullable(z.array(timelineView)),
  /** For an admin. */
  approval: z.optional(approvalView),
  valuation: z.optional(
    z.object({
      midpoint: z.nullable(sum),
      loanToValue: z.nullable(perCent),
      financeShare: z.nullable(perCent),
    }),
  ),
  /** For the team: every automatic message of the loan, past and future. */
  reminders: z.optional(z.array(reminderView)),
  reminderSwitches: z.optional(z.array(reminderSwitch)),
  invoices: z.optional(
    z.object({
      actions: z.array(invoiceAction),
      /** The fields that an invoice lacks, and the message; empty and null if complete. */
      missing: z.array(z.string()),
      message: z.nullable(z.string()),
      last: z.nullable(loanInvoiceView),
    }),
  ),
  payout: z.object({
    isOpen: z.boolean(),
    because: z.nullable(z.string()),
    earliest: nullableDay,
    latest: nullableDay,
    letters: z.array(payoutLetter),
  }),
});
export type LoanView = z.output<typeof loanView>;

/** What a payer agrees to. */
export const financeTerms = z.object({
  financeOptionCode: z.enum(financeOptionCodes),
  version: z.string(),
  title: z.string(),
  contentHtml: z.string(),
  criteria: z.array(z.object({ displayOrder: z.int(), contentHtml: z.string() })),
  inShort: z.array(z.string()),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});
export type FinanceTerms = z.output<typeof financeTerms>;

/** The terms for the fee calculator: the country's, or those of the organisation named by `brand`. */
export const calculatorTerms = z.object({
  brandName: z.nullable(z.string()),
  identifier: z.nullable(z.string()),
  /** Null if the organisation has a rate of its own, which is for admins and its payers: ask for an estimate. */
  interestRate: z.nullable(perCent),
  serviceFeePercent: fraction,
  caveatFee: money,
  budgetOwnerFee: money,
  budgetOwnerFeeName: z.string(),
  interestFreeOffered: z.boolean(),
  interestFreeDays: z.int(),
});
export type CalculatorTerms = z.output<typeof calculatorTerms>;

/** The cost of Pay Later for an amount and a number of days, without the rate. */
export const calculatorEstimate = z.object({
  days: z.int(),
  lines: z.array(z.object({ key: z.enum(feeLineKeys), label: z.string(), amount: sum })),
  total: sum,
  /** The total by day of repayment. */
  points: z.array(z.object({ day: z.int(), total: sum })),
});
export type CalculatorEstimate = z.output<typeof calculatorEstimate>;

const brand = z.optional(z.string().check(z.trim(), z.maxLength(100)));
/** Dollars in a query: digits, with at most two decimals. */
const budgetInQuery = z.pipe(
  z.codec(z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, fieldWords.enterAmount)), z.number(), {
    decode: Number,
    encode: String,
  }),
  budget,
);

export const newLoanInvoice = z.strictObject({ type: z._default(z.enum(loanInvoiceTypes), 'standard') });
const sent = z.object({ success: z.boolean(), sentTo: z.array(z.string()) });
const payoutCode = z.object({ code: requiredText(40) });

// biome-ignore format: a table
export const loanEndpoints = defineEndpoints({
  get:               { method: 'GET',  path: '/v1/agreements/{id}/loan', permission: 'loan.read', summary: 'Read the loan of a campaign: balance today and on a date, dates, rules, reminders, timeline', params: oneAgreement, query: z.object({ date: z.optional(day) }), response: loanView },
  terms:             { method: 'GET',  path: '/v1/agreements/{id}/finance-terms', permission: 'loan.read', summary: 'Read the terms that the payer of a campaign agrees to', params: oneAgreement, response: financeTerms, also: [409] },
  sendApprovedEmail: { method: 'POST', path: '/v2/campaigns/{id}/send-approved-email', permission: 'loan.terms', summary: 'Send the approval email to the payers again', params: oneAgreement, response: sent },
  sendInvoice:       { method: 'POST', path: '/v2/loan/{id}/send-invoice', permission: 'loan.manage', summary: 'Send the loan invoice to its contacts', params: oneAgreement, body: newLoanInvoice, response: sent },
  generateInvoice:   { method: 'POST', path: '/v2/loan/{id}/generate-invoice', permission: 'loan.manage', summary: 'Make and store a loan invoice without sending it', params: oneAgreement, body: newLoanInvoice, response: loanInvoiceView, status: 201 },
  invoiceContacts:   { method: 'POST', path: '/v2/loan/{id}/get-loan-invoice-contacts', permission: 'loan.manage', summary: 'List the recipients of the loan invoice', params: oneAgreement, response: invoiceContactsView, withoutKey: 'reads' },
  downloadInvoice:   { method: 'GET',  path: '/loan/{id}/download-loan-invoice', permission: 'loan.read', summary: 'Download the last loan invoice as a PDF, or a preview of today’s', params: oneAgreement, file: 'application/pdf' },
  downloadAgreement: { method: 'GET',  path: '/loan/{id}/download-loan-agreement', permission: 'loan.agreement', summary: 'Download the loan agreement as a PDF', params: oneAgreement, file: 'application/pdf' },
  issuePayoutLetter: { method: 'POST', path: '/v1/agreements/{id}/payout-letters', permission: 'loan.payout', summary: 'Issue a payout letter for a day', params: oneAgreement, body: z.strictObject({ date: day }), response: payoutLetter, status: 201 },
  downloadPayout:    { method: 'GET',  path: '/v1/agreements/{id}/payout-letters/{letterId}/pdf', permission: 'loan.payout', summary: 'Download a payout letter as a PDF', params: z.object({ id: digits, letterId: digits }), file: 'application/pdf' },
  confirmPayout:     { method: 'GET',  path: '/v1/payout-letters/{code}', permission: 'anyone', summary: 'Check by its code whether a payout letter is valid', params: payoutCode, response: confirmedLetter, also: [429] },
  calculator:        { method: 'GET',  path: '/v1/calculator', permission: 'anyone', summary: 'Read the terms for the fee calculator', query: z.object({ brand }), response: calculatorTerms, also: [429] },
  estimate:          { method: 'GET',  path: '/v1/calculator/estimate', permission: 'anyone', summary: 'Estimate the cost of Pay Later with the terms of an organisation', query: z.object({ brand, campaignBudget: budgetInQuery, additional: z._default(budgetInQuery, 0), days: digits }), response: calculatorEstimate, also: [429] },
});
