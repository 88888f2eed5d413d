import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { readPlatformFigures } from '@kerb/server/features/dashboard/platform-figures.ts';
import { readLoanBook } from '@kerb/server/features/loan-books/loan-book.repository.ts';
import { countQuoted } from '@kerb/server/features/rates/rates.repository.ts';
import { listLines } from '@kerb/server/features/statements/statements.repository.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { fillTables } from './fill-tables.ts';
import { startStage } from './harness.ts';
import { indexesOfWholeTables, statementsOf, tablesRead } from './statement-plans.ts';
import { onPostgres } from './test-database.ts';

/** More than a list counts. */
const rows = 30_000;

/** A database in which most campaigns and statement lines have ended, as after years. */
async function aFullStage() {
  const stage = await startStage();
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    stage.db,
  );
  const filled = ['agreements', 'agreement_listings', 'bank_statement_lines', 'loan_accounts'];
  const status = `case when n % 100 = 0 then ${statusRank('draft')} else ${statusRank('complete')} end`;
  const large = await fillTables(stage.db, {
    rows,
    firstId: 1,
    without: new Set(tables.map(({ name }) => name).filter((name) => !filled.includes(name))),
    set: {
      agreements: { status },
      agreement_listings: { status },
      bank_statement_lines: { state: `'matched'` },
      loan_accounts: { is_owed: 'n % 100 = 0', due_date: `date '2020-01-01' + (n % 1000)::integer`, tenant_id: '1' },
    },
  });
  return { stage, large };
}

describe('on a database with many ended campaigns', () => {
  it('the numbers beside lists and previews read no whole table', { timeout: 120_000 }, async () => {
    // The embedded engine has no such databases.
    if (!onPostgres) return;
    const { stage, large } = await aFullStage();
    const figuresScope = must(accessScopeOf(await buildersFor(stage).aPerson('admin'), 'figures.read'), 'scope');
    const query = { state: 'unmatched' as const, page: 1, perPage: 100 };
    const statements = await statementsOf(async () => {
      await countQuoted(stage.db);
      await listLines(stage.db, stage.deps, query);
      await readLoanBook(stage.deps, { page: 1, perPage: 25 });
      await readLoanBook(stage.deps, { page: 1, perPage: 25, ageing: 'days-31-60', tenant: 7 });
      await readLoanBook(stage.deps, { page: 1, perPage: 25, dueFrom: '2021-01-04', dueTo: '2021-01-10' });
      await readLoanBook(stage.deps, { page: 1, perPage: 25, lvr: 'to-2' });
      await readPlatformFigures(stage.deps, figuresScope, { period: 'month' });
    });
    const wholeIndexes = await indexesOfWholeTables(stage.db);
    const { pool } = stage.database;
    const found: string[] = [];
    for (const statement of statements) {
      found.push(...(await tablesRead(pool, statement, { large, wholeIndexes })));
    }
    expect(found).toEqual([]);
    expect((await listLines(stage.db, stage.deps, query)).uncounted).toEqual(['matched']);
  });
});
