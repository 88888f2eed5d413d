import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { migrate, migrationNames } from '@kerb/server/platform/database/migrate.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { plainBooks } from './plain-books.ts';
import { openEmptyDatabase } from './test-database.ts';

const last = migrationNames().findLast((name) => name < '0126')!;

it('a loan that was repaid before the ledger recorded repayments is no longer lent', { timeout: 120_000 }, async () => {
  const database = await openEmptyDatabase();
  await migrate(database, { upTo: last });
  const { db } = database;
  const books = await plainBooks(db);
  /** A loan of 1,000 dollars that was paid out by hand. */
  async function aLoan(status: number, repaid: string | null): Promise<number> {
    const agreementId = await books.aCampaign({ status, option: 'pl', signed: true });
    await sql`update agreements set campaign_finance_repaid_date = ${repaid}::date where id = ${agreementId}`.execute(
      db,
    );
    await books.post({ agreementId, event: 'lend', entries: { agreed: 1000, organisation: -1000 } });
    const entries = { organisation: 1000, bank: -1000, loans: 1000, agreed: -1000 };
    await books.post({ agreementId, event: 'transfer', entries });
    return agreementId;
  }
  const [repaid, running, complete] = [await aLoan(11, '2026-11-12'), await aLoan(8, null), await aLoan(11, null)];
  await migrate(database);
  const { rows } = await sql<{ id: number; loans: string; carried: string }>`
    select agreement_id as id, loans, carried from campaign_books order by agreement_id`.execute(db);
  expect(rows).toEqual([
    { id: repaid, loans: '0.00', carried: '1000.00' },
    { id: running, loans: '1000.00', carried: '0.00' },
    { id: complete, loans: '1000.00', carried: '0.00' },
  ]);
  const logged = await sql<{ description: string }>`
    select description from log_entries where target_agreement_id = ${repaid} order by id desc limit 1`.execute(db);
  expect(logged.rows[0]?.description).toBe('Upgrade: the loan was repaid before the ledger recorded repayments');
  expect(await brokenInvariants(db)).toEqual([]);
  await database.close();
});
