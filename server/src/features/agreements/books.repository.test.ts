import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { findAgreement, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { plainBooks } from '../../../test/plain-books.ts';
import { asOwner, onPostgres } from '../../../test/test-database.ts';

let stage: Stage;
let admin: Person;
beforeAll(async () => {
  stage = await startStage();
  admin = await buildersFor(stage).aPerson('admin');
});
const scope = () => accessScopeOf(admin, 'agreement.read')!;

async function isWaiting(): Promise<boolean> {
  const { rows } = await asOwner(stage.db, (tx) =>
    sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
  );
  return rows[0]!.count > 0;
}

describe('the books of a campaign', () => {
  it('are read with its record', async () => {
    const books = await plainBooks(stage.db);
    const id = await books.aCampaign();
    const shown = async () => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    expect((await findAgreement(stage.db, scope(), id))?.books).toMatchObject({ agreed: 0, version: 0 });
    await books.post({ agreementId: id, event: 'lend', entries: { agreed: 12.34, organisation: -12.34 } });
    expect((await findAgreement(stage.db, scope(), id))?.books).toMatchObject({
      agreed: 1234,
      organisation: -1234,
      owedSince: '2026-11-02T01:00:00.000Z',
      version: 1,
    });
    // A loan is no payment of the payer, so the payments card has nothing to show.
    expect(await shown()).toMatchObject({ hasMoneyRecords: false, paymentState: 'none' });
  });

  it('include the money that came while the campaign waited for its lock', async () => {
    const books = await plainBooks(stage.db);
    const id = await books.aCampaign();
    await books.post({ agreementId: id, event: 'lend', entries: { agreed: 100, organisation: -100 } });
    const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = stage.db.transaction().execute(async (tx) => {
      await lockAgreement(tx, scope(), id);
      locked.resolve();
      await mayEnd.promise;
      const { post } = await plainBooks(tx);
      await post({ agreementId: id, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    });
    await locked.promise;
    const second = stage.db.transaction().execute((tx) => lockAgreement(tx, scope(), id));
    // The embedded engine has one connection: the second transaction begins when the first has ended.
    if (onPostgres) await expect.poll(isWaiting).toBe(true);
    mayEnd.resolve();
    await first;
    expect((await second)?.books).toMatchObject({ agreed: 10_500, version: 2 });
  });
});
