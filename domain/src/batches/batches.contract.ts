import { batchStatuses } from '@kerb/domain/batches/batch-moves.ts';
import { waitingReasons } from '@kerb/domain/batches/owed.ts';
import { day, digits, id, link, moment, pageOf, pageQuery, requiredParagraph, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const step = z.object({ date: moment, user: link('/v1/users'), userName: z.string() });

const someFunds = z.object({ campaigns: z.int(), amount: sum });
export type SomeFunds = z.output<typeof someFunds>;

/** Funds that are kept and not paid out yet, for one reason. */
const waitingFunds = z.extend(someFunds, {
  reason: z.enum(waitingReasons),
  /** The first day on which a loan may be paid out. */
  payableFrom: z.nullable(day),
  /** At most 20 of the campaigns. */
  agreements: z.array(z.object({ agreement: link('/v1/agreements'), flowNumber: z.string() })),
});
export type WaitingFunds = z.output<typeof waitingFunds>;

const owedOrganisation = z.object({
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  /** The number of campaigns that the organisation is owed for. */
  campaigns: z.int(),
  amount: sum,
  /** When the longest-waiting campaign became owed. */
  oldestDate: z.nullable(moment),
  batchPaymentSchedule: z.string(),
  /** The next payment day of the funds that the next batch pays; null if there are none. */
  nextPaymentDate: z.nullable(day),
  /** Funds whose payment day has come. */
  due: someFunds,
  toCome: someFunds,
  /** In a batch that is not transferred yet. */
  inBatch: someFunds,
  /** Campaigns with Fund Manually, which an admin pays by hand. */
  manual: someFunds,
  /** Funds that may not be paid out yet, by reason. */
  waiting: z.array(waitingFunds),
  /** Formatted for people; null if the organisation has none. */
  bankAccount: z.nullable(z.string()),
  bankAccountName: z.nullable(z.string()),
  /** Why the account cannot be paid. */
  accountProblem: z.nullable(z.string()),
  accountWarning: z.nullable(z.string()),
  /** When another account takes effect that was confirmed; until then this one is paid. */
  accountChangesDate: z.nullable(moment),
  /** No batch has paid into this account before. */
  isFirstToAccount: z.boolean(),
});
export type OwedOrganisation = z.output<typeof owedOrganisation>;

const batchSummary = z.object({
  id,
  href: z.string(),
  status: z.enum(batchStatuses),
  /** True for an approved batch whose maker or approver stopped being an admin: it needs a new approval. */
  isLapsed: z.optional(z.boolean()),
  total: sum,
  organisations: z.int(),
  campaigns: z.int(),
  /** The number of organisations that are paid into their account for the first time. */
  firstPayments: z.int(),
  created: step,
  approved: z.nullable(step),
  processing: z.nullable(step),
  transferred: z.nullable(step),
  discarded: z.nullable(step),
  discardReason: z.nullable(z.string()),
  file: z.nullable(z.object({ name: z.string(), sha256: z.string(), size: z.int() })),
  /** When the file was downloaded for the first time. From then on discarding needs a second person. */
  fileDownloadedDate: z.nullable(moment),
  /** The request to discard it that waits for a second person. */
  discardAsked: z.nullable(z.extend(step, { act: link('/v1/pending-acts'), reason: z.string() })),
});
export type BatchSummary = z.output<typeof batchSummary>;

const batchItem = z.object({
  agreement: link('/v1/agreements'),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  flowNumber: z.string(),
  name: z.string(),
  amount: sum,
  accountName: z.string(),
  bankAccount: z.string(),
  isFirstToAccount: z.boolean(),
  /** When the bank sent it back, who recorded that and why; null if it did not. It is owed again since then. */
  bounced: z.nullable(z.extend(step, { reason: z.string() })),
  /** Whether a line of a bank statement shows that it went out, by itself or with the whole batch. */
  isOnStatement: z.boolean(),
});
export type BatchItem = z.output<typeof batchItem>;

const batch = z.extend(batchSummary, {
  items: z.array(batchItem),
  /** Why the reader cannot approve it; null if they can, or if it does not wait for approval. */
  approvalRefusal: z.nullable(z.string()),
  /**
   * What it lends, and what is to be moved from the operating account to the trust account before the bank pays it.
   * Null if the bank has paid it, if it lends nothing, or if there is one account.
   */
  lending: z.nullable(z.object({ lent: sum, toMoveFirst: sum })),
});
export type Batch = z.output<typeof batch>;

/** Without a list: all funds that are due to organisations with a valid account. */
const newBatch = z.strictObject({
  tenants: z.optional(z.array(link('/v1/tenants')).check(z.minLength(1), z.maxLength(1_000))),
  /** Includes funds whose payment day has not come yet. */
  includesToCome: z._default(z.boolean(), false),
});
/** A payment of the batch that the bank sent back. */
export const bouncing = z.strictObject({ agreement: link('/v1/agreements'), reason: requiredParagraph(500) });
export const discarding = z.strictObject({ reason: requiredParagraph(500) });
const oneBatch = z.object({ id: digits });
/** Of one organisation, or of all. */
const owedQuery = z.object({ tenantId: z.optional(digits) });
const owed = z.object({ items: z.array(owedOrganisation), total: sum, due: sum });

// biome-ignore format: a table
export const batchEndpoints = defineEndpoints({
  owed:     { method: 'GET',  path: '/v1/batch-payments/owed', permission: 'batch.read', summary: 'List the funds owed to each organisation, the largest amount first', query: owedQuery, response: owed },
  list:     { method: 'GET',  path: '/v1/batch-payments', permission: 'batch.read', summary: 'List batches, the newest first', query: z.object(pageQuery), response: pageOf(batchSummary) },
  make:     { method: 'POST', path: '/v1/batch-payments', permission: 'batch.make', summary: 'Make a batch of the funds that are due to organisations', body: newBatch, response: batch, status: 201, location: '/v1/batch-payments/{id}', idempotent: true, proof: 'always' },
  get:      { method: 'GET',  path: '/v1/batch-payments/{id}', permission: 'batch.read', summary: 'Read a batch with its payments', params: oneBatch, response: batch },
  approve:  { method: 'POST', path: '/v1/batch-payments/{id}/approve', permission: 'batch.approve', summary: 'Approve a batch that another admin made, and write its bank file', params: oneBatch, response: batch, proof: 'always' },
  process:  { method: 'POST', path: '/v1/batch-payments/{id}/mark-processing', permission: 'batch.make', summary: 'Record that the bank has received the file', params: oneBatch, response: batch, proof: 'always' },
  transfer: { method: 'POST', path: '/v1/batch-payments/{id}/mark-transferred', permission: 'batch.make', summary: 'Record that the bank has made the transfers', params: oneBatch, response: batch, proof: 'always' },
  discard:  { method: 'POST', path: '/v1/batch-payments/{id}/discard', permission: 'batch.make', summary: 'Discard a batch before the bank has its file; its funds are owed again. If the file was downloaded, it waits for a second person', params: oneBatch, body: discarding, response: batch, proof: 'always' },
  bounce:   { method: 'POST', path: '/v1/batch-payments/{id}/bounce', permission: 'batch.make', summary: 'Record that the bank sent back a payment of a transferred batch; its funds are owed again', params: oneBatch, body: bouncing, response: batch, proof: 'always' },
  file:     { method: 'GET',  path: '/v1/batch-payments/{id}/file', permission: 'batch.read', summary: 'Download the bank file of an approved batch; each download is logged', params: oneBatch, file: 'text/plain', also: [409] },
});
