import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { ofLandings, ofMovements } from '@kerb/server/features/payments/payers-money-invariants.ts';
import { sql } from 'kysely';
import { operatingAccountOf } from './outside-truth.ts';
import type { WorldRule } from './sight.ts';
import { cents, dollars, type World } from './world.ts';

/** Postings of this world that belong to no campaign: by the words of its lines and movements, and by its payments. */
export const ofWorld = (tenantId: number) => sql`(coalesce(r.description, t.description) like ${`%W${tenantId}W%`}
  or (coalesce(r.event, t.event) = 'landing' and split_part(coalesce(r.key, t.key), ':', 2) in (
    select p.id::text from payments p join agreements a on a.id = p.agreement_id where a.tenant_id = ${tenantId})))`;

async function operatingInBooks({ stage, tenantId }: World): Promise<Cents> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(e.amount), 0) as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    left join ledger_transactions r on r.id = t.reverses_id
    where e.account = 'operating' and ${ofWorld(tenantId)}`.execute(stage.db);
  return cents(must(rows[0], 'sum').sum);
}

export const accountRules: Record<string, WorldRule> = {
  'the operating account is what came into it and what was moved': async ({ world }) => {
    const inBooks = await operatingInBooks(world);
    const expected = world.hasTwoAccounts ? operatingAccountOf(world.truth) : 0;
    return inBooks === expected ? null : `the books have ${dollars(inBooks)}, the bank has ${dollars(expected)}`;
  },
  'each landing is that of an approved payment, and each line of a movement has its amount': async ({ world }) => {
    const { rows } = await sql<{ wrong: string }>`
      select l.wrong from (${ofLandings.rows}) l union all select m.wrong from (${ofMovements.rows}) m`.execute(
      world.stage.db,
    );
    return rows.length === 0 ? null : rows.map(({ wrong }) => wrong).join(', ');
  },
};
