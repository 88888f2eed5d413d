import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { onPostgres } from '../../../test/test-database.ts';

let stage: Stage;
let admin: Person;
let campaignId: number;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  admin = await build.aPerson('admin');
  campaignId = (await build.aCampaign(admin, await build.aTenant())).id;
});

/** The same wait as everyone's, only shorter, on every connection that the server has. */
async function shortenWaits(): Promise<void> {
  const { pool } = stage.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query(`set lock_timeout = '200ms'`)));
  for (const client of clients) client.release();
}

async function holdingTheCampaign<T>(run: () => Promise<T>): Promise<T> {
  const { connectionString } = stage.database.pool.options;
  const somebody = new pg.Client({ connectionString });
  await somebody.connect();
  try {
    await somebody.query('begin');
    await somebody.query('select id from agreements where id = $1 for update', [campaignId]);
    return await run();
  } finally {
    await somebody.end();
  }
}

const save = () => stage.as(admin.userId)('PUT', `/v1/agreements/${campaignId}`, { campaignNotes: 'Rang' });

async function expectRefusalWhileHeld(): Promise<void> {
  await shortenWaits();
  const refused = await holdingTheCampaign(save);
  expect([refused.statusCode, refused.json().type]).toEqual([503, '/problems/busy']);
  expect(refused.json().displayText).toBe(
    'Somebody else is changing this right now, and nothing was saved. Please try again in a moment.',
  );
  expect(refused.headers['retry-after']).toBe('2');
}

describe('a row that somebody else holds and does not let go', () => {
  // The embedded engine runs one transaction at a time: there, nobody ever waits for a row.
  it('is waited for ten seconds, where it can be waited for', async () => {
    const { rows } = await stage.database.pool.query('show lock_timeout');
    expect(rows).toEqual([{ lock_timeout: onPostgres ? '10s' : '0' }]);
  });

  it('ends the wait with words and changes nothing, and the next try succeeds', async () => {
    if (onPostgres) await expectRefusalWhileHeld();
    expect((await save()).json().campaignNotes).toBe('Rang');
  });
});
