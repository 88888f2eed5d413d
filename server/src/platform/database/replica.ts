import { setTimeout as pause } from 'node:timers/promises';
import { must } from '@kerb/domain/kernel/must.ts';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { OpenDatabase, Place, Reader } from '@kerb/server/platform/database/database.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

/** A replica usually has a commit after a few milliseconds. To wait longer for it costs more than it saves. */
const catchUpMs = 200;
const askAgainMs = 10;
/** After a replica was found behind, reads go to the primary for this long, so that they do not all wait. */
const behindMs = 1_000;
const longestAnswerMs = 1_000;
const awayMs = 5_000;

type Replica = Pick<OpenDatabase, 'pool' | 'close'> & Place;
type Options = {
  log: Log;
  /** Throws if it is a copy of another deployment. */
  assertOurs: () => Promise<void>;
};

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = pause(longestAnswerMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The replica did not answer in time.');
  });
  return Promise.race([work, late]).finally(() => timer.abort());
}

/** Positions can only be compared within a timeline: each promotion begins a new one at an earlier position. */
const ofPrimary = `select pg_current_wal_lsn()::text as position,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`;
/** A server that was promoted, or that never was a standby, is not read. */
const ofReplica = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
  and $2::integer in (
    (select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())
  ) as "isThere"`;

/**
 * Whether the replica has everything that was committed before now: the position of the primary is read at the start of
 * each read, so a read that follows one's own write, on any server and in any tab, sees it.
 */
async function hasEverything(primary: Pick<OpenDatabase, 'pool'>, replica: Pick<OpenDatabase, 'pool'>) {
  const asked = await primary.pool.query<{ position: string; timeline: number }>(ofPrimary);
  const { position, timeline } = must(asked.rows[0], 'position of the primary');
  const until = performance.now() + catchUpMs;
  for (;;) {
    const { rows } = await replica.pool.query<{ isThere: boolean | null }>(ofReplica, [position, timeline]);
    if (rows[0]?.isThere) return true;
    if (performance.now() >= until) return false;
    await pause(askAgainMs);
  }
}

/** A physical copy has the identifier of its primary. Another database may have the same mode, country and key. */
export async function assertCopy(
  primary: Pick<OpenDatabase, 'pool'>,
  replica: Pick<OpenDatabase, 'pool'>,
): Promise<void> {
  const identifier = 'select system_identifier::text as id from pg_control_system()';
  const [ours, theirs] = await Promise.all(
    [primary, replica].map(async ({ pool }) => (await pool.query<{ id: string }>(identifier)).rows[0]?.id),
  );
  if (ours !== theirs) throw new ConfigError('DATABASE_REPLICA_URL is not a replica of the database of DATABASE_URL.');
}

/** Reads from the replica if it has everything, otherwise from the primary. */
function readerWith(primary: OpenDatabase, replica: Replica, { log, assertOurs }: Options): Reader {
  let leftAloneUntil = 0;
  let isOurs = false;
  let isServing: boolean | null = null;

  function note(isNow: boolean, why: object = {}): void {
    if (isNow !== isServing) {
      if (isNow) log.info('the replica answers reads');
      else log.warn(why, 'the replica is away or behind; the primary answers its reads');
    }
    isServing = isNow;
  }

  async function isUsable(): Promise<boolean> {
    if (performance.now() < leftAloneUntil) return false;
    try {
      if (!isOurs) await withinTime(assertCopy(primary, replica).then(assertOurs));
      isOurs = true;
      const is = await withinTime(hasEverything(primary, replica));
      if (!is) leftAloneUntil = performance.now() + behindMs;
      note(is);
      return is;
    } catch (error) {
      leftAloneUntil = performance.now() + awayMs;
      note(false, { err: error });
      return false;
    }
  }

  return {
    read: async (run) => {
      if (!(await isUsable())) return run(primary);
      try {
        return await run(replica);
      } catch (error) {
        if (error instanceof Problem) throw error;
        // The connection was lost, or a row that is read was removed by the replay.
        log.warn({ err: error }, 'a read of the replica failed; the primary answers it');
        return run(primary);
      }
    },
    isServing: isUsable,
  };
}

/** The same database, with a copy that answers long reads. */
export function withReplica(primary: OpenDatabase, replica: Replica, options: Options): OpenDatabase {
  const close = async () => {
    await replica.close();
    await primary.close();
  };
  return { ...primary, reader: readerWith(primary, replica, options), close };
}
