import { jobOutcomes, providerNames } from '@kerb/domain/system/jobs.ts';
import { undeliveredStates } from '@kerb/domain/system/undelivered.ts';
import { digits, fromOne, id, link, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const state = z.enum(undeliveredStates);
const channel = z.enum(['email', 'sms']);

/** `recipient` is masked. `refusal`: why it cannot be sent again or released. */
export const undeliveredMessage = z.object({
  id,
  kind: z.string(),
  channel,
  audience: z.enum(['staff', 'vendor']),
  recipient: z.string(),
  state,
  reason: z.nullable(z.string()),
  attempts: z.int(),
  createdDate: moment,
  nextAttemptDate: z.nullable(moment),
  agreement: z.nullable(link('/v1/agreements')),
  refusal: z.nullable(z.string()),
});
export type UndeliveredMessage = z.output<typeof undeliveredMessage>;

/** `before`: the id of the last message of the page before. */
export const undeliveredQuery = z.object({
  state: z.optional(state),
  channel: z.optional(channel),
  before: z.optional(digits),
  perPage: z._default(fromOne, 50),
});
export type UndeliveredQuery = z.output<typeof undeliveredQuery>;

const counts = z.object({ failed: z.int(), held: z.int(), queued: z.int() });
export type UndeliveredCounts = z.output<typeof counts>;
const messagePage = z.object({ items: z.array(undeliveredMessage), isMore: z.boolean(), counts });

const opened = z.object({ id, recipient: z.string(), subject: z.nullable(z.string()) });
const chosen = z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(200)) });
/** `done`: how many were carried out. `refused`: the others, each with the reason. */
const done = z.object({ done: z.int(), refused: z.array(z.object({ id, because: z.string() })) });
export type Done = z.output<typeof done>;

export const jobView = z.object({
  name: z.string(),
  /** A cron expression in UTC, or null for a job that every server runs all the time. */
  schedule: z.nullable(z.string()),
  lastRun: z.nullable(
    z.object({
      server: z.string(),
      startedDate: moment,
      endedDate: moment,
      outcome: z.enum(jobOutcomes),
      errorCode: z.nullable(z.string()),
      error: z.nullable(z.string()),
      failedRows: z.int(),
      lastSuccessDate: z.nullable(moment),
      failures: z.int(),
    }),
  ),
});
export type JobView = z.output<typeof jobView>;

export const jobFailure = z.object({
  id,
  job: z.string(),
  kind: z.string(),
  rowId: z.string(),
  errorCode: z.nullable(z.string()),
  error: z.string(),
  tries: z.int(),
  firstDate: moment,
  lastDate: moment,
});
export type JobFailure = z.output<typeof jobFailure>;

const jobsView = z.object({ jobs: z.array(jobView), failures: z.array(jobFailure) });

export const systemStatus = z.object({
  version: z.string(),
  mode: z.enum(['sandbox', 'production']),
  country: z.string(),
  servers: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      startedDate: moment,
      lastSeenDate: moment,
      isRunning: z.boolean(),
    }),
  ),
  providers: z.array(
    z.object({
      name: z.enum(providerNames),
      state: z.enum(['configured', 'sandbox', 'absent', 'warning', 'error']),
      meaning: z.string(),
      lastSuccessDate: z.nullable(moment),
      lastFailureDate: z.nullable(moment),
      failure: z.nullable(z.string()),
    }),
  ),
  queues: z.array(z.object({ name: z.string(), waiting: z.int(), oldestSeconds: z.nullable(z.number()) })),
  /** `freeBytes`: of the data folder. Null if the files are in a bucket. */
  storage: z.object({ files: z.int(), fileBytes: z.int(), databaseBytes: z.int(), freeBytes: z.nullable(z.int()) }),
  /** Null if no read replica is configured. */
  replica: z.nullable(z.enum(['serving', 'away'])),
  migrations: z.object({ count: z.int(), newest: z.string(), appliedDate: moment }),
  keys: z.array(
    z.object({ name: z.string(), since: z.nullable(moment), until: z.nullable(moment), meaning: z.string() }),
  ),
});
export type SystemStatus = z.output<typeof systemStatus>;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const logFindingKinds = [
  'entry-changed',
  'entry-deleted',
  'entry-added',
  'entry-dated-early',
  'entry-waits',
  'chain-broken',
  'head-differs',
] as const;

/** `forgottenCount`: entries that were deleted after seven years. `findings`: the first hundred. */
const logCheck = z.object({
  startedDate: moment,
  endedDate: moment,
  sealCount: z.int(),
  entryCount: z.int(),
  forgottenCount: z.int(),
  findingCount: z.int(),
  /** Findings that show a change of the log. The others are only to be looked at. */
  brokenCount: z.int(),
  findings: z.array(z.object({ kind: z.enum(logFindingKinds), text: z.string() })),
});
export type LogCheckView = z.output<typeof logCheck>;

/** The newest seal of the audit log, the oldest entry without a seal, and the last verification. */
export const logChain = z.object({
  head: z.nullable(z.object({ number: z.int(), sealedDate: moment, hash })),
  waitingSince: z.nullable(moment),
  lastCheck: z.nullable(logCheck),
});
export type LogChain = z.output<typeof logChain>;

const jobName = z.object({ name: z.string().check(z.regex(/^[a-z-]{1,60}$/)) });
const params = z.object({ id: digits });

// biome-ignore format: a table
export const systemEndpoints = defineEndpoints({
  status:    { method: 'GET',  path: '/v1/system', permission: 'system.read', summary: 'Read servers, providers, queues, storage, migrations and keys of the deployment', response: systemStatus },
  messages:  { method: 'GET',  path: '/v1/undelivered-messages', permission: 'system.read', summary: 'List messages that failed, are held, or have waited for minutes', query: undeliveredQuery, response: messagePage },
  message:   { method: 'GET',  path: '/v1/undelivered-messages/{id}', permission: 'system.read', summary: 'Read to whom a message goes; the log records it', params, response: opened },
  sendAgain: { method: 'POST', path: '/v1/undelivered-messages/send-again', permission: 'system.change', summary: 'Send messages again that failed or wait', body: chosen, response: done },
  release:   { method: 'POST', path: '/v1/undelivered-messages/release', permission: 'system.change', summary: 'Send held messages', body: chosen, response: done },
  discard:   { method: 'POST', path: '/v1/undelivered-messages/discard', permission: 'system.change', summary: 'Discard messages: they are not sent', body: chosen, response: done },
  jobs:      { method: 'GET',  path: '/v1/jobs', permission: 'system.read', summary: 'List jobs with their last run, and the rows that they could not process', response: jobsView },
  logChain:  { method: 'GET',  path: '/v1/log-chain', permission: 'system.read', summary: 'Read the newest seal of the audit log and its last verification', response: logChain },
  run:       { method: 'POST', path: '/v1/jobs/run', permission: 'system.change', summary: 'Run a job soon, for example to retry its failed rows', body: jobName, status: 202, response: jobName, also: [404] },
  dismiss:   { method: 'POST', path: '/v1/job-failures/dismiss', permission: 'system.change', summary: 'Remove failed rows from the list', body: chosen, response: done },
});
