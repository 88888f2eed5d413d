import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { privacyJobs } from '@kerb/server/features/privacy/privacy.jobs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { dataKeyOf, dropDataKey } from '@kerb/server/platform/privacy/data-keys.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { brokenLog } from '../../../test/broken-row.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { plainBooks } from '../../../test/plain-books.ts';
import { asOwner, onPostgres } from '../../../test/test-database.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const tenantId = await build.aTenant();
const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
const books = await plainBooks(db);

const yearsAgo = (years: number) => addMinutes(realNow(), -Math.round(years * 365.25 * 24 * 60));
const forget = async () => privacyJobs.find(({ name }) => name === 'forget-log-entries')?.run(deps);

/** With the rights of the owner, and without triggers and foreign keys. */
const unguarded = (...statements: RawBuilder<unknown>[]) =>
  asOwner(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });

/** Makes the log and the ledger of a campaign older. */
const age = (id: number, years: number) =>
  unguarded(
    sql`update log_entries set written_date = ${yearsAgo(years)}, date = date - interval '8 years'
      where target_agreement_id = ${id}`,
    sql`update ledger_transactions set date = date - interval '8 years' where agreement_id = ${id}`,
  );
const set = (id: number, values: Updateable<Schema['agreements']>) =>
  db.updateTable('agreements').set(values).where('id', '=', id).execute();
const end = (id: number, years: number) =>
  set(id, { status: statusRank('cancelled'), statusLastUpdate: yearsAgo(years) });
/** The job looks at the campaign again, as it does after 30 days. */
const lookAgain = (id: number) => set(id, { logKeptFrom: null });

const entriesOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from log_entries where target_agreement_id = ${id}`.execute(db);
  return rows[0]!.count;
};
const keysOf = async (id: number, payerId: number): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select subject_kind || case when dropped_date is null then '' else ', dropped' end as key from data_keys
    where subject_kind = 'campaign' and subject_id = ${id} or subject_kind = 'payer' and subject_id = ${payerId}
    order by 1`.execute(db);
  return rows.map(({ key }) => key);
};

/** A campaign that ended eight years ago, with the log that the product wrote. */
async function anOldCampaign(before: (id: number) => Promise<unknown> = async () => {}) {
  const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [build.aPayer(), build.aPayer()] });
  await before(id);
  await end(id, 8);
  await age(id, 8);
  return { id, payers };
}

/** An entry about the campaign, written now. Its own date may say something else. */
const noteNow = (id: number, date = realNow(), tx: Database = db, dataKeyId: number | null = null) =>
  sql`insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id, data_key_id)
    values (${date}, 'X', 'signatory_update', 'X', '{}', ${id}, ${dataKeyId})`.execute(tx);

const anEntry = (activityCode: ActivityCode, years: number, logData: object = {}, userName = 'Somebody') =>
  db
    .insertInto('logEntries')
    .values({
      date: yearsAgo(years),
      writtenDate: yearsAgo(years),
      userName,
      activityCode,
      description: `${activityCode}, ${years}`,
      logData: JSON.stringify(logData),
    })
    .execute();

describe('the log of a campaign', () => {
  it('goes as a whole seven years after its last entry, with its keys', async () => {
    const { id, payers } = await anOldCampaign();
    const payerId = payers[0]!.id;
    const young = await anOldCampaign();
    await age(young.id, 6.99);
    expect(await keysOf(id, payerId)).toContain('payer');
    const kept = await entriesOf(young.id);
    await forget();
    expect([await entriesOf(id), await entriesOf(young.id)]).toEqual([0, kept]);
    expect(await keysOf(id, payerId)).toEqual([]);
    expect(await keysOf(young.id, young.payers[0]!.id)).toContain('payer');
    const read = await stage.as(manager.userId)('GET', `/v1/agreements/${id}`);
    expect(read.statusCode, read.body).toBe(200);
  });

  // biome-ignore format: a table
  it.each<[why: string, arrange: (id: number) => Promise<unknown>]>([
    ['the campaign is open',           (id) => set(id, { status: statusRank('approved') })],
    ['it ended less than 7 years ago', (id) => end(id, 6.99)],
    ['something happened since',       (id) => noteNow(id, yearsAgo(20))],
    ['a loan is open',                 (id) => set(id, { campaignFinanceDrawdownDate: '2015-01-01' })],
  ])('stays while %s', async (_, arrange) => {
    const { id } = await anOldCampaign();
    await arrange(id);
    const before = await entriesOf(id);
    await forget();
    expect([before > 2, await entriesOf(id)]).toEqual([true, before]);
  });

  it.each<Record<string, number>>([
    { payer: 5, billed: -5 },
    { received: -5 },
    { held: -5 },
    { refunds: -5 },
    { organisation: -5 },
    { transit: -5 },
    { shortfall: 5 },
    { loans: 5 },
  ])('stays while its books have %o', async (balances) => {
    const { id } = await anOldCampaign();
    const names = sql.join(Object.keys(balances).map((name) => sql.ref(name)));
    await unguarded(sql`
      insert into campaign_books (agreement_id, tenant_id, ${names})
      values (${id}, ${tenantId}, ${sql.join(Object.values(balances))})`);
    await forget();
    expect(await entriesOf(id)).toBeGreaterThan(2);
  });

  it('stays while something is owed, and goes when the books are even; its ledger stays', async () => {
    const id = await books.aCampaign();
    await books.post({ agreementId: id, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    await end(id, 8);
    await age(id, 8);
    await forget();
    expect(await entriesOf(id)).toBe(1);
    await books.post({ agreementId: id, event: 'unlend', entries: { agreed: -5, organisation: 5 } });
    await unguarded(
      sql`update log_entries set written_date = ${yearsAgo(8)} where target_agreement_id = ${id}`,
      sql`update ledger_transactions set date = ${yearsAgo(8)} where agreement_id = ${id}`,
    );
    await lookAgain(id);
    await forget();
    expect(await entriesOf(id)).toBe(0);
    const { rows } = await sql`select from ledger_transactions where agreement_id = ${id}`.execute(db);
    expect(rows).toHaveLength(2);
    expect(await brokenInvariants(db, [books.tenantId])).toEqual([]);
  });

  it('stays until the payers who were removed are erased, because it names them', async () => {
    const { id, payers } = await anOldCampaign(async (made) => {
      const { id: payerId } = await db
        .selectFrom('signatories')
        .select('id')
        .where('agreementId', '=', made)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const removed = await stage.as(manager.userId)('DELETE', `/v2/campaigns/${made}/vendors/${payerId}`);
      expect(removed.statusCode, removed.body).toBe(204);
    });
    const before = await entriesOf(id);
    await forget();
    expect(await entriesOf(id)).toBe(before);
    await db.updateTable('signatories').set({ erasedDate: realNow() }).where('id', '=', payers[1]!.id).execute();
    await forget();
    expect(await entriesOf(id), 'looked at again in 30 days').toBe(before);
    await lookAgain(id);
    await forget();
    expect(await entriesOf(id)).toBe(0);
  });

  it('of a campaign without payers stays until the campaign is erased', async () => {
    const { id } = await anOldCampaign();
    await unguarded(
      sql`update log_entries set activity_code = 'signatory_delete'
        where target_agreement_id = ${id} and activity_code = 'signatory_create'`,
      sql`delete from signatories where agreement_id = ${id}`,
    );
    const before = await entriesOf(id);
    await forget();
    expect(await entriesOf(id)).toBe(before);
    await unguarded(sql`
      insert into erasures (act_id, agreement_id, confirmed_date, finished_date) values (1, ${id}, now(), now())`);
    await lookAgain(id);
    await forget();
    expect(await entriesOf(id)).toBe(0);
  });

  it('that is written after it went is kept for another seven years', async () => {
    const { id } = await anOldCampaign();
    await forget();
    await noteNow(id);
    await forget();
    expect(await entriesOf(id)).toBe(1);
    await age(id, 8);
    await set(id, { logKeptFrom: yearsAgo(8) });
    await forget();
    expect(await entriesOf(id)).toBe(0);
  });
});

describe('a key of the log', () => {
  it('that was dropped stays dropped', async () => {
    const { id, payers } = await anOldCampaign();
    await db.transaction().execute((tx) => dropDataKey(tx, { kind: 'payer', id: payers[0]!.id }));
    await forget();
    expect([await entriesOf(id), await keysOf(id, payers[0]!.id)]).toEqual([0, ['payer, dropped']]);
  });

  it('that somebody is about to use stays', async () => {
    // The embedded engine has one connection.
    if (!onPostgres) return;
    const { id, payers } = await anOldCampaign();
    const payerId = payers[0]!.id;
    await db.transaction().execute(async (tx) => {
      const key = await dataKeyOf(tx, deps.secrets, { kind: 'payer', id: payerId });
      await forget();
      expect(await entriesOf(id)).toBe(0);
      await noteNow(id, realNow(), tx, key!.id);
    });
    expect([await entriesOf(id), await keysOf(id, payerId)]).toEqual([1, ['payer']]);
  });
});

describe('an entry about no campaign', () => {
  it('goes after seven years if it proves nothing about the present', async () => {
    type Kind = [code: ActivityCode, years: number, data?: object];
    const ofCode = (years: number, ...codes: ActivityCode[]) => codes.map((code): Kind => [code, years]);
    const [vendor, admin] = [{ role: 'vendor' }, { role: 'admin' }];
    const goes: Kind[] = [
      ['cred_auth', 7.01],
      ...ofCode(7.01, 'cred_reset_pw', 'property_create', 'property_update', 'property_delete'),
      ['user_create', 7.01, vendor],
    ];
    const stays: Kind[] = [
      ['cred_auth', 6.99],
      ['user_create', 6.99, vendor],
      ['user_create', 20, admin],
      ...ofCode(20, 'user_perm_change', 'tenant_update', 'cred_create', 'campaign_update'),
    ];
    for (const [code, years, data] of [...goes, ...stays]) await anEntry(code, years, data);
    await forget();
    const { rows } = await sql<{ description: string }>`
      select description from log_entries where user_name = 'Somebody' order by id`.execute(db);
    expect(rows.map(({ description }) => description)).toEqual(stays.map(([code, years]) => `${code}, ${years}`));
  });
});

describe('the rule', () => {
  it('is the only way to delete: not the server, and not the owner beside it', async () => {
    await anEntry('user_update', 20, {}, 'Somebody else');
    const forgetting = sql`select set_config('kerb.forgetting', 'on', true)`;
    const asServer = db.transaction().execute(async (tx) => {
      await forgetting.execute(tx);
      await sql`delete from log_entries`.execute(tx);
    });
    await expect(asServer).rejects.toThrow(/permission denied/);
    for (const statement of ['delete from log_entries', `update log_entries set user_name = 'x'`]) {
      const change = asOwner(db, (tx) => sql.raw(statement).execute(tx));
      await expect(change, statement).rejects.toThrow(/append-only/);
    }
    const changed = asOwner(db, async (tx) => {
      await forgetting.execute(tx);
      await sql`update log_entries set user_name = 'x'`.execute(tx);
    });
    await expect(changed).rejects.toThrow(/append-only/);
    const { rows } = await sql`select pronargs from pg_proc where proname = 'forget_log_entries'`.execute(db);
    expect(rows).toEqual([{ pronargs: 0 }]);
  });

  it('is carried out in whole lots, also if a job ends in the middle', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 53; n += 1) {
      const id = await books.aCampaign();
      await sql`insert into log_entries (date, written_date, user_name, activity_code, description, log_data,
          target_agreement_id)
        select ${yearsAgo(9)}, ${yearsAgo(9)}, 'X', 'campaign_update', 'X', '{}', ${id}
        from generate_series(1, 2)`.execute(db);
      await end(id, 20 - n / 10);
      ids.push(id);
    }
    const left = async () => (await Promise.all(ids.map(entriesOf))).join('');
    const [first, second] = ['00'.repeat(25), '222'];
    if (onPostgres) {
      const client = await stage.database.pool.connect();
      await client.query('begin');
      const { rows } = await client.query('select pg_backend_pid() as pid, forget_log_entries() as handled');
      expect(Number(rows[0].handled)).toBe(50);
      client.release(new Error('the server is killed'));
      await vi.waitFor(async () => {
        const alive = await sql`select from pg_stat_activity where pid = ${rows[0].pid}`.execute(db);
        expect(alive.rows).toEqual([]);
      });
      expect(await left()).toBe('2'.repeat(53));
    }
    await brokenLog(db, ids[51]!, () => expect(forget()).rejects.toThrow('a broken row'), 'delete');
    expect(await left()).toBe(first + second);
    await forget();
    expect(await left()).toBe('0'.repeat(53));
  });
});
