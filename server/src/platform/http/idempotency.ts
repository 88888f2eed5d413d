import { randomUUID } from 'node:crypto';
import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { deleteInLots } from '@kerb/server/platform/database/in-lots.ts';
import { markProblem, problemText } from '@kerb/server/platform/http/errors.ts';
import { type AnswerHeaders, answerFor, StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { UnknownKey } from '@kerb/server/platform/personal-data.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { type Secrets, sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

/**
 * A request that takes effect once. A handler stores its response in the transaction whose result it states, so that
 * either both exist or neither. A handler that has lost its lease cannot store a response, and its transaction rolls
 * back.
 */
export type Once<Value> = {
  /** The stored progress of an earlier, interrupted attempt; null in a first attempt. */
  progress: number | null;
  /** Stores the progress in the same transaction. A repeated request continues from there. */
  remember: (tx: Tx, progress: number) => Promise<void>;
  settle: (tx: Tx, value: Value) => Promise<StoredAnswer>;
  /** A refusal that is final, because the request already had an effect. */
  settleRefusal: (tx: Tx, problem: Problem) => Promise<StoredAnswer>;
};

const leaseSeconds = 15;
const renewMs = 5_000;
/** Responses are kept longer than the day that clients are promised. */
const keptHours = 48;

const missing = () =>
  new Problem(400, 'idempotency-key-missing', 'This request needs an Idempotency-Key header of your choosing.');
const unreadable = () =>
  new Problem(400, 'invalid', 'The Idempotency-Key header must be 1 to 200 characters without spaces.');
const otherRequest = () =>
  new Problem(422, 'idempotency-key-reused', 'This Idempotency-Key was sent before with another request.');
const stillRunning = (retryAfterSeconds: number) =>
  new Problem(409, 'still-running', 'The same request is being processed. Please wait a moment.', {
    retryAfterSeconds,
  });

/** With or without the quotes of the header's draft standard. */
export function keyOf(request: Pick<FastifyRequest, 'headers'>): string {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') throw missing();
  const match = typeof header === 'string' ? /^"?([\x21\x23-\x7e]{1,200})"?$/.exec(header) : null;
  if (!match?.[1]) throw unreadable();
  return match[1];
}

/** The same text for equal content, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}

/** A request with a key. `content` replaces the body of a form with a file, which only its handler reads. */
type Asked = { request: FastifyRequest; endpoint: Endpoint; actor: Actor; params: unknown; content?: unknown };

/** A person's own sign-in, their Payment URL and an admin who impersonates them may see different answers. */
const standingOf = ({ onlyAgreementId, viewedBy }: Actor): string =>
  `${onlyAgreementId ?? ''} ${viewedBy?.userId ?? ''}\n`;

function fingerprintOf({ request, endpoint, actor, content }: Asked): Buffer {
  const asked = `${request.method} ${request.url}\n${canonical(content ?? request.body ?? null)}`;
  // Servers of the release before compute it so for endpoints that need a key.
  return sha256(endpoint.idempotent ? asked : standingOf(actor) + asked);
}

/** Keys of different endpoints differ. Those of endpoints that need a key are stored as the release before did. */
const storedKeyOf = ({ request, endpoint }: Asked): string =>
  endpoint.idempotent ? keyOf(request) : `${endpoint.method} ${endpoint.path} ${keyOf(request)}`;

type Claim = { callerUserId: number; key: string; fingerprint: Buffer; holder: string };
type Row = {
  fingerprint: Buffer;
  status: number | null;
  contentType: string | null;
  headers: AnswerHeaders | null;
  sealedAnswer: Buffer | null;
  secondsLeft: number;
};

/** A response may contain a birthday or an address, so it is stored encrypted, for its caller and key alone. */
const answerOwner = ({ callerUserId, key }: Claim): string => `answer ${callerUserId} ${key}`;

/** Uses the database's clock, because the clocks of servers may differ. */
const leaseEnd = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** Claims a key that is new, or whose holder has lost its lease. */
async function take(db: Database, claim: Claim): Promise<{ progress: number | null } | undefined> {
  const { rows } = await sql<{ progress: number | null }>`
    insert into idempotency_keys as k (caller_user_id, key, fingerprint, holder, lease_until, created_date)
    values (${claim.callerUserId}, ${claim.key}, ${claim.fingerprint}, ${claim.holder}, ${leaseEnd}, clock_timestamp())
    on conflict (caller_user_id, key) do update set holder = excluded.holder, lease_until = excluded.lease_until
      where k.status is null and k.lease_until < clock_timestamp() and k.fingerprint = excluded.fingerprint
    returning progress`.execute(db);
  return rows[0];
}

async function read(db: Database, { callerUserId, key }: Claim): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select fingerprint, status, content_type, headers, sealed_answer,
      ceil(extract(epoch from lease_until - clock_timestamp()))::integer as seconds_left
    from idempotency_keys where caller_user_id = ${callerUserId} and key = ${key}`.execute(db);
  return rows[0];
}

const mine = ({ callerUserId, key, holder }: Claim) =>
  sql`caller_user_id = ${callerUserId} and key = ${key} and holder = ${holder} and status is null`;

const renew = (db: Database, claim: Claim) =>
  sql`update idempotency_keys set lease_until = ${leaseEnd} where ${mine(claim)}`.execute(db);

/** Without an effect the key is free again. With progress, the next attempt continues at once. */
async function letGo(db: Database, claim: Claim): Promise<void> {
  await sql`delete from idempotency_keys where ${mine(claim)} and progress is null`.execute(db);
  await sql`
    update idempotency_keys set lease_until = clock_timestamp() - interval '1 second' where ${mine(claim)}`.execute(db);
}

async function keep(tx: Tx, secrets: Secrets, claim: Claim, settled: StoredAnswer): Promise<StoredAnswer> {
  const sealedAnswer = secrets.personal.encrypt(Buffer.from(settled.text), answerOwner(claim));
  const { numAffectedRows } = await sql`
    update idempotency_keys
    set status = ${settled.status}, content_type = ${settled.contentType}, sealed_answer = ${sealedAnswer},
      headers = ${JSON.stringify(settled.headers)}
    where ${mine(claim)}`.execute(tx);
  if (numAffectedRows !== 1n) throw stillRunning(1);
  return settled;
}

function onceOf(
  secrets: Secrets,
  claim: Claim,
  { request, endpoint, params }: Asked,
  progress: number | null,
): Once<never> {
  return {
    progress,
    remember: async (tx, reached) => {
      const { numAffectedRows } = await sql`
        update idempotency_keys set progress = ${reached} where ${mine(claim)}`.execute(tx);
      if (numAffectedRows !== 1n) throw stillRunning(1);
    },
    settle: (tx, value) => keep(tx, secrets, claim, answerFor(endpoint, value, params)),
    settleRefusal: (tx, problem) => {
      markProblem(request, problem);
      const { status } = problem;
      const text = problemText(problem, String(request.id));
      const refusal = { status, contentType: 'application/problem+json', text };
      return keep(tx, secrets, claim, new StoredAnswer(refusal));
    },
  };
}

export type Keys = {
  /** Runs the request once, or returns its stored response. */
  once: (
    asked: Asked,
    run: (once: Once<never>) => Promise<StoredAnswer>,
  ) => Promise<{ settled: StoredAnswer; isReplayed: boolean }>;
};

/** The key of the stored response is no longer configured, or an earlier release stored it. */
const carriedOut = () =>
  new Problem(409, 'idempotency-key-used', 'This request was carried out before. Its response is no longer stored.');

function storedText(secrets: Secrets, claim: Claim, { sealedAnswer }: Row): string {
  if (sealedAnswer === null) throw carriedOut();
  try {
    return secrets.personal.decrypt(sealedAnswer, answerOwner(claim)).toString();
  } catch (error) {
    if (error instanceof UnknownKey) throw carriedOut();
    throw error;
  }
}

export function idempotencyKeys({ db, log, secrets }: { db: Database; log: Log; secrets: Secrets }): Keys {
  async function answered(claim: Claim): Promise<StoredAnswer | null> {
    const row = await read(db, claim);
    if (!row) return null;
    if (!row.fingerprint.equals(claim.fingerprint)) throw otherRequest();
    if (row.status === null) throw stillRunning(Math.max(1, row.secondsLeft));
    const { status, contentType, headers } = row;
    return new StoredAnswer({ status, contentType, text: storedText(secrets, claim, row), headers: headers ?? {} });
  }

  async function hold<T>(claim: Claim, run: () => Promise<T>): Promise<T> {
    // A lease that was not renewed may be taken over. Then this request cannot store its response, and its transaction
    // rolls back.
    const lost = (error: Error) => log.warn({ err: error }, 'the lease of an idempotency key was not renewed');
    const renewing = setInterval(() => void renew(db, claim).catch(lost), renewMs).unref();
    try {
      return await run();
    } catch (error) {
      // The key is free again when its lease expires.
      const kept = (failure: Error) => log.warn({ err: failure }, 'an idempotency key was not released');
      await letGo(db, claim).catch(kept);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  return {
    once: async (asked, run) => {
      const claim = {
        callerUserId: asked.actor.userId,
        key: storedKeyOf(asked),
        fingerprint: fingerprintOf(asked),
        holder: randomUUID(),
      };
      for (;;) {
        const taken = await take(db, claim);
        if (taken) {
          const settled = await hold(claim, () => run(onceOf(secrets, claim, asked, taken.progress)));
          return { settled, isReplayed: false };
        }
        const settled = await answered(claim);
        if (settled) return { settled, isReplayed: true };
      }
    },
  };
}

/** Deletes responses that no client can still be waiting for. */
export async function deleteOldKeys(db: Database): Promise<void> {
  const isOld = sql`created_date < now() - make_interval(hours => ${keptHours})`;
  await deleteInLots(db, 'idempotency_keys', sql`${isOld} and lease_until < now()`);
}
