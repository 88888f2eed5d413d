import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { UndeliveredCounts, UndeliveredMessage, UndeliveredQuery } from '@kerb/domain/system/system.contract.ts';
import {
  decideUndelivered,
  isWarning,
  type Undelivered,
  type UndeliveredState,
  waitingMinutes,
} from '@kerb/domain/system/undelivered.ts';
import { maskedRecipient } from '@kerb/domain/vocabulary/masked-recipient.ts';
import { hasSecretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { retryMinutes } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { canReach } from '@kerb/server/platform/outbox/post-message.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

const mostPerPage = 200;
/** No gateway takes longer for one message. */
const longestSendingMinutes = 2;

export type UndeliveredRow = Pick<
  UndeliveredMessage,
  'id' | 'kind' | 'channel' | 'audience' | 'reason' | 'attempts'
> & {
  state: UndeliveredState;
  recipient: string;
  subject: string | null;
  body: string;
  createdDate: Moment;
  nextAttemptDate: Moment;
  isUrgent: boolean;
  hasSecrets: boolean;
  isBeingSent: boolean;
  agreementId: number | null;
  tenantId: number | null;
  userId: number | null;
};

/** An erased message has no text: nobody can send it. A message that has waited only for a short time is not listed. */
const isUndelivered = (now: Moment) => sql`
  m.body <> '' and (
    m.state in ('failed', 'held') and m.discarded_date is null
    or m.state = 'queued' and (
      m.attempts > 0 or m.next_attempt_date < ${now}::timestamptz - make_interval(mins => ${sql.lit(waitingMinutes)})))`;

/** A claim moves the next attempt by the retry time, so the next attempt shows when the message was claimed. */
const isBeingSent = (now: Moment) => sql<boolean>`
  m.state = 'queued' and m.attempts > 0 and m.next_attempt_date > ${now}::timestamptz
    and m.next_attempt_date - make_interval(mins =>
      (${[...retryMinutes]}::integer[])[least(m.attempts, ${sql.lit(retryMinutes.length)})])
      > ${now}::timestamptz - make_interval(mins => ${sql.lit(longestSendingMinutes)})`;

async function select(db: Database | Tx, rest: RawBuilder<unknown>): Promise<UndeliveredRow[]> {
  const { rows } = await sql<UndeliveredRow>`
    select m.id, m.kind, m.channel, m.audience, m.recipient, m.subject, m.body, m.state, m.reason, m.attempts,
      m.created_date, m.next_attempt_date, m.is_urgent, m.sealed_secrets is not null as has_secrets,
      coalesce(${isBeingSent(realNow())}, false) as is_being_sent, m.agreement_id, m.user_id,
      (select a.tenant_id from agreements a where a.id = m.agreement_id) as tenant_id
    from messages m ${rest}`.execute(db);
  return rows;
}

export const factsOf = (config: Config, row: UndeliveredRow): Undelivered => ({
  state: row.state,
  isUrgent: row.isUrgent,
  hasLostSecrets: hasSecretPlace(row.body) && !row.hasSecrets,
  canReach: canReach(config, row.channel),
  isBeingSent: row.isBeingSent,
  isWarning: isWarning(row.kind),
});

function viewOf(config: Config, row: UndeliveredRow): UndeliveredMessage {
  const { id, kind, channel, audience, recipient, state, reason, attempts, createdDate, agreementId } = row;
  const verdict = decideUndelivered(state === 'held' ? 'release' : 'send-again', factsOf(config, row));
  return {
    ...{ id, kind, channel, audience, state, reason, attempts, createdDate },
    recipient: maskedRecipient(recipient),
    nextAttemptDate: state === 'queued' ? row.nextAttemptDate : null,
    agreement: agreementId,
    refusal: verdict.ok ? null : verdict.because,
  };
}

/** The newest first. A page goes on after a message, because messages leave the list while somebody reads. */
export async function listUndelivered(db: Database, config: Config, query: UndeliveredQuery) {
  const { state, channel, before } = query;
  const limit = Math.min(query.perPage, mostPerPage);
  const conditions = [isUndelivered(realNow())];
  if (state) conditions.push(sql`m.state = ${state}`);
  if (channel) conditions.push(sql`m.channel = ${channel}`);
  if (before !== undefined) conditions.push(sql`m.id < ${before}`);
  const rows = await select(db, sql`where ${sql.join(conditions, sql` and `)} order by m.id desc limit ${limit + 1}`);
  const items = rows.slice(0, limit).map((row) => viewOf(config, row));
  return { items, isMore: rows.length > limit, counts: await countUndelivered(db) };
}

export async function countUndelivered(db: Database): Promise<UndeliveredCounts> {
  const { rows } = await sql<{ state: UndeliveredState; count: number }>`
    select m.state, count(*)::integer as count from messages m where ${isUndelivered(realNow())} group by 1`.execute(
    db,
  );
  const none: UndeliveredCounts = { failed: 0, held: 0, queued: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** One message of the list. */
export async function undeliveredById(db: Database | Tx, id: number): Promise<UndeliveredRow> {
  const [row] = await select(db, sql`where m.id = ${id} and ${isUndelivered(realNow())}`);
  if (!row) throw notFound('message');
  return row;
}

/** Those of the chosen messages that are still undelivered, locked. */
export const lockUndelivered = (tx: Tx, ids: readonly number[]): Promise<UndeliveredRow[]> =>
  select(
    tx,
    sql`where m.id = any(${[...new Set(ids)]}::bigint[]) and ${isUndelivered(realNow())} order by m.id for update of m`,
  );
