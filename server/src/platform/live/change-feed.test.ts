import type { OpenDatabase, Tx } from '@kerb/server/platform/database/database.ts';
import { listenerName } from '@kerb/server/platform/database/listen.ts';
import { type ChangeFeed, changeFeed } from '@kerb/server/platform/live/change-feed.ts';
import { cursorOf, textOfCursor } from '@kerb/server/platform/live/cursor.ts';
import { notificationOf } from '@kerb/server/platform/live/notifier.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { onPostgres, openTestDatabase, runOnServer } from '../../../test/test-database.ts';

let database: OpenDatabase;
const feeds: ChangeFeed[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop();
});
afterAll(() => database.close());

function newFeed(listen = database.listen): ChangeFeed {
  const feed = changeFeed({ ...database, listen }, silentLog);
  feeds.push(feed);
  return feed;
}

const write = async (db: OpenDatabase['db'] | Tx, agreementId: number, description: string): Promise<void> => {
  await sql`
    insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id)
    values (clock_timestamp(), 'Test', 'campaign_update', ${description}, ${JSON.stringify({ description })},
      ${agreementId})`.execute(db);
};

let campaigns = 900_000;

/** Follows a campaign that has no entry yet. `announce` is called on another server, if the engine may have several. */
async function following(feed: ChangeFeed) {
  campaigns += 1;
  const id = campaigns;
  const said: unknown[] = [];
  const cursors: string[] = [];
  const leave = feed.follow(id, await feed.now(id), ({ changes, cursor }) => {
    said.push(...changes.map(({ data }) => (data as { description: string }).description));
    cursors.push(textOfCursor(cursor));
  });
  const elsewhere = onPostgres ? newFeed() : feed;
  const announce = () => elsewhere.announce(id);
  const commit = async (description: string) => {
    await write(database.db, id, description);
    announce();
  };
  return { id, said, cursors, leave, announce, commit };
}

const hears = (said: unknown[], expected: string[]) =>
  vi.waitFor(() => expect(said).toEqual(expected), { timeout: 2_000, interval: 5 });

/** The sessions that listen to this database, by the number of their process. */
async function listeners(): Promise<number[]> {
  const { rows: here } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client
    .query<{ pid: number }>('select pid from pg_stat_activity where datname = $1 and application_name = $2', [
      here[0]?.name,
      listenerName,
    ])
    .finally(() => client.end());
  return rows.map(({ pid }) => pid);
}

describe('the changes of a campaign', () => {
  it('are told when they are committed, once each, and to its followers only', async () => {
    const feed = newFeed();
    const [one, other] = [await following(feed), await following(feed)];
    await one.commit('a');
    await hears(one.said, ['a']);
    await database.db.transaction().execute(async (tx) => {
      await write(tx, one.id, 'b');
      await write(tx, one.id, 'c');
    });
    one.announce();
    await hears(one.said, ['a', 'b', 'c']);
    expect(other.said).toEqual([]);
    one.leave();
    await one.commit('d');
    await other.commit('e');
    await hears(other.said, ['e']);
    expect(one.said).toEqual(['a', 'b', 'c']);
  });

  it('are told once, however often and by how many servers they are announced', async () => {
    const feed = newFeed();
    const { id, said, commit, announce } = await following(feed);
    await commit('a');
    feed.announce(id);
    for (let n = 0; n < 20; n += 1) announce();
    await commit('b');
    await hears(said, ['a', 'b']);
  });

  it('that are rolled back are not told', async () => {
    const { id, said, commit } = await following(newFeed());
    const undone = database.db.transaction().execute(async (tx) => {
      await write(tx, id, 'never');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await commit('after');
    await hears(said, ['after']);
  });

  it('are told without notifications too, a second later', async () => {
    const feed = changeFeed({ db: database.db, listen: null, embedded: false }, silentLog);
    feeds.push(feed);
    const { id, said } = await following(feed);
    await write(database.db, id, 'polled');
    await hears(said, ['polled']);
  });

  it('are told some seconds later if their server has died before it announced them', async () => {
    const { id, said, commit } = await following(newFeed());
    // Once it listens it has read everything.
    if (onPostgres) await vi.waitFor(async () => expect(await listeners()).toHaveLength(1));
    await commit('announced');
    await hears(said, ['announced']);
    await write(database.db, id, 'by a server that died');
    const both = ['announced', 'by a server that died'];
    await vi.waitFor(() => expect(said).toEqual(both), { timeout: 8_000, interval: 20 });
  });

  it('can be asked for since a cursor', async () => {
    const feed = newFeed();
    const { id } = await following(feed);
    const start = await feed.now(id);
    await write(database.db, id, 'a');
    const { changes, cursor } = await feed.since(id, start);
    expect(changes.map(({ activityCode }) => activityCode)).toEqual(['campaign_update']);
    expect((await feed.since(id, cursor)).changes).toEqual([]);
    expect((await feed.since(id, await feed.now(id))).changes).toEqual([]);
  });

  it('of a follower who begins now do not include earlier ones', async () => {
    const feed = newFeed();
    const first = await following(feed);
    await first.commit('before');
    await hears(first.said, ['before']);
    const said: unknown[] = [];
    feed.follow(first.id, await feed.now(first.id), ({ changes }) => said.push(...changes));
    await first.commit('now');
    await hears(first.said, ['before', 'now']);
    await vi.waitFor(() => expect(said).toHaveLength(1));
  });

  it('are still told after a read has failed', async () => {
    let fails = 0;
    const getExecutor = () => {
      if (fails-- > 0) throw new Error('no connection');
      return database.db.getExecutor();
    };
    const feed = changeFeed({ ...database, db: { getExecutor } as typeof database.db }, silentLog);
    feeds.push(feed);
    const { said, commit } = await following(feed);
    await commit('a');
    await hears(said, ['a']);
    fails = 1;
    await commit('b');
    await hears(said, ['a', 'b']);
    expect(fails).toBeLessThan(0);
  });
});

// The embedded engine has one session, which cannot be lost and runs one transaction at a time.
if (onPostgres)
  describe('the changes of a campaign on a server of PostgreSQL', () => {
    /** A transaction that has written an entry, and is committed later. */
    async function aSlowChange(id: number, description: string): Promise<() => Promise<void>> {
      const written = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const slow = database.db.transaction().execute(async (tx) => {
        await write(tx, id, description);
        written.resolve();
        await goOn.promise;
      });
      await written.promise;
      return async () => {
        goOn.resolve();
        await slow;
      };
    }

    it('are told although a later entry is committed first', async () => {
      const { id, said, commit, announce } = await following(newFeed());
      const end = await aSlowChange(id, 'first');
      await commit('second');
      await hears(said, ['second']);
      await end();
      announce();
      await hears(said, ['second', 'first']);
    });

    it('are resumed with a cursor that lacks an entry committed late', async () => {
      const feed = newFeed();
      const { id, said, cursors, commit } = await following(feed);
      const end = await aSlowChange(id, 'late');
      await commit('early');
      await hears(said, ['early']);
      await end();
      const since = await feed.since(id, cursorOf(cursors[0])!);
      expect(since.changes.map(({ data }) => data)).toEqual([{ description: 'late' }]);
    });

    it('are all told when the connection that listens is killed', async () => {
      const { said, commit } = await following(newFeed());
      await commit('before');
      await hears(said, ['before']);
      const [first, ...others] = await listeners();
      expect(others).toEqual([]);
      await runOnServer(process.env.TEST_DATABASE_URL!, `select pg_terminate_backend(${first})`);
      await commit('meanwhile');
      await hears(said, ['before', 'meanwhile']);
      await vi.waitFor(async () => expect(await listeners()).toEqual([expect.not.toBeOneOf([first])]), 5_000);
      await commit('afterwards');
      await hears(said, ['before', 'meanwhile', 'afterwards']);
    });

    it('are notified in few statements, without waiting for the disk', async () => {
      const feed = newFeed();
      const followed = await Promise.all(Array.from({ length: 30 }, () => following(feed)));
      const speaker = newFeed();
      const heard: string[] = [];
      const silence = database.listen!({ heard: (payload) => heard.push(payload), began: () => {}, ended: () => {} });
      await vi.waitFor(async () => expect(await listeners()).toHaveLength(2));
      for (const { id } of followed) await write(database.db, id, 'a');
      for (const { id } of followed) speaker.announce(id);
      for (const { said } of followed) await hears(said, ['a']);
      expect(heard.length).toBeLessThanOrEqual(2);
      // The name of a server and ids, nothing else.
      for (const payload of heard) expect(payload).toMatch(/^[\da-f-]{36} \d+(,\d+)*$/);
      await silence();
    });
  });

describe('the notifications of a person', () => {
  it('are announced to their own pages on every server, and to no others', async () => {
    const feed = newFeed();
    let [mine, others] = [0, 0];
    const leave = feed.followPerson(41, () => {
      mine += 1;
    });
    feed.followPerson(4, () => {
      others += 1;
    });
    // The connection that listens begins now, and wakes everybody once.
    if (onPostgres) await vi.waitFor(() => expect([mine, others]).toEqual([1, 1]), { timeout: 5_000 });
    const [before, theirs] = [mine, others];
    const elsewhere = onPostgres ? newFeed() : feed;
    elsewhere.announcePerson(41);
    await vi.waitFor(() => expect(mine).toBe(before + 1), { timeout: 2_000, interval: 5 });
    expect(others).toBe(theirs);
    leave();
    elsewhere.announcePerson(41);
    feed.announcePerson(4);
    await vi.waitFor(() => expect(others).toBe(theirs + 1), { timeout: 2_000, interval: 5 });
    expect(mine).toBe(before + 1);
  });

  it('are in a notification beside campaigns, and a server of the release before takes them for none', () => {
    expect(notificationOf('a 7,u41,8')).toEqual({ server: 'a', agreementIds: [7, 8], userIds: [41] });
  });
});
