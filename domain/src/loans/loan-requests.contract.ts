import { loanRequestKindNames, loanRequestStates } from '@kerb/domain/loans/loan-request-words.ts';
import { day, digits, id, moment, paragraph, requiredParagraph, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const longestWords = 1000;

/** The evidence of one signature of a letter. Null: not stored then, or erased. */
const letterEvidence = z.object({
  legalName: z.nullable(z.string()),
  codeSentBy: z.enum(['sms', 'email']),
  emailAddress: z.nullable(z.string()),
  mobilePhone: z.nullable(z.string()),
  /** In the organisation's time zone, with its offset. */
  localTime: z.nullable(z.string()),
  /** The sentence that the payer confirmed. */
  consent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The SHA-256 of what the letter states. */
  documentKey: z.string(),
});
export type LetterEvidence = z.output<typeof letterEvidence>;

const loanRequest = z.object({
  id,
  kind: z.enum(loanRequestKindNames),
  state: z.enum(loanRequestStates),
  stateLabel: z.string(),
  /** The payer who asked. */
  askedBy: z.string(),
  askedDate: moment,
  wishedDate: day,
  /** Only for the payer who asked, and for admins. */
  reason: z.nullable(z.string()),
  canPay: z.nullable(z.string()),
  /** The last day of the law for an answer, and whether it has passed without one. */
  answerBy: day,
  isLate: z.boolean(),
  answer: z.nullable(z.string()),
  answeredDate: z.nullable(moment),
  earlierDueDate: z.nullable(day),
  newDueDate: z.nullable(day),
  /** Every payer signs the variation letter. The new due date holds when all have signed. */
  signatures: z.array(
    z.object({
      ...{ signatory: id, displayName: z.string(), isOwn: z.boolean(), signatureDate: z.nullable(moment) },
      /** Only for admins. */
      evidence: z.nullable(letterEvidence),
    }),
  ),
  mayAnswer: z.boolean(),
  maySign: z.boolean(),
  /** The variation letter; null unless it was granted. */
  href: z.nullable(z.string()),
});
export type LoanRequest = z.output<typeof loanRequest>;

export const loanRequests = z.object({
  /** The newest first. */
  items: z.array(loanRequest),
  /** Whether this person may ask for other terms now, and for which days. */
  mayAsk: z.boolean(),
  earliestDate: day,
  latestDate: day,
  /** The payers for whom an admin may record a request. */
  payers: z.array(z.object({ id, displayName: z.string() })),
});
export type LoanRequests = z.output<typeof loanRequests>;

export const newLoanRequest = z.strictObject({
  kind: z.enum(loanRequestKindNames),
  reason: requiredParagraph(longestWords),
  canPay: requiredParagraph(longestWords),
  wishedDate: day,
  /** An admin names the payer who asked by phone or by letter. A payer asks for themselves. */
  signatoryId: z.optional(id),
});
export type NewLoanRequest = z.output<typeof newLoanRequest>;

export const loanRequestAnswer = z.strictObject({
  outcome: z.enum(['granted', 'declined']),
  newDueDate: z.optional(z.nullable(day)),
  /** For the payers. A request is declined with a reason. */
  answer: z.optional(paragraph(longestWords)),
});
export type LoanRequestAnswer = z.output<typeof loanRequestAnswer>;

const ofAgreement = z.object({ id: digits });
const ofRequest = z.object({ id: digits, requestId: digits });
const code = z.strictObject({ authorisationCode: requiredText(20) });
const codeSent = z.object({ authorisationMethod: z.enum(['sms', 'email']), sentTo: z.string() });

// biome-ignore format: a table
export const loanRequestEndpoints = defineEndpoints({
  list:     { method: 'GET',  path: '/v1/agreements/{id}/loan-requests', permission: 'loan.ask', summary: 'List the requests for other terms of a loan', params: ofAgreement, response: loanRequests },
  ask:      { method: 'POST', path: '/v1/agreements/{id}/loan-requests', permission: 'loan.ask', summary: 'Ask for more time to repay a loan, or tell of hardship', params: ofAgreement, body: newLoanRequest, response: loanRequests, idempotent: true },
  answer:   { method: 'POST', path: '/v1/agreements/{id}/loan-requests/{requestId}/answer', permission: 'loan.answer', summary: 'Grant a request with a new due date, or decline it with a reason', params: ofRequest, body: loanRequestAnswer, response: loanRequests, idempotent: true },
  sendCode: { method: 'POST', path: '/v1/agreements/{id}/loan-requests/{requestId}/request-code', permission: 'loan.ask', summary: 'Send the code that signs a variation letter', params: ofRequest, response: codeSent, withoutKey: 'code' },
  sign:     { method: 'POST', path: '/v1/agreements/{id}/loan-requests/{requestId}/sign', permission: 'loan.ask', summary: 'Sign a variation letter with a code', params: ofRequest, body: code, response: loanRequests, idempotent: true },
  letter:   { method: 'GET',  path: '/v1/agreements/{id}/loan-requests/{requestId}/pdf', permission: 'loan.ask', summary: 'Download the variation letter of a loan as a PDF', params: ofRequest, file: 'application/pdf' },
});
