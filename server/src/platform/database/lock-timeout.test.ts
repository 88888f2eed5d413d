import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { onPostgres } from '../../../test/test-database.ts';

let stage: Stage;
let admin: Person;
let campaignId: number;

// A test changes the connections of its server, so each has its own.
beforeEach(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  admin = await build.aPerson('admin');
  campaignId = (await build.aCampaign(admin, await build.aTenant())).id;
});

/** Shortens lock_timeout on every connection of the server. */
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

describe('a row that another transaction keeps locked', () => {
  // The embedded engine runs one transaction at a time, so nothing ever waits for a row.
  it('is waited for at most three seconds', async () => {
    const { rows } = await stage.database.pool.query('show lock_timeout');
    expect(rows).toEqual([{ lock_timeout: onPostgres ? '3s' : '0' }]);
  });

  it('answers with a message and changes nothing, and the next attempt succeeds', async () => {
    if (onPostgres) await expectRefusalWhileHeld();
    expect((await save()).json().campaignNotes).toBe('Rang');
  });
});
