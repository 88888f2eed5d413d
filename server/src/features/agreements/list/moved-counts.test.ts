import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../../test/builders.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';
import { everyStatement } from '../../../../test/record-statements.ts';

let stage: Stage;
let tenants: number[];
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenants = [await build.aTenant(), await build.aTenant()];
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId: tenants[0]!, as: 'manager' });
});

/** A pseudo-random sequence, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor(state / 65_536) % below;
  };
}

type Draw = ReturnType<typeof numbers>;
const pick = <T>(values: readonly T[], draw: Draw): T => values[draw(values.length)]!;

/** Another server, or another person, changes campaigns between two lists. */
async function change(draw: Draw): Promise<void> {
  const tenant = pick(tenants, draw);
  const status = statusRank(pick(agreementStatuses, draw));
  const option = pick([...financeOptionCodes, null], draw);
  const one = sql`(select id from agreements order by id offset ${draw(40)} limit 1)`;
  const changes = [
    sql`insert into agreements (tenant_id, budget_owner_tenant_id, created_date, last_update_date, name, status,
        finance_option_code, action_suggested, campaign_budget_funds_purpose, sent_date)
      select ${tenant}, ${tenant}, now(), now(), 'A campaign', ${status}, ${option}, ${draw(3) === 0}, 'marketing',
        timestamptz '2026-05-01' + make_interval(hours => ${draw(500)}::integer)
      from generate_series(1, ${1 + draw(4)}::integer)`,
    sql`update agreements set status = ${status} where id = ${one}`,
    sql`update agreements set finance_option_code = ${option}, action_suggested = ${draw(2) === 0} where id = ${one}`,
    sql`delete from agreements where id = ${one}`,
  ];
  await pick([changes[0]!, ...changes, changes[1]!], draw).execute(stage.db);
}

const orders = {
  status: sql`status desc, id desc`,
  id: sql`id desc`,
  sentDate: sql`sent_date desc nulls last, id desc`,
};

/** The same page by a plain scan. */
async function scanned(where: ReturnType<typeof sql>, sortBy: keyof typeof orders, page: number, perPage: number) {
  const { rows } = await sql<{ id: number }>`
    select id from agreements where ${where} order by ${orders[sortBy]}`.execute(stage.db);
  const ids = rows.map(({ id }) => id);
  return { ids: ids.slice((page - 1) * perPage, page * perPage), totalItems: ids.length };
}

async function listed(person: Person, path: string) {
  const answer = await stage.as(person.userId)('GET', path);
  expect(answer.statusCode).toBe(200);
  const { items, totalItems } = answer.json<{ items: { id: number }[]; totalItems: number }>();
  return { ids: items.map(({ id }) => id), totalItems };
}

describe('a list whose counts have changed since the list before', () => {
  it('has the page and the total of the present', async () => {
    const draw = numbers(7);
    for (let count = 0; count < 12; count += 1) await change(draw);
    for (let step = 0; step < 80; step += 1) {
      for (let count = draw(3); count > 0; count -= 1) await change(draw);
      const sortBy = pick(['status', 'status', 'id', 'sentDate'] as const, draw);
      const [page, perPage] = [1 + draw(6), 1 + draw(9)];
      const status = draw(2) === 0 ? [] : agreementStatuses.filter(() => draw(2) === 0);
      const isManager = draw(2) === 0;
      const filter = status.length === 0 ? '' : `&status=${status.join(',')}`;
      const path = `/v1/agreements?sortBy=${sortBy}&sortDesc=1&page=${page}&perPage=${perPage}${filter}`;
      const ofStatus = status.length === 0 ? sql`true` : sql`status = any(${status.map(statusRank)}::smallint[])`;
      const where = isManager ? sql`${ofStatus} and tenant_id = ${tenants[0]}` : ofStatus;
      expect(await listed(isManager ? manager : admin, path), `step ${step}: ${path}`).toEqual(
        await scanned(where, sortBy, page, perPage),
      );
    }
  }, 60_000);

  it('is read again only if its page is at another place', async () => {
    const trips = async (path: string) => (await everyStatement(() => listed(admin, path))).length;
    const first = '/v1/agreements?sortBy=status&sortDesc=1&perPage=2&page=1';
    const last = '/v1/agreements?sortBy=status&sortDesc=1&perPage=2&page=3';
    await sql`delete from agreements`.execute(stage.db);
    const add = (status: number, many: number) =>
      sql`insert into agreements (tenant_id, budget_owner_tenant_id, created_date, last_update_date, name, status,
          campaign_budget_funds_purpose)
        select ${tenants[0]}, ${tenants[0]}, now(), now(), 'A campaign', ${status}, 'marketing'
        from generate_series(1, ${many}::integer)`.execute(stage.db);
    await add(statusRank('draft'), 6);
    await listed(admin, first);
    await add(statusRank('draft'), 1);
    expect(await trips(first)).toBe(2);
    // In a higher status: every later page moves by one row.
    await add(statusRank('draft') + 1, 1);
    expect(await trips(last)).toBe(3);
    expect(await trips(last)).toBe(2);
  });
});
