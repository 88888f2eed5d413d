import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { up as addNewSignIns } from '../migrations/0139-new-sign-ins.ts';
import { up as addLoginProviders } from '../migrations/0141-login-providers.ts';
import { up as addProvisioning } from '../migrations/0142-provisioning.ts';
import { up as addExternalRefs } from '../migrations/0148-external-refs.ts';
import { up as addEvents } from '../migrations/0149-changes-and-events.ts';
import { up as addLoanRequests } from '../migrations/0162-loan-requests.ts';
import { up as addCalendarLinks } from '../migrations/0167-calendar-links.ts';
import { up as addPartRefunds } from '../migrations/0174-part-refunds.ts';
import { up as addEventDetails } from '../migrations/0185-details-of-events.ts';
import { buildersFor } from './builders.ts';
import { faults } from './faults.ts';
import { fillTables } from './fill-tables.ts';
import { type Stage, startStage } from './harness.ts';
import { aForm } from './multipart.ts';
import { openEmptyDatabase } from './test-database.ts';

/** The newest migration of the release before. */
const released = '0084-erasures-of-campaigns';
const rows = faults.isLong ? 100_000 : 3_000;
const workers = 4;

/**
 * The code of this release sends the requests, in place of a server of the release before. It reads columns of these
 * tables that the other does not know, so they are added first. The migrations still lock the tables.
 */
async function addColumnsThatAreRead(stage: Pick<Stage, 'db'>): Promise<void> {
  const balances = [
    ...['trust', 'operating', 'charges', 'accrued', 'lending', 'carried', 'costs', 'writeoffs', 'repaid', 'collected'],
  ];
  const added = sql.raw(balances.map((name) => `add column ${name} numeric(14, 2) not null default 0`).join(', '));
  await sql`alter table campaign_books ${added}`.execute(stage.db);
  await sql`alter table ledger_transactions add column day date, add column line text`.execute(stage.db);
  // Requests ask how their person has logged in, read references, and write events. These can run twice.
  const read = [
    addNewSignIns,
    addLoginProviders,
    addProvisioning,
    addExternalRefs,
    addEvents,
    addLoanRequests,
    addCalendarLinks,
    addPartRefunds,
    addEventDetails,
  ];
  for (const add of read) await add(stage.db as never);
}

/** Rows that mean nothing would stop the server if it read them. */
const isRead = (table: string) =>
  /^(sandbox_|migrations$|deployment$|tenants$|signing_keys$|rate_changes$)/.test(table);

async function tablesToLeave(stage: Stage): Promise<Set<string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    stage.db,
  );
  return new Set(tables.map(({ name }) => name).filter(isRead));
}

type Call = { what: string; status: number; atMs: number; ms: number };

/** The requests of a team: lists, reads, saves and uploads. */
async function team(stage: Stage) {
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const { id } = await build.aCampaign(manager, tenantId);
  const as = stage.as(manager.userId);
  const asAdmin = stage.as((await build.aPerson('admin')).userId);
  const calls: Call[] = [];
  const call = async (what: string, answer: Promise<{ statusCode: number }>) => {
    const began = performance.now();
    const { statusCode: status } = await answer;
    calls.push({ what, status, atMs: began, ms: performance.now() - began });
  };
  const round = async (n: number) => {
    await call('list', as('GET', '/v1/agreements'));
    await call('read', as('GET', `/v1/agreements/${id}`));
    await call('save', asAdmin('PUT', `/v1/agreements/${id}`, { campaignNotes: `note ${n}` }));
    const form = aForm(
      { name: 'tenantId', value: String(tenantId) },
      { name: 'asset', value: '%PDF-1.4\n%%EOF\n', fileName: 'a.pdf' },
    );
    if (n < 10) await call('upload', as('POST', '/v1/assets', form.payload, form.headers));
  };
  return { calls, round };
}

describe('a database of the release before', () => {
  it('is upgraded while people work, and no request fails', { timeout: 300_000 }, async () => {
    const database = await openEmptyDatabase();
    await migrate(database, { upTo: released });
    await addColumnsThatAreRead(database);
    const stage = await startStage({ database });
    const teams = await Promise.all(Array.from({ length: workers }, () => team(stage)));
    const firstId = 1_000_000;
    await fillTables(stage.db, {
      rows,
      firstId,
      without: await tablesToLeave(stage),
      set: {
        users: { role: `'vendor'` },
        ledger_transactions: { event: `'opening'` },
        ledger_entries: { account: `'bank'` },
        payments: { kind: `'upfront'` },
      },
    });

    let isOver = false;
    const working = teams.map(async ({ round }) => {
      for (let n = 1; !isOver; n += 1) await round(n);
    });
    await pause(500);
    const began = performance.now();
    const applied = await migrate(database);
    faults.measured('migrations', performance.now() - began);
    await pause(500);
    isOver = true;
    await Promise.all(working);

    expect(applied.length).toBeGreaterThan(0);
    const calls = teams.flatMap((each) => each.calls);
    expect(calls.filter(({ status }) => status >= 300)).toEqual([]);
    expect(calls.filter(({ what }) => what === 'upload').length).toBeGreaterThan(workers);
    for (const [what, some] of Map.groupBy(calls, (call) => call.what)) {
      faults.measured(`longest ${what} of ${some.length}`, Math.max(...some.map(({ ms }) => ms)));
    }
    // A request waits for a lock for three seconds and is then refused. None came near it.
    expect(calls.filter(({ ms }) => ms >= 2_500)).toEqual([]);

    // What was uploaded before, during and after the fill is counted once.
    const { rows: counted } = await sql<{ files: number; bytes: number }>`
      select count(*) as files, sum(size)::bigint as bytes from assets`.execute(stage.db);
    const { rows: kept } = await sql<{ files: number; bytes: number }>`
      select sum(files)::bigint as files, sum(bytes)::bigint as bytes from asset_tallies`.execute(stage.db);
    expect(kept).toEqual(counted);
    const { rows: invalid } = await sql`select from pg_index where not indisvalid`.execute(stage.db);
    expect(invalid).toEqual([]);
  });
});
