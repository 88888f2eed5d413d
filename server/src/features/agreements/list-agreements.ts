import type { Sight } from '@kerb/domain/access/sight.ts';
import { type AgreementStatus, agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type RowRange, rowRangeOf, segmentsOf } from '@kerb/server/features/agreements/list-plan.ts';
import { readRows } from '@kerb/server/features/agreements/list-row.ts';
import {
  all,
  type Condition,
  chosen,
  filterConditions,
  type ListQuery,
  optionConditions,
  scopeConditions,
  talliedScope,
  tallyFilter,
  textCondition,
} from '@kerb/server/features/agreements/listing-conditions.ts';
import { type Order, orderOf, selectListings, withinStatus } from '@kerb/server/features/agreements/listing-orders.ts';
import { searchEverywhere } from '@kerb/server/features/agreements/search-agreements.ts';
import { countOf, readTallies, type Tally, type TallyScope } from '@kerb/server/features/agreements/tallies.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { type RawBuilder, sql } from 'kysely';

const mostPerPage = 500;

type Found = { items: string; totalItems: number; isMore?: boolean };

export const listingsWhere = (conditions: readonly Condition[]) => sql`agreement_listings l where ${all(conditions)}`;

/** A range of listings in an order, read from the end that it is counted from. */
const stretch = (conditions: readonly Condition[], order: Order, { offset, take, isBackwards }: RowRange) =>
  sql`(${selectListings({ from: listingsWhere(conditions), order, isBackwards, limit: take, offset })})`;

const ofStatus = (status: AgreementStatus) => sql`l.status = ${statusRank(status)}::smallint`;

/** The page, merged from its statuses. For each status an index has the order of the list. */
function merged(statuses: readonly AgreementStatus[], conditions: readonly Condition[], order: Order, place: RowRange) {
  const { offset, take, isBackwards } = place;
  const head = { offset: 0, take: offset + take, isBackwards };
  const runs = statuses.map((status) => stretch([ofStatus(status), ...conditions], order, head));
  const from = sql`(${sql.join(runs, sql` union all `)}) l`;
  return sql`(${selectListings({ from, order, isBackwards, limit: take, offset })})`;
}

/** Where the page is in the list by status. Whole statuses are skipped without reading them. */
function segmented(tallies: readonly Tally[], sight: Sight, query: ListQuery, scope: readonly Condition[]) {
  const { limit, offset } = pageOf(query, mostPerPage);
  const inOrder = query.sortDesc ? agreementStatuses.toReversed() : agreementStatuses;
  const filter = tallyFilter(sight, query);
  const runs = inOrder
    .filter((status) => !filter.status || filter.status.includes(status))
    .map((status) => ({ status, count: countOf(tallies, { ...filter, status: [status] }) }));
  const conditions = [...scope, ...optionConditions(sight, query)];
  return segmentsOf(runs, offset, limit).map(({ status, ...place }) =>
    stretch([...conditions, ofStatus(status)], withinStatus, place),
  );
}

/** The listings of a page whose total is known in advance; null if there is no such page. */
export function talliedPage(
  tallies: readonly Tally[],
  sight: Sight,
  query: ListQuery,
  scope: TallyScope,
): RawBuilder<unknown> | null {
  const whose = scope === null ? [] : [sql`l.tenant_id = ${scope}`];
  if (query.sortBy === 'status') {
    const segments = segmented(tallies, sight, query, whose);
    return segments.length === 0 ? null : sql.join(segments, sql` union all `);
  }
  const { limit, offset } = pageOf(query, mostPerPage);
  const filter = tallyFilter(sight, query);
  const place = rowRangeOf(countOf(tallies, filter), offset, offset + limit);
  if (!place) return null;
  // The listings of one organisation, or the flagged ones, are few enough to sort.
  if (scope !== null || filter.actionSuggested) {
    return stretch([...whose, sql`true`, ...filterConditions(sight, query)], orderOf(query), place);
  }
  const statuses = chosen(query.status);
  // All campaigns by id: the primary key has that order.
  if (query.sortBy === 'id' && !statuses) {
    return stretch([sql`true`, ...optionConditions(sight, query)], orderOf(query), place);
  }
  return merged(statuses ?? agreementStatuses, optionConditions(sight, query), orderOf(query), place);
}

/**
 * A page of all campaigns, or of one organisation's campaigns. The tallies give the total and the position of the page.
 */
async function listTallied(db: Database, sight: Sight, query: ListQuery, scope: TallyScope): Promise<Found> {
  const tallies = await readTallies(db, scope);
  const totalItems = countOf(tallies, tallyFilter(sight, query));
  const page = talliedPage(tallies, sight, query, scope);
  if (!page) return { items: '[]', totalItems };
  const { items } = await readRows(db, talliedRows(query, page));
  return { items, totalItems };
}

export const talliedRows = (query: ListQuery, page: RawBuilder<unknown>) => ({
  pages: sql`page as materialized (${page})`,
  order: orderOf(query),
  isVendor: false,
});

/**
 * The campaigns of one agent or payer, or those found by a search in an organisation, are read completely, counted and
 * cut to a page.
 */
async function listFound(db: Database, sight: Sight, query: ListQuery): Promise<Found> {
  const conditions = [...scopeConditions(sight, query), ...filterConditions(sight, query)];
  if (query.textQuery) conditions.push(textCondition(query.textQuery));
  const order = orderOf(query);
  const pages = sql`
    found as materialized (select ${sql.raw(order.columns)} from ${listingsWhere(conditions)}),
    page as (${selectListings({ from: sql`found l`, order, ...pageOf(query, mostPerPage) })})`;
  const total = '(select count(*) from found)';
  const found = await readRows(db, { pages, order, isVendor: sight.asPayer, total });
  return { items: found.items, totalItems: found.total };
}

export function findPage(db: Database, sight: Sight, query: ListQuery): Promise<Found> {
  const scope = talliedScope(sight, query);
  if (scope === undefined) return listFound(db, sight, query);
  if (!query.textQuery) return listTallied(db, sight, query, scope);
  return scope === null
    ? searchEverywhere(db, sight, { ...query, textQuery: query.textQuery })
    : listFound(db, sight, query);
}

/** A page of campaigns, as the JSON text that is sent. */
export async function listAgreements(db: Database, sight: Sight, query: ListQuery): Promise<JsonText> {
  const { items, totalItems, isMore } = await findPage(db, sight, query);
  return new JsonText(`{"items":${items},"totalItems":${totalItems}${isMore ? ',"isMore":true' : ''}}`);
}
