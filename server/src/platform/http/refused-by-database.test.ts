import { randomUUID } from 'node:crypto';
import { constraintProblems, refusedByDatabase } from '@kerb/server/platform/http/refused-by-database.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { plainBooks } from '../../../test/plain-books.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let admin: Person;
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'warn' } });
  admin = await buildersFor(stage).aPerson('admin');
});

const words = 'The money of this campaign has changed. Nothing was done. Please load the page again.';

/** A campaign with 500 dollars held for its payer. */
const withHeldMoney = (): Promise<number> =>
  stage.db.transaction().execute(async (tx) => {
    const { aCampaign, aPayment, post } = await plainBooks(tx);
    const id = await aCampaign();
    const paymentId = await aPayment(id, { amount: 500 });
    await post({ agreementId: id, event: 'payment', paymentId, entries: { trust: 500, held: -500 } });
    return id;
  });

const giveBack = (id: number, key: string) =>
  stage.as(admin.userId)(
    'POST',
    `/v1/agreements/${id}/return-held-money`,
    { amount: 200, description: 'TRANSFER 7' },
    { 'idempotency-key': key },
  );

/** While `run` runs, each ledger transaction violates a constraint: at once, or when its transaction commits. */
async function whileViolated<T>(constraint: string, when: 'at once' | 'at the commit', run: () => Promise<T>) {
  const deferred = when === 'at once' ? sql`` : sql`deferrable initially deferred`;
  await asOwner(stage.db, async (tx) => {
    await sql`
    create function violate() returns trigger language plpgsql as $$ begin
      raise exception 'violated by the test' using errcode = 'check_violation', constraint = ${sql.lit(constraint)};
    end $$`.execute(tx);
    await sql`
    create constraint trigger violated after insert on ledger_transactions ${deferred}
    for each row execute function violate()`.execute(tx);
  });
  const result = await run();
  await asOwner(stage.db, async (tx) => {
    await sql`drop trigger violated on ledger_transactions`.execute(tx);
    await sql`drop function violate`.execute(tx);
  });
  return result;
}

describe('a constraint on money that is violated', () => {
  it.each(['at once', 'at the commit'] as const)('%s answers 409, and nothing was done', async (when) => {
    const id = await withHeldMoney();
    const key = randomUUID();
    const answer = await whileViolated('held_not_negative', when, () => giveBack(id, key));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      409,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(answer.json()).toMatchObject({ type: '/problems/money-changed', displayText: words });
    const { rows } = await sql<{ held: string; version: number }>`
      select held, version from campaign_books where agreement_id = ${id}`.execute(stage.db);
    expect(rows).toEqual([{ held: '-500.00', version: 1 }]);
    // The answer was stored in the transaction that failed, so the same key can be sent again.
    const again = await giveBack(id, key);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.json().heldAmount]).toEqual([
      200,
      undefined,
      300,
    ]);
  });

  it('is logged with its name', async () => {
    const id = await withHeldMoney();
    await whileViolated('batches_agree', 'at the commit', () => giveBack(id, randomUUID()));
    const logged = stage.logLines.filter((line) => line.includes('the database refused a change of money'));
    expect(logged.at(-1)).toContain('batches_agree');
  });

  it('is answered for every check of balances, every trigger of the ledger and a reference used twice', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint where contype = 'c' and conrelid = 'campaign_books'::regclass
      union select tgname from pg_trigger where not tgisinternal and tgdeferrable
      union select tgname from pg_trigger where tgname = 'campaign_books_guard'
      union select conname from pg_constraint where contype = 'u' and conrelid = 'ledger_transactions'::regclass
        and conname like '%key_key'
      union select conname from pg_constraint where conrelid = 'external_refs'::regclass and contype = 'u'
        and conname like '%used_once'`.execute(stage.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(constraintProblems).sort());
  });

  it('of another kind stays an unexpected error', () => {
    expect(refusedByDatabase({ code: '23514', constraint: 'tenants_whole_account' })).toBeNull();
    expect(refusedByDatabase({ code: '23503', constraint: 'held_not_negative' })).toBeNull();
    expect(refusedByDatabase({})).toBeNull();
  });
});
