import { logChainJobs, mailHead, verifyAndTell, watchSeals } from '@kerb/server/features/audit/log-chain.jobs.ts';
import { headOf } from '@kerb/server/platform/log-chain/read-chain.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let admin: Person;

// A test may forge the log, and a forged log stays broken. So each test has its own.
beforeEach(async () => {
  stage = await startStage({ env: { LOG_HEAD_EMAIL: 'notary@example.com' } });
  const build = buildersFor(stage);
  admin = await build.aPerson('admin');
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await build.aCampaign(manager, tenantId);
});

const chain = async () => (await stage.as(admin.userId)('GET', '/v1/log-chain')).json();
const messages = (kind: string) => stage.db.selectFrom('messages').selectAll().where('kind', '=', kind).execute();

const forge = (statement: ReturnType<typeof sql>) =>
  asOwner(stage.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

describe('the chain of the log for admins', () => {
  it('shows what waits, then its newest seal', async () => {
    expect(await chain()).toMatchObject({ head: null, waitingSince: expect.any(String), lastCheck: null });
    await logChainJobs.find(({ name }) => name === 'seal-log')!.run(stage.deps);
    const head = (await headOf(stage.db))!;
    expect(await chain()).toEqual({
      head: { number: head.number, sealedDate: head.sealedDate, hash: head.hash.toString('hex') },
      waitingSince: null,
      lastCheck: null,
    });
  });

  it('is mailed once a day to the configured address', async () => {
    const { db, deps } = stage;
    await sealLog(db);
    await mailHead(deps);
    await mailHead(deps);
    const [message, ...more] = await messages('log-head');
    expect(more).toEqual([]);
    const head = (await headOf(db))!;
    expect(message).toMatchObject({ recipient: 'notary@example.com' });
    expect(message!.body).toContain(`--head ${head.number}:${head.hash.toString('hex')}`);
    await mailHead({ ...deps, config: { ...deps.config, logHeadEmail: null } });
    expect(await messages('log-head')).toHaveLength(1);
  });

  it('shows the last verification, and all admins are told once a day of a change', async () => {
    const { db, deps } = stage;
    await sealLog(db);
    await verifyAndTell(deps);
    expect((await chain()).lastCheck).toMatchObject({ findingCount: 0, brokenCount: 0, findings: [] });
    expect((await chain()).lastCheck.entryCount).toBeGreaterThan(3);
    expect(await messages('log-broken')).toEqual([]);

    await forge(sql`update log_entries set user_name = 'Somebody else' where id = (select min(id) from log_entries)`);
    await verifyAndTell(deps);
    await verifyAndTell(deps);
    const { lastCheck } = await chain();
    expect(lastCheck).toMatchObject({ findingCount: 1, brokenCount: 1, findings: [{ kind: 'entry-changed' }] });
    const told = await messages('log-broken');
    expect(told.map(({ userId }) => userId)).toContain(admin.userId);
    expect(new Set(told.map(({ userId }) => userId)).size).toBe(told.length);
    expect(told[0]!.body).toContain(lastCheck.findings[0].text);
  });

  it('misses seals that were removed after the last verification', async () => {
    const { db, deps } = stage;
    await sealLog(db);
    await verifyAndTell(deps);
    const head = (await headOf(db))!;
    await forge(sql`delete from log_seal_parts where seal_number = ${head.number}`);
    await forge(sql`delete from log_seals where number = ${head.number}`);
    await verifyAndTell(deps);
    const { findings } = (await chain()).lastCheck;
    expect(findings).toContainEqual({
      kind: 'head-differs',
      text: expect.stringContaining(`Seal ${head.number} is missing, which the verification of `),
    });
  });

  it('fails a job if an entry waits for long', async () => {
    await sealLog(stage.db);
    await watchSeals(stage.deps);
    await forge(sql`
      insert into log_entries (date, written_date, user_name, activity_code, description, log_data)
      values (now(), now() - interval '20 minutes', 'X', 'tenant_update', 'X', '{}')`);
    await expect(watchSeals(stage.deps)).rejects.toThrow(/^Log entry \d+ waits for its seal since /);
  });
});
