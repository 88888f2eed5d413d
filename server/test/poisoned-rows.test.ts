import { addMinutes, type Day } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { stampDocuments } from '@kerb/server/features/signing/stamp-documents.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { clockOf, realNow } from '@kerb/server/platform/clock.ts';
import { jobRunner } from '@kerb/server/platform/jobs/run-job.ts';
import { queuesIn } from '@kerb/server/platform/metrics/measured-state.ts';
import { noRevocations } from '@kerb/server/platform/pdf-signature/revocations.ts';
import { TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { brokenRows } from './broken-row.ts';
import { drawn, startLoanFixture } from './loan-fixture.ts';
import { type Payer, signingSteps, startSigningFixture } from './signing-fixture.ts';
import { asOwner } from './test-database.ts';

/**
 * Each job that reads a bounded number of rows meets more rows that always fail than it reads at once. All others are
 * processed all the same, and an admin sees the rows that fail.
 */
const fixture = await startSigningFixture({ env: { LOG_LEVEL: 'silent' } });
const { stage, admin, build, tenantId } = fixture;
const { db, deps } = stage;
const { timeStamps: working } = deps;

const run = (name: string, of = deps) =>
  jobRunner(of.log)(
    of,
    must(
      allJobs.find((job) => job.name === name),
      name,
    ),
    undefined,
  );
const failuresOf = async (job: string, of = db) =>
  (await of.selectFrom('jobFailures').select(['rowId', 'tries']).where('job', '=', job).execute()).length;

const down: typeof working = {
  stamp: async () => {
    throw new TimeStampsUnavailable('The time-stamp authority could not be reached.');
  },
  revocations: async () => noRevocations,
};

/** Copies of a row with other values, `count` times. */
const copies = (table: string, id: number, count: number, values: RawBuilder<unknown>) =>
  asOwner(db, (tx) =>
    sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(null::${sql.table(table)}, to_jsonb(t) || ${values})).*
      from ${sql.table(table)} t cross join generate_series(1, ${sql.lit(count)}) n where t.id = ${id}`.execute(tx),
  );

/** A signed document that waits for its stamp. */
async function aWaitingDocument(): Promise<number> {
  deps.timeStamps = down;
  const { approved, signAs } = signingSteps(fixture);
  const { id, payers } = await approved({ mobiles: [null] });
  expect((await signAs(id, payers[0] as Payer)).statusCode).toBe(200);
  deps.timeStamps = working;
  const document = db.selectFrom('signedDocuments').select('id').where('agreementId', '=', id);
  return (await document.executeTakeFirstOrThrow()).id;
}

/** Older documents whose files are gone. */
async function poisonedDocuments(id: number, count: number): Promise<void> {
  const assets = db.selectFrom('signedDocuments').select('assetId').where('id', '=', id);
  const { assetId } = await assets.executeTakeFirstOrThrow();
  await copies('assets', assetId, count, sql`jsonb_build_object('id', -n, 'storage_key', 'gone-' || n)`);
  const own = sql`'asset_id', -n, 'code', 'gone-' || n, 'sha256', 'gone-' || n, 'voided_date', now()`;
  await copies('signed_documents', id, count, sql`jsonb_build_object('id', -n, ${own})`);
  await asOwner(db, (tx) =>
    sql`insert into document_stamps (signed_document_id, asked_date)
      select -n, now() - interval '1 day' from generate_series(1, ${sql.lit(count)}) n`.execute(tx),
  );
}
const stampOf = (id: number) =>
  db.selectFrom('documentStamps').selectAll().where('signedDocumentId', '=', id).executeTakeFirstOrThrow();
const tries = async () => {
  const rows = await db.selectFrom('documentStamps').select('attempts').where('stampedDate', 'is', null).execute();
  return rows.reduce((sum, { attempts }) => sum + attempts, 0);
};

describe('time stamps that always fail', { timeout: 60_000 }, () => {
  it('keep no later document from its stamp, are listed for admins, and are retried when one asks', async () => {
    const id = await aWaitingDocument();
    await poisonedDocuments(id, 60);
    expect((await queuesIn(db)).find(({ lane }) => lane === 'time stamps')).toMatchObject({ waiting: 61 });
    // The first run meets 50 that fail. The second one begins with those that were not tried yet.
    expect([await run('stamp-documents'), (await stampOf(id)).stampedDate]).toEqual(['partly', null]);
    expect(await run('stamp-documents')).toBe('partly');
    expect((await stampOf(id)).stampedDate).not.toBeNull();
    const asAdmin = stage.as(admin.userId);
    const { failures } = (await asAdmin('GET', '/v1/jobs')).json();
    expect(failures).toHaveLength(60);
    expect(failures[0]).toMatchObject({ job: 'stamp-documents', kind: 'signed document', tries: 1 });
    // All wait now, and an admin need not.
    expect([await run('stamp-documents'), await tries()]).toEqual(['ok', 60]);
    const asked = await asAdmin('POST', '/v1/jobs/run', { name: 'stamp-documents' });
    expect(asked.statusCode, asked.body).toBeLessThan(300);
    expect([await run('stamp-documents'), await tries()]).toEqual(['partly', 110]);
  });

  it('are tried less and less often', async () => {
    await sql`update document_stamps set attempts = 0, next_attempt_date = 'epoch'
      where signed_document_id < 0`.execute(db);
    const begin = realNow();
    const tried: number[] = [];
    for (let minute = 0, before = 0; minute <= 1_800; minute += 5) {
      for (let turn = 0; turn < 2; turn += 1) {
        await stampDocuments(deps, addMinutes(begin, minute)).catch(() => undefined);
      }
      const after = await tries();
      if (after > before) tried.push(minute);
      before = after;
    }
    expect(tried).toEqual([0, 5, 20, 80, 260, 980, 1_700]);
  });

  it('are not asked for again and again while the authority is down, and each has its turn', async () => {
    await sql`delete from document_stamps where signed_document_id < 0`.execute(db);
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await aWaitingDocument());
    for (const sum of [5, 6, 6]) {
      await stampDocuments({ ...deps, timeStamps: down }).catch(() => undefined);
      expect(await tries()).toBe(sum);
    }
    await stampDocuments(deps, addMinutes(realNow(), 5));
    for (const id of ids) expect((await stampOf(id)).stampedDate).not.toBeNull();
  });
});

describe('rows that always fail', { timeout: 60_000 }, () => {
  it('keep no later request of a second person open', async () => {
    const { userId } = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const own = sql`'email_address', 'subject' || n || '@example.com'`;
    await copies('users', userId, 211, sql`jsonb_build_object('id', 5000000 + n, ${own})`);
    await sql`
      insert into pending_acts (kind, subject_id, reason, asked_by_user_id, asked_date, expiry_date)
      select 'make-admin', 5000000 + n, case when n <= 210 then 'poisoned' else 'good' end, ${admin.userId},
        now() - interval '40 days', now() - interval '30 days' from generate_series(1, 211) n`.execute(db);
    await brokenRows(db, { table: 'pending_acts', on: 'update', when: sql`new.reason = 'poisoned'` }, async () => {
      expect(await run('expire-acts')).toBe('partly');
    });
    const open = await db.selectFrom('pendingActs').select('reason').where('outcome', 'is', null).execute();
    expect([open.length, open.some(({ reason }) => reason === 'good')]).toEqual([210, false]);
    expect(await failuresOf('expire-acts')).toBe(210);
  });

  it('keep no later account open', async () => {
    const { userId } = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const of = sql`'closing_date', now() - interval '2 days', 'email_address', 'poisoned' || n || '@example.com'`;
    await copies('users', userId, 210, sql`jsonb_build_object('id', -n, ${of})`);
    const closingDate = addMinutes(realNow(), -60);
    await db.updateTable('users').set({ closingDate }).where('id', '=', userId).execute();
    await brokenRows(db, { table: 'users', on: 'update', when: sql`new.id < 0 or old.id < 0` }, async () => {
      expect(await run('close-accounts')).toBe('partly');
    });
    const closed = db.selectFrom('users').select('closedDate').where('id', '=', userId);
    expect((await closed.executeTakeFirstOrThrow()).closedDate).not.toBeNull();
    expect(await failuresOf('close-accounts')).toBe(210);
  });

  it('keep no other file', async () => {
    const { rows } = await sql<{ id: number }>`select id from assets where id > 0 order by id limit 1`.execute(db);
    const of = sql`'storage_key', 'loose-' || n, 'used_for', 'discarded', 'attachment_count', 0`;
    await copies('assets', must(rows[0], 'file').id, 120, sql`jsonb_build_object('id', 1000000 + n, ${of})`);
    await brokenRows(db, { table: 'assets', on: 'delete', when: sql`old.id between 1000001 and 1000105` }, async () => {
      expect(await run('sweep-files')).toBe('partly');
    });
    const left = await db.selectFrom('assets').select('id').where('usedFor', '=', 'discarded').execute();
    expect(left).toHaveLength(105);
    expect(await failuresOf('sweep-files')).toBe(105);
    expect(await run('sweep-files')).toBe('ok');
    expect(await failuresOf('sweep-files')).toBe(0);
  });

  it('keep no other message from being sent', async () => {
    await db.deleteFrom('messages').execute();
    await sql`
      insert into messages (kind, channel, audience, recipient, subject, body, state, created_date, next_attempt_date)
      select 'test', 'email', 'staff', case when n <= 30 then 'poisoned' else 'good' end || '@example.com', 'S', 'B',
        'queued', now(), now() - make_interval(mins => 60 - n) from generate_series(1, 31) n`.execute(db);
    const when = sql`new.recipient = 'poisoned@example.com' and new.delivered_date is not null`;
    await brokenRows(db, { table: 'messages', on: 'update', when }, async () => {
      expect(await run('deliver-messages')).toBe('partly');
    });
    const sent = await db.selectFrom('messages').select('recipient').where('state', '=', 'accepted').execute();
    expect(sent).toEqual([{ recipient: 'good@example.com' }]);
  });
});

describe('a loan whose interest cannot be posted', () => {
  it('keeps no other loan from its interest, and has all its days once it can', { timeout: 60_000 }, async () => {
    const loans = await startLoanFixture({ env: { LOG_LEVEL: 'silent' }, now: '2026-11-15T01:00:00.000Z' });
    const draw = async (): Promise<number> => {
      const columns = { campaignFinanceSignatureDate: drawn.campaignFinanceLoanStartDate };
      const { id } = await loans.aLoan('signed', columns);
      expect((await loans.call(loans.admin)('PUT', `/v1/agreements/${id}`, drawn)).statusCode).toBe(200);
      return id;
    };
    const [bad, good] = [await draw(), await draw()];
    const setDay = (day: Day) => {
      loans.stage.deps.clock = clockOf(() => Temporal.Instant.from(`${day}T01:00:00.000Z`));
    };
    const accruedOf = async (id: number) => {
      const books = loans.stage.db.selectFrom('campaignBooks').select('accrued').where('agreementId', '=', id);
      return (await books.executeTakeFirstOrThrow()).accrued;
    };
    setDay('2026-11-20');
    const when = sql`new.agreement_id = ${sql.lit(bad)}`;
    await brokenRows(loans.stage.db, { table: 'ledger_transactions', on: 'insert', when }, async () => {
      expect(await run('accrue-interest', loans.stage.deps)).toBe('partly');
    });
    // 10,000 × 14.5 % × 14 / 365, and × 19 / 365.
    expect([await accruedOf(bad), await accruedOf(good)]).toEqual(['55.62', '75.48']);
    expect(await failuresOf('accrue-interest', loans.stage.db)).toBe(1);
    expect(await run('accrue-interest', loans.stage.deps)).toBe('ok');
    expect([await accruedOf(bad), await accruedOf(good)]).toEqual(['75.48', '75.48']);
    expect(await failuresOf('accrue-interest', loans.stage.db)).toBe(0);
  });
});
