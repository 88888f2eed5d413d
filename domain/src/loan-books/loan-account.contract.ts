import { statementKinds } from '@kerb/domain/loan-books/loan-statement.ts';
import { arrearsGroupNames } from '@kerb/domain/loans/arrears.ts';
import { depositInstructions, paymentStatuses } from '@kerb/domain/payments/payments.contract.ts';
import { day, digits, id, link, money, paragraph, requiredParagraph, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { signedMoney } from '@kerb/domain/wire/signed-money.ts';
import * as z from 'zod/mini';

/** The lines of a loan's balance in the ledger. `repaid` is negative. */
export const accountLineKeys = [
  'principal',
  'serviceFee',
  'caveatFee',
  'budgetOwnerFee',
  'interest',
  'repaid',
] as const;
export type AccountLineKey = (typeof accountLineKeys)[number];

const repaymentMethods = ['direct-deposit', 'manual'] as const;

const repayment = z.object({
  id,
  paymentNumber: z.string(),
  status: z.enum(paymentStatuses),
  date: day,
  amount: sum,
  method: z.enum(repaymentMethods),
  description: z.nullable(z.string()),
  /** How it was divided. The rest is held for the payer. */
  fees: sum,
  interest: sum,
  principal: sum,
  /** Of a loan that was written off before the money came. */
  recovered: sum,
  held: sum,
});

/** A drawn loan as the ledger has it. */
export const loanAccount = z.object({
  agreement: link('/v1/agreements'),
  /** Today in the organisation's time zone. */
  today: day,
  /** The day that the balance is for. */
  day,
  lines: z.array(z.object({ key: z.enum(accountLineKeys), label: z.string(), amount: signedMoney })),
  /** What repaying costs on that day. */
  owed: sum,
  /** The payer's money that is held, because more came than was owed. */
  held: sum,
  dueDate: z.nullable(day),
  arrears: z.nullable(
    z.object({ dueDate: day, daysPastDue: z.int(), group: z.enum(arrearsGroupNames), label: z.string(), amount: sum }),
  ),
  /** What repaying costs today and on each of the next days. Amounts of later days are estimates. */
  ahead: z.array(z.object({ day, total: sum, isEstimate: z.boolean() })),
  /** The account and the reference for a transfer; null if the platform has no account configured. */
  payTo: z.nullable(depositInstructions),
  repayments: z.array(repayment),
  /** What was written off and not recovered since. */
  writtenOff: sum,
  /** Whether this person may record a repayment, and write off the rest, now. The endpoints check again. */
  mayRecord: z.boolean(),
  mayWriteOff: z.boolean(),
  /** The same for a rest of a dollar or more, which a second admin confirms; whether that waits; and taking it back. */
  mayAskWriteOff: z.boolean(),
  isWriteOffAsked: z.boolean(),
  mayReverseWriteOff: z.boolean(),
});
export type LoanAccount = z.output<typeof loanAccount>;

/** What a loan owed, day by day, from the ledger. Amounts that repay are negative. */
export const loanStatementView = z.object({
  agreement: link('/v1/agreements'),
  from: day,
  to: day,
  opening: signedMoney,
  lines: z.array(
    z.object({
      day,
      /** The last day of interest of several days. */
      until: z.nullable(day),
      kind: z.enum(statementKinds),
      description: z.string(),
      amount: signedMoney,
      balance: signedMoney,
    }),
  ),
  closing: signedMoney,
});
export type LoanStatementView = z.output<typeof loanStatementView>;

/** Money that arrived for a loan. */
export const newRepayment = z.strictObject({
  amount: money,
  date: day,
  method: z._default(z.enum(repaymentMethods), 'direct-deposit'),
  description: z.optional(z.nullable(paragraph(500))),
});
export type NewRepayment = z.output<typeof newRepayment>;

const oneAgreement = z.object({ id: digits });
const period = z.object({ from: z.optional(day), to: z.optional(day) });
export const writingOff = z.strictObject({ reason: requiredParagraph(500) });
export type WritingOff = z.output<typeof writingOff>;

// biome-ignore format: a table
export const loanAccountEndpoints = defineEndpoints({
  get:          { method: 'GET',  path: '/v1/agreements/{id}/loan-account', permission: 'loan.read', summary: 'Read a drawn loan as the ledger has it: balance by line on a day, repayments, arrears, and how to repay', params: oneAgreement, query: z.object({ date: z.optional(day) }), response: loanAccount },
  statement:    { method: 'GET',  path: '/v1/agreements/{id}/loan-statement', permission: 'loan.read', summary: 'Read the statement of a loan for a period: opening, every line, and what is owed at the end', params: oneAgreement, query: period, response: loanStatementView },
  statementPdf: { method: 'GET',  path: '/v1/agreements/{id}/loan-statement/pdf', permission: 'loan.read', summary: 'Download the statement of a loan as a PDF', params: oneAgreement, query: period, file: 'application/pdf' },
  repay:        { method: 'POST', path: '/v1/agreements/{id}/repayments', permission: 'payment.record', summary: 'Record money that repays a loan, in part, exactly or too much', params: oneAgreement, body: newRepayment, response: loanAccount, idempotent: true },
  writeOffRest: { method: 'POST', path: '/v1/agreements/{id}/write-off-rest', permission: 'payment.record', summary: 'Write off the rest of a loan, if it is less than a dollar', params: oneAgreement, body: writingOff, response: loanAccount, idempotent: true },
  askWriteOff:  { method: 'POST', path: '/v1/agreements/{id}/write-off', permission: 'payment.record', summary: 'Ask a second admin to write off what is owed of a loan', params: oneAgreement, body: writingOff, response: loanAccount, idempotent: true },
  reverseWriteOff: { method: 'POST', path: '/v1/agreements/{id}/write-off/reverse', permission: 'payment.record', summary: 'Reverse what was written off of a loan: it is owed again', params: oneAgreement, body: writingOff, response: loanAccount, idempotent: true },
});
