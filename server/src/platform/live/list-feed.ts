import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';

/** A log entry of any campaign, with whose campaign it is now, and which agent it was taken from. */
export type ListedChange = {
  id: number;
  /** When it was written, by the clock of this server. */
  at: number;
  activityCode: ActivityCode;
  data: object;
  userId: number | null;
  agreementId: number;
  tenantId: number;
  agentUserId: number | null;
  agentBefore: number | null;
};

type Follower = (changes: readonly ListedChange[]) => void;

/** Longer than any transaction of a request: entries are read for so long, in case an earlier one is committed. */
const keptMs = 60_000;
const mostAtOnce = 2_000;
/** The entries of the last minute are among so many, unless a program has written more. */
const newest = 1_000;
/** Changes that come together are read together. */
const gatherMs = 200;

type Row = Omit<ListedChange, 'at'> & { ageMs: number };

async function newestId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from log_entries`.execute(db);
  return rows[0]?.id ?? 0;
}

/** By the primary key of the log: its cost does not grow with the number of campaigns. */
async function read(db: Database, floor: number, seen: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.id, e.activity_code, e.log_data as data, e.user_id, a.id as agreement_id, a.tenant_id, a.agent_user_id,
      case when e.log_data -> 'agentUser' ->> 'before' ~ '^[0-9]{1,15}$'
        then (e.log_data -> 'agentUser' ->> 'before')::bigint end as agent_before,
      extract(epoch from clock_timestamp() - coalesce(e.written_date, e.date))::float8 * 1000 as age_ms
    from log_entries e join agreements a on a.id = e.target_agreement_id
    where e.id > ${floor} and e.id <> all(${seen}::bigint[])
    order by e.id limit ${mostAtOnce}`.execute(db);
  return rows;
}

/** What this server has read of the log for lists: one reader for all of its pages. */
function reader(db: Database) {
  let floor: number | null = null;
  /** When this server has read an entry, by its id. */
  const seen = new Map<number, number>();
  let recent: ListedChange[] = [];

  /** An entry that was read so long ago has none before it that is still to come. */
  function forget(now: number): void {
    const old = [...seen].filter(([, readAt]) => now - readAt > keptMs).map(([id]) => id);
    floor = Math.max(floor ?? 0, ...old);
    for (const id of seen.keys()) if (id <= floor) seen.delete(id);
    recent = recent.filter(({ at }) => now - at <= keptMs);
  }

  return {
    isNew: () => floor === null,
    since: (at: number) => recent.filter((change) => change.at >= at),
    /** The changes that were not read before, and whether there are more. */
    next: async (): Promise<{ changes: ListedChange[]; isMore: boolean }> => {
      floor ??= Math.max(0, (await newestId(db)) - newest);
      const now = Date.now();
      forget(now);
      const rows = await read(db, floor, [...seen.keys()]);
      for (const { id } of rows) seen.set(id, now);
      const changes = rows.map(({ ageMs, ...change }) => ({ ...change, at: now - ageMs }));
      const isMore = rows.length === mostAtOnce;
      // So many entries are a program's work. To go on matters more than an entry that is committed late.
      if (isMore) floor = rows.at(-1)?.id ?? floor;
      recent = [...recent, ...changes].filter(({ at }) => now - at <= keptMs);
      return { changes, isMore };
    },
  };
}

/**
 * The changes of all campaigns, for the lists that are open on this server. They are read once for all of them, and not
 * while no list is open.
 */
export function listFeed(db: Database, log: Log) {
  const followers = new Set<Follower>();
  let state = reader(db);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> | null = null;

  async function readAll(): Promise<void> {
    try {
      for (let isMore = true; isMore; ) {
        const isFirst = state.isNew();
        const next = await state.next();
        isMore = next.isMore;
        // Its followers begin now.
        if (!isFirst && next.changes.length > 0) for (const follower of [...followers]) follower(next.changes);
      }
    } catch (error) {
      log.warn({ err: error }, 'the changes of lists could not be read; they are read some seconds later');
    }
  }
  const readNow = (): Promise<void> => {
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  };

  return {
    wake: (): void => {
      if (followers.size === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        // What is committed during a read is read by the next one.
        void (reading ?? Promise.resolve()).then(readNow);
      }, gatherMs).unref();
    },
    /** The changes of the last milliseconds, up to a minute. */
    since: async (ms: number): Promise<ListedChange[]> => {
      await (reading ?? Promise.resolve());
      await readNow();
      const changes = state.since(Date.now() - ms);
      // Nobody reads on from here.
      if (followers.size === 0) state = reader(db);
      return changes;
    },
    follow: (follower: Follower): (() => void) => {
      followers.add(follower);
      return () => {
        followers.delete(follower);
        if (followers.size === 0) state = reader(db);
      };
    },
    clear: (): void => {
      followers.clear();
      clearTimeout(timer);
    },
  };
}
export type ListFeed = ReturnType<typeof listFeed>;
