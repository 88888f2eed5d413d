import type { agreementSorts } from '@kerb/domain/agreements/agreements.contract.ts';
import type { ListQuery } from '@kerb/server/features/agreements/listing-conditions.ts';
import { type RawBuilder, sql } from 'kysely';

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

export const orderOf = ({ sortBy, sortDesc }: Pick<ListQuery, 'sortBy' | 'sortDesc'>): Order =>
  orders[sortBy][sortDesc ? 'descending' : 'ascending'];

/** By status, and newest first within each status. */
export const withinStatus = order(byStatus, 'l.id desc', 'l.id');

type Selected = { from: RawBuilder<unknown>; order: Order; isBackwards?: boolean; limit?: number; offset?: number };

/** Listings in an order: all, or a range counted from the start or the end. */
export function selectListings({ from, order, isBackwards = false, limit, offset = 0 }: Selected): RawBuilder<unknown> {
  const cut = limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`;
  return sql`select ${sql.raw(order.columns)} from ${from}
    order by ${sql.raw(isBackwards ? order.backwards : order.forwards)} ${cut}`;
}
