import { mergeTotals } from '@kerb/server/features/books/merge-totals.ts';
import { readTrialBalance } from '@kerb/server/features/books/totals.repository.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await startStage();
});

/** As if several writers had posted to each of two accounts on each day at the same time. */
const crowd = (days: number, writers: number) =>
  asOwner(stage.db, (tx) =>
    sql`insert into ledger_totals (book_day, account, debit, credit, entries)
      select date '2023-01-01' + d, a, 100.25 * w + d, 50.10 * w, w
      from generate_series(0, ${days - 1}::integer) d, generate_series(1, ${writers}::integer) w,
        unnest(array['bank', 'held']) a`.execute(tx),
  );
const rowsOf = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ledger_totals`.execute(stage.db);
  return rows[0]?.count;
};
const balances = async () =>
  Promise.all(['2022-12-31', '2023-01-07', '2023-02-01', '2030-01-01'].map((day) => readTrialBalance(stage.db, day)));
const entries = async () => {
  const { rows } = await sql<object>`
    select book_day, account, sum(debit) as debit, sum(credit) as credit, sum(entries) as entries
    from ledger_totals group by 1, 2 order by 1, 2`.execute(stage.db);
  return rows;
};

describe('the stored totals of a day that has ended', () => {
  it('become one row for each account, and every balance stays', async () => {
    await crowd(1_100, 3);
    const before = [await balances(), await entries()];
    await mergeTotals(stage.deps);
    expect(await rowsOf()).toBe(2 * 1_100);
    expect([await balances(), await entries()]).toEqual(before);
    await mergeTotals(stage.deps);
    expect(await rowsOf()).toBe(2 * 1_100);
  });

  it('stay as they are while a writer has them, and so do those of today', async () => {
    await crowd(2, 4);
    await asOwner(stage.db, (tx) =>
      sql`insert into ledger_totals (book_day, account, debit, credit, entries)
        select current_date, 'bank', 1, 0, 1 from generate_series(1, 3)`.execute(tx),
    );
    if (stage.database.embedded) return;
    await asOwner(stage.db, async (tx) => {
      await sql`select from ledger_totals where account = 'bank' for no key update`.execute(tx);
      await mergeTotals(stage.deps);
      expect(await rowsOf()).toBe(2 * 4 + 3 + 2);
    });
    await mergeTotals(stage.deps);
    expect(await rowsOf()).toBe(2 + 3 + 2);
  });
});
