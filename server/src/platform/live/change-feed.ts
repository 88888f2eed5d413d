import { randomUUID } from 'node:crypto';
import type { Role } from '@kerb/domain/access/actor.ts';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import type { Database, OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { type Cursor, cursorAfter } from '@kerb/server/platform/live/cursor.ts';
import { type ListedChange, type ListFeed, listFeed } from '@kerb/server/platform/live/list-feed.ts';
import { notificationOf, notifier } from '@kerb/server/platform/live/notifier.ts';
import { personFollowers } from '@kerb/server/platform/live/person-followers.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';

/** A log entry of a campaign, without personal values, which the log keeps encrypted. */
export type Change = {
  id: number;
  activityCode: ActivityCode;
  data: object;
  userId: number | null;
  /** The payer whom it is about; null if it is about none, or if two payers have the same account. */
  payer: { id: number; userId: number; firstName: string } | null;
  /** The name and role of the person who made it, as they are now; null for the product itself. */
  author: { name: string; role: Role } | null;
};

export type Since = { changes: Change[]; cursor: Cursor };

export type ChangeFeed = {
  /** The cursor of a reader who begins now. */
  now: (agreementId: number) => Promise<Cursor>;
  since: (agreementId: number, cursor: Cursor) => Promise<Since>;
  /** Says that a change of the campaign was committed here. Its followers on all servers then read it at once. */
  announce: (agreementId: number) => void;
  /** Calls back with the changes after the cursor, soon after their commit on any server. Returns how to end it. */
  follow: (agreementId: number, cursor: Cursor, onChanges: (since: Since) => void) => () => void;
  /** Says that the notifications of a person were changed here. */
  announcePerson: (userId: number) => void;
  /**
   * Calls back soon after the notifications of a person were changed on any server. It may miss a change, so the caller
   * also looks by itself now and then. Returns how to end it.
   */
  followPerson: (userId: number, onChange: () => void) => () => void;
  /** Calls back with the changes of all campaigns, soon after their commit on any server. Returns how to end it. */
  followLists: (onChanges: (changes: readonly ListedChange[]) => void) => () => void;
  /** The changes of all campaigns in the last milliseconds, up to a minute. */
  listedSince: (ms: number) => Promise<ListedChange[]>;
  stop: () => Promise<void>;
};

/** Longer than any transaction of a request: then every entry that was written before is committed or lost. */
const longestTransaction = '60 seconds';
const mostAtOnce = 1_000;
/** How often changes are read while nobody notifies the server. */
const pollMs = 1_000;
/** How often they are read anyway: a server may die after a commit, or be of the release before. */
const ticksBetweenReads = 5;

type Asked = { agreementId: number; cursor: Cursor };
type Row = Omit<Change, 'data'> & { place: number; logData: object; isRecent: boolean };

/** The entries after each cursor, with those that the cursor has seen, in one statement. */
async function read(db: Database, asked: readonly Asked[]): Promise<Row[]> {
  const places = asked.map((_, place) => place);
  const ids = asked.map(({ agreementId }) => agreementId);
  const floors = asked.map(({ cursor }) => cursor.floor);
  const { rows } = await sql<Row>`
    select s.place, e.id, e.activity_code, e.log_data, e.user_id, e.is_recent, p.payer,
      case when u.id is not null then
        json_build_object('name', concat_ws(' ', u.first_name, u.surname), 'role', u.role) end as author
    from unnest(${places}::integer[], ${ids}::bigint[], ${floors}::bigint[]) s(place, agreement_id, floor)
    cross join lateral (
      select e.id, e.activity_code, e.log_data, e.user_id, e.target_user_id,
        coalesce(e.written_date, e.date) > clock_timestamp() - ${longestTransaction}::interval as is_recent
      from log_entries e where e.target_agreement_id = s.agreement_id and e.id > s.floor
      order by e.id limit ${mostAtOnce}) e
    left join lateral (
      select json_build_object('id', min(p.id), 'userId', min(p.user_id), 'firstName', min(p.first_name)) as payer
      from signatories p where p.agreement_id = s.agreement_id and p.user_id = e.target_user_id
      having count(*) = 1) p on true
    left join users u on u.id = e.user_id
    order by s.place, e.id`.execute(db);
  return rows;
}

/** What is new to a reader with this cursor. */
function newTo(cursor: Cursor, rows: readonly Row[]): Since & { isMore: boolean } {
  const fresh = rows.filter(({ id }) => !cursor.seen.has(id));
  const changes = fresh.map(({ id, activityCode, logData: data, userId, payer, author }) => ({
    ...{ id, activityCode, data, userId, payer, author },
  }));
  const isMore = rows.length === mostAtOnce;
  // So many entries are a program's work. To go on matters more than an entry that is committed late.
  const settled = isMore ? rows.map((row) => ({ ...row, isRecent: false })) : rows;
  return { changes, cursor: cursorAfter(cursor, settled), isMore };
}

type Follower = Asked & { onChanges: (since: Since) => void };

/** The followers of a server. A campaign that nobody follows costs nothing. */
function followers(db: Database, log: Log, lists: ListFeed) {
  const all = new Set<Follower>();
  const due = new Set<Follower>();
  let isReading = false;
  /** A read has failed. What it would have told is read at the next tick. */
  let isBehind = false;

  async function readDue(): Promise<void> {
    isReading = true;
    try {
      while (due.size > 0) {
        const asked = [...due].filter((follower) => all.has(follower));
        due.clear();
        const byPlace = Map.groupBy(asked.length > 0 ? await read(db, asked) : [], ({ place }) => place);
        for (const [place, follower] of asked.entries()) tell(follower, byPlace.get(place) ?? []);
      }
    } catch (error) {
      isBehind = true;
      log.warn({ err: error }, 'the changes of campaigns could not be read');
    } finally {
      isReading = false;
    }
  }

  function tell(follower: Follower, rows: Row[]): void {
    const { changes, cursor, isMore } = newTo(follower.cursor, rows);
    follower.cursor = cursor;
    if (isMore) due.add(follower);
    if (changes.length > 0) follower.onChanges({ changes, cursor });
  }

  function wake(isMeant: (follower: Follower) => boolean): void {
    for (const follower of all) if (isMeant(follower)) due.add(follower);
    // A read that is in progress goes on with those that are due.
    if (due.size > 0 && !isReading) void readDue();
  }
  let ticks = 0;
  const tick = (isNotified: boolean): void => {
    ticks += 1;
    if (isNotified && !isBehind && ticks % ticksBetweenReads > 0) return;
    isBehind = false;
    wake(() => true);
    lists.wake();
  };
  return { all, wake, tick };
}

type Sources = Pick<OpenDatabase, 'db' | 'listen' | 'embedded'>;

type Woken = Pick<ReturnType<typeof followers>, 'wake' | 'tick'> & {
  people: ReturnType<typeof personFollowers>;
  lists: ListFeed;
};

/** Hears other servers, and ticks. Returns how to end both. */
function hear(
  { listen, embedded }: Sources,
  server: string,
  { wake, tick, people, lists }: Woken,
): () => Promise<void> {
  // No other server can use the embedded engine.
  let isNotified = embedded;
  const timer = setInterval(() => tick(isNotified), pollMs).unref();
  const silence = listen?.({
    heard: (payload) => {
      const { server: sender, agreementIds, userIds } = notificationOf(payload);
      // Its own followers know already.
      if (sender === server) return;
      wake(({ agreementId }) => agreementIds.includes(agreementId));
      people.wake((userId) => userIds.includes(userId));
      if (agreementIds.length > 0) lists.wake();
    },
    began: () => {
      isNotified = true;
      wake(() => true);
      people.wake(() => true);
      lists.wake();
    },
    ended: () => {
      isNotified = false;
    },
  });
  return async () => {
    clearInterval(timer);
    await silence?.();
  };
}

/** Follows the log of campaigns: by notifications of PostgreSQL, or once a second while there are none. */
export function changeFeed(sources: Sources, log: Log): ChangeFeed {
  const { db, listen } = sources;
  const lists = listFeed(db, log);
  const { all, wake, tick } = followers(db, log, lists);
  const people = personFollowers();
  const server = randomUUID();
  const notify = listen && notifier(db, server, log);
  let stop: (() => Promise<void>) | null = null;
  const start = () => hear(sources, server, { wake, tick, people, lists });

  const since = async (agreementId: number, cursor: Cursor): Promise<Since> =>
    newTo(cursor, await read(db, [{ agreementId, cursor }]));

  return {
    since,
    announce: (agreementId) => {
      wake((follower) => follower.agreementId === agreementId);
      lists.wake();
      notify?.({ agreementId });
    },
    announcePerson: (userId) => {
      people.wake((each) => each === userId);
      notify?.({ userId });
    },
    followPerson: (userId, onChange) => {
      stop ??= start();
      return people.follow(userId, onChange);
    },
    followLists: (onChanges) => {
      stop ??= start();
      return lists.follow(onChanges);
    },
    listedSince: lists.since,
    now: (agreementId) => present(db, agreementId),
    follow: (agreementId, cursor, onChanges) => {
      // A server that nobody follows needs no connection.
      stop ??= start();
      const follower = { agreementId, cursor, onChanges };
      all.add(follower);
      // What was committed since the cursor was read.
      wake((each) => each === follower);
      return () => void all.delete(follower);
    },
    stop: async () => {
      all.clear();
      people.clear();
      lists.clear();
      await stop?.();
    },
  };
}

/** The newest entries are enough: most campaigns have none of the last minute. */
const newest = 200;

async function present(db: Database, agreementId: number): Promise<Cursor> {
  const { rows } = await sql<{ id: number; isRecent: boolean }>`
    select e.id, coalesce(e.written_date, e.date) > clock_timestamp() - ${longestTransaction}::interval as is_recent
    from log_entries e where e.target_agreement_id = ${agreementId} order by e.id desc limit ${newest}`.execute(db);
  // Older entries than these are not asked for, so they count as read.
  const read = rows.map((row, place) => (place === newest - 1 ? { ...row, isRecent: false } : row));
  return cursorAfter({ floor: 0, seen: new Set() }, read);
}
