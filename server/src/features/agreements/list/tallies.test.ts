import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { countOf, foldTallies, readTallies, type TallyScope } from '@kerb/server/features/agreements/list/tallies.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../../test/builders.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';

let stage: Stage;
let tenants: number[];

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenants = [await build.aTenant(), await build.aTenant()];
});

/** A pseudo-random sequence for each writer, the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed * 2_654_435_761;
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    yield Math.floor(state / 65_536);
  }
}

const inserted = (next: () => number, tenant: number, many: number) => sql<{ id: number }>`
  insert into agreements (tenant_id, budget_owner_tenant_id, created_date, last_update_date, name, status,
    finance_option_code, action_suggested, campaign_budget_funds_purpose)
  select ${tenant}, ${tenant}, now(), now(), 'A campaign', ${next() % 12},
    ${[...financeOptionCodes, null][next() % 4] ?? null}, ${next() % 3 === 0}, 'marketing'
  from generate_series(1, ${many}) returning id`;

const pick = <T>(values: readonly T[], number: number): T => values[number % values.length]!;

/** Creates, changes, reassigns and deletes campaigns and rolls back, several in one transaction. */
async function write(seed: number, steps: number) {
  const walk = numbers(seed);
  const next = () => walk.next().value;
  const own: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const isGivenUp = next() % 5 === 0;
    const made: number[] = [];
    await stage.db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await inserted(next, tenants[next() % 2]!, 1 + (next() % 3)).execute(tx);
        made.push(...rows.map(({ id }) => id));
        for (const id of [...own, ...made].filter(() => next() % 2 === 0)) {
          const option = [...financeOptionCodes, null][next() % 4] ?? null;
          await sql`update agreements set status = ${next() % 12}, finance_option_code = ${option},
            action_suggested = ${next() % 2 === 0}, tenant_id = ${tenants[next() % 2]} where id = ${id}`.execute(tx);
        }
        if (next() % 3 === 0 && own.length > 0) {
          await sql`delete from agreements where id = ${own[0]}`.execute(tx);
        }
        if (isGivenUp) throw new Error('given up');
      })
      .then(
        () => own.push(...made),
        (error: Error) => {
          if (error.message !== 'given up') throw error;
        },
      );
    if (step % 4 === 0) await foldTallies(stage.db, pick([null, ...tenants], next()));
  }
}

/** Counted row by row, which is too slow for many rows. */
async function counted(scope: TallyScope) {
  const { rows } = await sql<{ status: number; count: number }>`
    select status, count(*) as count from agreements
    where ${scope}::bigint is null or tenant_id = ${scope} group by status`.execute(stage.db);
  return agreementStatuses.map((status) => rows.find((row) => row.status === statusRank(status))?.count ?? 0);
}

async function kept(scope: TallyScope) {
  const tallies = await readTallies(stage.db, scope);
  return agreementStatuses.map((status) => countOf(tallies, { status: [status] }));
}

describe('the tallies', () => {
  it('equal a count while transactions create, change, reassign, delete and roll back campaigns', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, seed) => write(seed + 1, 12)));
    for (const scope of [null, ...tenants]) expect(await kept(scope)).toEqual(await counted(scope));
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from agreements a full join agreement_listings l on l.id = a.id
      where (a.tenant_id, a.status, a.finance_option_code, a.action_suggested)
        is distinct from (l.tenant_id, l.status, l.finance_option_code, l.action_suggested)`.execute(stage.db);
    expect(rows[0]?.count).toBe(0);
  }, 60_000);

  it('count by option and flag too', async () => {
    const tallies = await readTallies(stage.db, null);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from agreements
      where status = 2 and finance_option_code in ('pl', 'pos') and action_suggested`.execute(stage.db);
    const filter = { status: ['draft'], finance: ['pl', 'pos'], actionSuggested: true } as const;
    expect(countOf(tallies, filter)).toBe(rows[0]?.count);
  });

  it('of one organisation are folded by its reader after two hundred changes', async () => {
    const [tenant] = tenants;
    const rowsOf = async () => {
      const { rows } = await sql<{ rows: number; kinds: number }>`
        select count(*) as rows, count(distinct (status, finance_option_code, action_suggested)) as kinds
        from agreement_tallies where tenant_id = ${tenant}`.execute(stage.db);
      return rows[0]!;
    };
    await foldTallies(stage.db, tenant!);
    const before = await kept(tenant!);
    const add = (changes: number) =>
      sql`
      insert into agreement_tallies select ${tenant}::bigint, 2, 'pl', false, n % 2 * 2 - 1
      from generate_series(1, ${changes}) n`.execute(stage.db);
    const folded = await rowsOf();
    await add(200);
    expect(await kept(tenant!)).toEqual(before);
    expect((await rowsOf()).rows).toBeGreaterThanOrEqual(200);
    await add(20);
    expect(await kept(tenant!)).toEqual(before);
    const { rows, kinds } = await rowsOf();
    expect(rows).toBe(kinds);
    expect(rows).toBeLessThanOrEqual(folded.kinds + 1);
  });

  it('are folded into one row for each kind by the reader who finds too many', async () => {
    await sql`
      insert into agreement_tallies select null::bigint, 2, 'pl', false, 1 from generate_series(1, 1200)
      union all select null, 2, 'pl', false, -1200`.execute(stage.db);
    const before = await kept(null);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from agreement_tallies where tenant_id is null`.execute(stage.db);
    expect(rows[0]!.count).toBeLessThanOrEqual(agreementStatuses.length * (financeOptionCodes.length + 1) * 2);
    expect(await kept(null)).toEqual(before);
    expect(before).toEqual(await counted(null));
  });
});
