import {
  type CampaignNeed,
  campaignNeedNames,
  kindsOf,
  type NeedName,
  otherNeedNames,
} from '@kerb/domain/actions/needs.ts';
import { mostListed, mostNeeds, type NeedCount } from '@kerb/domain/dashboard/needs.contract.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { readRows } from '@kerb/server/features/agreements/list/read-rows.ts';
import { type NeedsAsked, needStatement, roleAsking } from '@kerb/server/features/dashboard/needs-sql.ts';
import { isToMove } from '@kerb/server/features/payments/ours-in-trust.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { keepingPlan } from '@kerb/server/platform/database/kept-plans.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { type RawBuilder, sql } from 'kysely';

const counted = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*) from (${rows} limit ${sql.lit(mostNeeds + 1)}) n)`;

const batches = counted(sql`select from batches where status = 'waiting-approval'`);
const bankLines = counted(sql`select from bank_statement_lines where state = 'unmatched'`);

const loanRequests = counted(sql`select from loan_requests where outcome is null and ended_date is null`);

/** One if something is to be moved. With one bank account nothing ever is. */
const movements = ({ hasTwoAccounts }: NeedsAsked): RawBuilder<unknown> =>
  hasTwoAccounts ? counted(sql`select where ${isToMove}`) : sql`0`;

/** All counts of a person in one statement. Each stops at the largest number that is counted exactly. */
export function countsStatement(asked: NeedsAsked): { names: NeedName[]; statement: RawBuilder<{ counts: number[] }> } {
  const role = roleAsking(asked.scope);
  const campaigns = campaignNeedNames.filter((name) => kindsOf(name, role).length > 0);
  const counts = campaigns.map((name) => counted(needStatement(name, asked, mostNeeds + 1)));
  const others = asked.scope.everything ? [batches, bankLines, loanRequests, movements(asked)] : [];
  return {
    names: [...campaigns, ...(asked.scope.everything ? otherNeedNames : [])],
    statement: sql<{ counts: number[] }>`
      select json_build_array(${sql.join([...counts, ...others])}) as counts`,
  };
}

export async function countNeeds(db: Database, asked: NeedsAsked): Promise<{ items: NeedCount[] }> {
  const { names, statement } = countsStatement(asked);
  // Planning it takes longer than running it.
  const { rows } = await keepingPlan(statement).execute(db);
  const { counts } = must(rows[0], 'row of the needs');
  return {
    items: names.map((name, place) => {
      const count = counts[place] ?? 0;
      return { name, count: Math.min(count, mostNeeds), isMore: count > mostNeeds };
    }),
  };
}

const longestFirst = {
  columns: 'l.id, l.urgency',
  forwards: 'l.urgency, l.id',
  backwards: 'l.urgency desc, l.id desc',
};

/** Groups of dates are sorted by them, the others by the time since which the campaign has its status. */
const waitingSince = (name: CampaignNeed): RawBuilder<unknown> =>
  name === 'pastDue' || name === 'settlements'
    ? sql`n.urgency`
    : sql`extract(epoch from coalesce(a.status_last_update, a.created_date))::bigint`;

/** The campaigns of a group that have waited longest. A group of other roles is empty. */
export async function listNeed(db: Database, name: CampaignNeed, asked: NeedsAsked): Promise<JsonText> {
  if (kindsOf(name, roleAsking(asked.scope)).length === 0) return new JsonText('{"items":[]}');
  const pages = sql`page as materialized (
    select n.id, ${waitingSince(name)} as urgency
    from (${needStatement(name, asked, mostListed)}) n join agreements a on a.id = n.id
    order by urgency, id limit ${sql.lit(mostListed)})`;
  const { items } = await readRows(db, { pages, order: longestFirst, isVendor: false });
  return new JsonText(`{"items":${items}}`);
}
