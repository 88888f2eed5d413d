import { readConfig } from '@kerb/server/platform/config.ts';
import {
  type Belonging,
  type Claim,
  claimDeployment,
  claimOf,
  refusalOf,
  refuseForeign,
} from '@kerb/server/platform/deployment.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openOwnedDatabase } from '../../test/test-database.ts';

const keyCheck = Buffer.alloc(32, 1);
const sandbox: Claim = { mode: 'sandbox', country: 'AU', keyCheck, isSandboxExplicit: false, earlierKeyChecks: [] };
const explicit: Claim = { ...sandbox, isSandboxExplicit: true };
const production: Claim = { ...sandbox, mode: 'production' };

const fresh: Belonging = { row: null, hasDemoData: false, hasUsers: false };
const ofSandbox: Belonging = { row: sandbox, hasDemoData: true, hasUsers: true };
const ofProduction: Belonging = { row: production, hasDemoData: false, hasUsers: true };

describe('a start', () => {
  // biome-ignore format: a table
  it.each<[string, Claim, Belonging, RegExp | null]>([
    ['a sandbox on a new database',                        sandbox,    fresh,                               null],
    ['production on a new database',                       production, fresh,                               null],
    ['a sandbox on an older sandbox',                      sandbox,    { ...ofSandbox, row: null },         null],
    ['production on an older sandbox',                     production, { ...ofSandbox, row: null },         /^This database belongs to a sandbox, whose demo people have a published password\./],
    ['a sandbox on an older database with users',          sandbox,    { ...ofProduction, row: null },      /^This database has users and does not say whether it is a sandbox\. Set SANDBOX=on only if none of them is real/],
    ['an explicit sandbox on an older database with users', explicit,  { ...ofProduction, row: null },      null],
    ['production on an older database with users',         production, { ...ofProduction, row: null },      null],
    ['a sandbox on a sandbox',                             sandbox,    ofSandbox,                           null],
    ['production on a sandbox',                            production, ofSandbox,                           /^This database belongs to a sandbox/],
    ['production on a sandbox without demo data',          production, { ...ofSandbox, hasDemoData: false }, /^This database belongs to a sandbox/],
    ['a sandbox on production',                            sandbox,    ofProduction,                        /^This database belongs to a production deployment\. A sandbox does not start on it: check DATABASE_URL/],
    ['an explicit sandbox on production',                  explicit,   ofProduction,                        /^This database belongs to a production deployment/],
    ['production on production',                           production, ofProduction,                        null],
    ['the other country on a sandbox',                     { ...sandbox, country: 'NZ' },    ofSandbox,     /^This database belongs to a deployment for AU: set COUNTRY=AU/],
    ['the other country on production',                    { ...production, country: 'NZ' }, ofProduction,  /^This database belongs to a deployment for AU: set COUNTRY=AU/],
    ['another key on a sandbox',                           { ...sandbox, keyCheck: Buffer.alloc(32, 2) },    ofSandbox,    /^SECRET_KEY is not the key that this database was started with/],
    ['another key on production',                          { ...production, keyCheck: Buffer.alloc(32, 2) }, ofProduction, /^SECRET_KEY is not the key that this database was started with/],
  ])('of %s is refused with one sentence, or not', (_, claim, found, sentence) => {
    const refusal = refusalOf(claim, found);
    if (sentence === null) expect(refusal).toBeNull();
    else expect(refusal).toMatch(sentence);
  });
});

const database = await openOwnedDatabase();
afterAll(() => database.close());

describe('the row of the deployment', () => {
  const { db } = database;
  const rows = () => db.selectFrom('deployment').select(['mode', 'country']).execute();
  beforeEach(() => sql`delete from deployment`.execute(db));

  it('is written by the first start and never changed by a later one', async () => {
    expect(await rows()).toEqual([]);
    await claimDeployment(db, production);
    await claimDeployment(db, production);
    await expect(claimDeployment(db, explicit)).rejects.toThrow(/^This database belongs to a production deployment/);
    await expect(claimDeployment(db, { ...production, country: 'NZ' })).rejects.toThrow(/for AU/);
    expect(await rows()).toEqual([{ mode: 'production', country: 'AU' }]);
  });

  it('is one, also if a sandbox and production start at the same moment', async () => {
    const starts = [production, sandbox, production, sandbox].map((claim) => claimDeployment(db, claim));
    const outcomes = (await Promise.allSettled(starts)).map(({ status }) => status);
    const [row] = await rows();
    const isOf = (mode: string) => (row?.mode === mode ? 'fulfilled' : 'rejected');
    expect(outcomes).toEqual(['production', 'sandbox', 'production', 'sandbox'].map(isOf));
  });

  it('stops another deployment before it upgrades the database, and nobody while it is missing', async () => {
    await refuseForeign(db, sandbox);
    await claimDeployment(db, production);
    await refuseForeign(db, production);
    await expect(refuseForeign(db, sandbox)).rejects.toThrow(/^This database belongs to a production deployment/);
    const undo = new Error('only here');
    const withoutTable = db.transaction().execute(async (tx) => {
      await sql`drop table deployment`.execute(tx);
      await refuseForeign(tx, sandbox);
      throw undo;
    });
    await expect(withoutTable).rejects.toBe(undo);
  });

  it('notices another SECRET_KEY and does not contain the key', async () => {
    const config = readConfig({});
    const [first, second] = [1, 2].map((byte) => claimOf(config, secretsFrom(Buffer.alloc(32, byte))));
    await claimDeployment(db, first!);
    await expect(claimDeployment(db, second!)).rejects.toThrow(/^SECRET_KEY is not the key/);
    expect(first!.keyCheck).toHaveLength(32);
    expect(first!.keyCheck.equals(Buffer.alloc(32, 1))).toBe(false);
  });
});
