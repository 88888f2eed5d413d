import { batchStatuses } from '@kerb/domain/batches/batch-moves.ts';
import { directions } from '@kerb/domain/payments/movements.ts';
import { ownAccounts } from '@kerb/domain/payments/own-accounts.ts';
import { lineCursorForm } from '@kerb/domain/statements/line-cursor.ts';
import { lineStates } from '@kerb/domain/statements/line-moves.ts';
import {
  type MatchOutcome,
  matchOutcomes,
  matchReasons,
  matchStrengths,
  sameOrAnother,
} from '@kerb/domain/statements/propose-matches.ts';
import {
  cappedPageOf,
  day,
  digits,
  id,
  link,
  moment,
  money,
  pageQuery,
  requiredParagraph,
  requiredText,
  sum,
  text,
} from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { signedMoney } from '@kerb/domain/wire/signed-money.ts';
import * as z from 'zod/mini';

/** The part of the form that has the file. */
export const statementPart = 'statement';
/** The other parts of the form. `account` is needed if there are two. */
export const statementFields = z.strictObject({ account: z.optional(z.enum(ownAccounts)) });

const imported = z.object({
  newLines: z.int(),
  knownLines: z.int(),
  refusedLines: z.int(),
  /** The first lines that cannot be read. */
  refused: z.array(z.object({ line: z.int(), because: z.string() })),
  /** The first lines that were imported before. An equal payment of the same day in a file of its own is one too. */
  known: z.array(z.object({ line: z.int(), id, date: day, amount: signedMoney, words: z.string() })),
});
export type ImportedStatement = z.output<typeof imported>;

const campaign = z.object({
  agreement: link('/v1/agreements'),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  flowNumber: z.string(),
  name: z.string(),
});

const proposal = z.extend(campaign, {
  reasons: z.array(z.enum(matchReasons)),
  strength: z.enum(matchStrengths),
  outcome: z.enum(Object.keys(matchOutcomes) as [MatchOutcome, ...MatchOutcome[]]),
  /** Why it cannot be accepted; null if it can. */
  refusal: z.nullable(z.string()),
  /** The rest to pay. */
  left: sum,
  /** A payment of the same amount that was recorded by hand: the line may be the same money. */
  recorded: z.nullable(z.object({ paymentNumber: z.string(), date: day })),
  /** The account that this money belongs to, if it came into the other one. */
  rightAccount: z.nullable(z.enum(ownAccounts)),
});
export type StatementProposal = z.output<typeof proposal>;

/** What a batch paid, or what the bank sent back of it. */
const lineTransfer = z.object({
  batch: link('/v1/batch-payments'),
  status: z.enum(batchStatuses),
  amount: sum,
  /** Whether the bank sent it back. */
  isBounced: z.boolean(),
  /** The campaign of this payment; null for the whole batch. */
  campaign: z.nullable(campaign),
});
export type LineTransfer = z.output<typeof lineTransfer>;

/** A movement between our accounts that was recorded. */
const lineMovement = z.object({
  movement: id,
  direction: z.enum(directions),
  amount: sum,
  day,
  reference: z.string(),
});
export type LineMovement = z.output<typeof lineMovement>;

const statementLine = z.object({
  id,
  /** The account whose statement has this line. */
  account: z.enum(ownAccounts),
  date: day,
  amount: signedMoney,
  words: z.string(),
  state: z.enum(lineStates),
  isGoingOut: z.boolean(),
  fileName: z.string(),
  proposals: z.array(proposal),
  /** The campaign and payment that it was matched with. A linked payment was recorded by hand before. */
  match: z.nullable(z.extend(campaign, { paymentNumber: z.string(), isLinked: z.boolean() })),
  /** A payout of the card gateway, for many campaigns, or money that the card gateway took. */
  isPayout: z.boolean(),
  /** The card gateway’s fee: what it kept of a payout, or took. */
  payoutFee: sum,
  /** What went out by a batch, or came back, and this line may be. */
  transferProposals: z.array(lineTransfer),
  /** What went out by a batch, or came back, and this line is. */
  transfer: z.nullable(lineTransfer),
  /** The recorded movements between our accounts that this line may be. */
  movementProposals: z.array(lineMovement),
  /** The movement between our accounts that this line is. */
  movement: z.nullable(lineMovement),
  ignoreReason: z.nullable(z.string()),
  /** When it reached its state, and by whom. */
  stateDate: moment,
  stateByName: z.nullable(z.string()),
});
export type BankStatementLine = z.output<typeof statementLine>;

const lines = z.extend(cappedPageOf(statementLine), {
  /** The lines before and after these, the newest first; null at the ends. */
  newerCursor: z.nullable(z.string()),
  olderCursor: z.nullable(z.string()),
  counts: z.object({ unmatched: z.int(), matched: z.int(), ignored: z.int() }),
  /** The states that have more lines than were counted. */
  uncounted: z.array(z.enum(lineStates)),
  /** Whether our own money has a bank account of its own: a statement is of one of the two. */
  hasTwoAccounts: z.boolean(),
});

const linesQuery = z.object({
  state: z._default(z.enum(lineStates), 'unmatched'),
  perPage: pageQuery.perPage,
  /** From an earlier answer. Without one, the newest lines. */
  cursor: z.optional(z.string().check(z.regex(lineCursorForm))),
});
const oneLine = z.object({ id: digits });
const equal = z.strictObject({
  fileName: requiredText(200),
  line: z.int().check(z.positive(), z.maximum(2_147_483_647)),
});
const accepted = z.strictObject({
  agreement: link('/v1/agreements'),
  /** Needed if a payment of the same amount was recorded by hand: whether the line is the same money. */
  recorded: z.optional(z.enum(sameOrAnother)),
});
/** The fee that the card gateway kept of a payout, or took. */
export const gatewayPayout = z.strictObject({ fee: z._default(money, 0) });
const transferred = z.strictObject({
  batch: link('/v1/batch-payments'),
  /** The campaign of one payment. Without it, the line is the whole batch. */
  agreement: z.optional(link('/v1/agreements')),
});
/** A movement that was recorded before. Without it, the line records a new one. */
const moved = z.strictObject({ movement: z.optional(id) });
const sentBack = z.strictObject({ batch: link('/v1/batch-payments'), agreement: link('/v1/agreements') });
export const ignoring = z.strictObject({ reason: requiredParagraph(500) });

// biome-ignore format: a table
export const statementEndpoints = defineEndpoints({
  import:  { method: 'POST', path: '/v1/bank-statements', permission: 'statement.match', summary: 'Import a bank’s CSV file (multipart: statement, and account if there are two); known lines are not imported again', response: imported, upload: true },
  sample:  { method: 'GET',  path: '/v1/bank-statements/sample', permission: 'statement.match', summary: 'Download a sample statement for campaigns that wait for money; only in a sandbox', file: 'text/csv', also: [404] },
  lines:   { method: 'GET',  path: '/v1/bank-statement-lines', permission: 'statement.read', summary: 'List the statement lines in a state, the newest first, with the campaigns that each may pay', query: linesQuery, response: lines },
  another: { method: 'POST', path: '/v1/bank-statement-lines/{id}/another', permission: 'statement.match', summary: 'Import a line that equals a known one: another payment of the same day, amount and words', params: oneLine, body: equal, response: statementLine },
  find:    { method: 'GET',  path: '/v1/bank-statement-lines/{id}/campaign', permission: 'statement.read', summary: 'Read what a line would pay for the campaign with a Flow No.', params: oneLine, query: z.object({ flowNumber: z._default(text(30), '') }), response: proposal },
  accept:  { method: 'POST', path: '/v1/bank-statement-lines/{id}/accept', permission: 'statement.match', summary: 'Record a line as a payment of a campaign, or link it to the payment that was recorded by hand', params: oneLine, body: accepted, response: statementLine },
  payout:  { method: 'POST', path: '/v1/bank-statement-lines/{id}/payout', permission: 'statement.match', summary: 'Record a line as a payout of the card gateway, or as what the card gateway took, with its fee', params: oneLine, body: gatewayPayout, response: statementLine },
  transfer: { method: 'POST', path: '/v1/bank-statement-lines/{id}/transfer', permission: 'statement.match', summary: 'Match an outgoing line with a batch or one of its payments; a batch that is processing is transferred once all of it is matched', params: oneLine, body: transferred, response: statementLine, proof: 'always' },
  bounce:  { method: 'POST', path: '/v1/bank-statement-lines/{id}/bounce', permission: 'statement.match', summary: 'Match an incoming line with a payment that the bank sent back; its funds are owed again', params: oneLine, body: sentBack, response: statementLine, proof: 'always' },
  movement: { method: 'POST', path: '/v1/bank-statement-lines/{id}/movement', permission: 'statement.match', summary: 'Record a line as a movement between the trust account and the operating account, or match it with one that was recorded', params: oneLine, body: moved, response: statementLine },
  undo:    { method: 'POST', path: '/v1/bank-statement-lines/{id}/undo', permission: 'statement.match', summary: 'Undo a match: void the payment, unlink one that was recorded by hand, reverse the payout, or unlink a batch or a movement', params: oneLine, response: statementLine },
  ignore:  { method: 'POST', path: '/v1/bank-statement-lines/{id}/ignore', permission: 'statement.match', summary: 'Ignore a line, with a reason', params: oneLine, body: ignoring, response: statementLine },
  restore: { method: 'POST', path: '/v1/bank-statement-lines/{id}/restore', permission: 'statement.match', summary: 'Restore an ignored line', params: oneLine, response: statementLine },
});
