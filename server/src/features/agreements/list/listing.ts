import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import type { FullQuery } from '@kerb/domain/agreements/full-list.contract.ts';
import {
  type NamedStatus,
  namesRefund,
  type SearchWord,
  type StatusPart,
  searchWords,
  statusesNamed,
} from '@kerb/domain/agreements/search-words.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { withExternalRef } from '@kerb/server/features/agreements/external-refs.ts';
import type { TallyFilter, TallyScope } from '@kerb/server/features/agreements/list/tallies.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { type RawBuilder, sql } from 'kysely';

export type ListQuery = FullQuery;
export type Condition = RawBuilder<unknown>;

/** A list within the caller's scope, in SQL. The queries of this folder need neither scope nor filters again. */
export type Listing = {
  page: number;
  perPage: number;
  sortBy: ListQuery['sortBy'];
  sortDesc: boolean;
  textQuery: string | undefined;
  /** Which tallies count this list; undefined if none do. */
  tallyScope: TallyScope | undefined;
  /** Whose campaigns: conditions on `agreement_listings l`. */
  scope: readonly Condition[];
  filter: TallyFilter;
  order: Order;
  /** Fields that only the team sees are not sent to a payer. */
  isVendor: boolean;
};

export const mostPerPage = 500;

export function listingOf(scope: AccessScope, query: ListQuery): Listing {
  const { page, perPage, sortBy, sortDesc, textQuery } = query;
  return {
    ...{ page, perPage, sortBy, sortDesc, textQuery },
    tallyScope: tallyScopeOf(scope, query),
    scope: scopeConditions(scope, query),
    filter: {
      status: chosen(query.status),
      finance: chosen(query.finance),
      // Payers must not learn by filtering what they may not see.
      actionSuggested: query.actionSuggested && !scope.asPayer,
    },
    order: orders[sortBy][sortDesc ? 'descending' : 'ascending'],
    isVendor: scope.asPayer,
  };
}

/** An empty filter means no filter. */
const chosen = <Value>(values: readonly Value[] | undefined): readonly Value[] | undefined =>
  values && values.length > 0 ? values : undefined;

/**
 * Tallies exist for all campaigns (null) and for each organisation (its id), by status, option and flag. A list with
 * any other filter has none (undefined).
 */
function tallyScopeOf(scope: AccessScope, query: ListQuery): TallyScope | undefined {
  const { tenantId, propertyId, agentUserId, signatoryUserId, externalRef, ids } = query;
  if ([propertyId, agentUserId, signatoryUserId, externalRef, ids].some((value) => value !== undefined))
    return undefined;
  if (scope.everything) return tenantId ?? null;
  const [only, ...more] = [...scope.tenantIds, ...scope.ownTenantIds];
  const wanted = tenantId ?? (more.length === 0 ? only : undefined);
  return wanted !== undefined && scope.tenantIds.includes(wanted) ? wanted : undefined;
}

/** The caller's scope, and within it one organisation's, property's, agent's or payer's campaigns. */
function scopeConditions(scope: AccessScope, query: ListQuery): Condition[] {
  const { tenantId, propertyId, agentUserId, signatoryUserId, externalRef, ids } = query;
  const conditions: Condition[] = [inScope(scope, 'l')];
  if (tenantId !== undefined) conditions.push(sql`l.tenant_id = ${tenantId}`);
  if (ids !== undefined) conditions.push(sql`l.id = any(${ids}::bigint[])`);
  if (agentUserId !== undefined) conditions.push(sql`l.agent_user_id = ${agentUserId}`);
  if (propertyId !== undefined) {
    conditions.push(sql`l.id in (select p.id from agreements p where p.property_id = ${propertyId})`);
  }
  if (signatoryUserId !== undefined) {
    conditions.push(sql`l.id in (select s.agreement_id from signatories s where s.user_id = ${signatoryUserId})`);
  }
  // Payers must not learn by filtering what they may not see.
  if (externalRef !== undefined) {
    conditions.push(scope.asPayer ? sql`false` : sql`l.id in (${withExternalRef('campaign', externalRef, scope)})`);
  }
  return conditions;
}

export const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

export function optionConditions({ finance, actionSuggested }: TallyFilter): Condition[] {
  const conditions: Condition[] = [];
  if (finance) conditions.push(sql`l.finance_option_code = any(${finance}::text[])`);
  if (actionSuggested) conditions.push(sql`l.action_suggested`);
  return conditions;
}

export function filterConditions(filter: TallyFilter): Condition[] {
  const ranks = filter.status?.map(statusRank);
  const statuses = ranks ? [sql`l.status = any(${ranks}::smallint[])`] : [];
  return [...statuses, ...optionConditions(filter)];
}

/** Every condition of a list except its search text. */
export const conditionsOf = ({ scope, filter }: Listing): Condition[] => [...scope, ...filterConditions(filter)];

/** Folded text starts with a space and has one space between words. Typed text cannot contain a wildcard. */
const inside = ({ text, isBeginning }: SearchWord): string => (isBeginning ? ` ${text}` : text);
const pattern = (word: SearchWord): string => `%${inside(word)}%`;

/**
 * How words are searched: 'indexed' uses the index of words, which is slow for frequent words; 'along' scans the
 * listings in order.
 */
export type WordReading = 'indexed' | 'along';

/** Every word must be in the address or in the agent's name. */
export function wordConditions(text: string, reading: WordReading): Condition {
  const words = searchWords(text);
  if (words.length === 0) return sql`false`;
  if (reading === 'indexed') return all(words.map((word) => sql`l.search_text like ${pattern(word)}`));
  return all(words.map((word) => sql`position(${inside(word)} in l.search_text) > 0`));
}

/** Campaigns with a payment that is being refunded. There are few at any time, and an index has them. */
export const isRefunding: Condition = sql`l.id in (
  select b.agreement_id from campaign_books b where b.payment_state = 'refunding')`;

/**
 * A text finds a campaign by the words of its address and agent, by its status label, or by the badge of a refund. For
 * searches within an organisation, where scanning is faster.
 */
export function textCondition(text: string): Condition {
  const named = statusesNamed(text);
  const ways = [
    wordConditions(text, 'along'),
    ...(named.length > 0 ? [namedCondition(named)] : []),
    ...(namesRefund(text) ? [isRefunding] : []),
  ];
  return sql`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`;
}

/** The payment state of a Pay Upfront campaign, by its ledger, as its badge shows it. */
const isUpfront = (isIn: 'in' | 'not in', states: RawBuilder<unknown>): Condition =>
  sql`l.finance_option_code = 'pn' and coalesce(
    (select b.payment_state from campaign_books b where b.agreement_id = l.id), 'none') ${sql.raw(isIn)} (${states})`;

// biome-ignore format: a table
const partConditions: Record<StatusPart, Condition> = {
  paid:      isUpfront('in', sql`'paid'`),
  unpaid:    isUpfront('not in', sql`'paid', 'refunding'`),
  refunding: isUpfront('in', sql`'refunding'`),
  others:    sql`l.finance_option_code is distinct from 'pn'`,
};

/** Campaigns in one of these statuses, or in the named part of one. */
export function namedCondition(named: readonly NamedStatus[]): Condition {
  const whole = named.filter(({ part }) => !part).map(({ status }) => statusRank(status));
  const parts = named.flatMap(({ status, part }) =>
    part ? [sql`(l.status = ${statusRank(status)}::smallint and ${partConditions[part]})`] : [],
  );
  return sql`(${sql.join([sql`l.status = any(${whole}::smallint[])`, ...parts], sql` or `)})`;
}

/** The conditions for one status, in the form that an index in the order of a status serves. */
export const oneNamed = ({ status, part }: NamedStatus): Condition[] => [
  sql`l.status = ${statusRank(status)}::smallint`,
  ...(part ? [partConditions[part]] : []),
];

/** The order of a list, forwards and backwards, and the listing's columns that it needs. */
export type Order = { forwards: string; backwards: string; columns: string };

const order = (columns: string, forwards: string, backwards: string): Order => ({ columns, forwards, backwards });

/** Rows without a date come last in both directions; equal rows are newest first. */
function byDate(column: string) {
  const columns = `l.id, ${column}`;
  return {
    descending: order(columns, `${column} desc nulls last, l.id desc`, `${column} nulls first, l.id`),
    ascending: order(columns, `${column} nulls last, l.id desc`, `${column} desc nulls first, l.id`),
  };
}

const byStatus = 'l.id, l.status';

// biome-ignore format: a table
const orders: Record<(typeof agreementSorts)[number], { descending: Order; ascending: Order }> = {
  status:                   { descending: order(byStatus, 'l.status desc, l.id desc', 'l.status, l.id'), ascending: order(byStatus, 'l.status, l.id desc', 'l.status desc, l.id') },
  id:                       { descending: order('l.id', 'l.id desc', 'l.id'), ascending: order('l.id', 'l.id', 'l.id desc') },
  campaignPlannedStartDate: byDate('l.campaign_planned_start_date'),
  sentDate:                 byDate('l.sent_date'),
};

/** By status, and newest first within each status. */
export const withinStatus = order(byStatus, 'l.id desc', 'l.id');

type Selected = { from: RawBuilder<unknown>; order: Order; isBackwards?: boolean; limit?: number; offset?: number };

/** The first rows as a literal: otherwise PostgreSQL plans for a tenth of all rows, and does not keep the plan. */
const cutTo = (limit: number, offset: number) =>
  offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`;

/** Listings in an order: all, or a range counted from the start or the end. */
export function selectListings({ from, order, isBackwards = false, limit, offset = 0 }: Selected): RawBuilder<unknown> {
  const cut = limit === undefined ? sql`` : cutTo(limit, offset);
  return sql`select ${sql.raw(order.columns)} from ${from}
    order by ${sql.raw(isBackwards ? order.backwards : order.forwards)} ${cut}`;
}
