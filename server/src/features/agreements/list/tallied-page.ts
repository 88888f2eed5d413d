import { type AgreementStatus, agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  all,
  type Condition,
  filterConditions,
  type Listing,
  mostPerPage,
  type Order,
  optionConditions,
  selectListings,
  withinStatus,
} from '@kerb/server/features/agreements/list/listing.ts';
import { countOf, type Tally, type TallyScope } from '@kerb/server/features/agreements/list/tallies.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import { type RawBuilder, sql } from 'kysely';

export type Counted = { status: AgreementStatus; count: number };
/** Some rows of a run, counted from its nearer end: 'backwards' they are read from the last one. */
export type Stretch = { offset: number; take: number; isBackwards: boolean };
export type Segment = Stretch & { status: AgreementStatus };

/** The stretch of a run of rows that a page covers; read from whichever end is nearer, so that no page is far away. */
export function stretchOf(count: number, from: number, until: number): Stretch | null {
  const first = Math.max(from, 0);
  const end = Math.min(until, count);
  if (first >= end) return null;
  const take = end - first;
  const isBackwards = first > count - end;
  return { offset: isBackwards ? count - end : first, take, isBackwards };
}

/**
 * Where a page of the list by status lies: how many campaigns each status has is known, so that whole statuses are
 * passed over without reading them.
 */
export function segmentsOf(runs: readonly Counted[], offset: number, limit: number): Segment[] {
  const segments: Segment[] = [];
  let before = 0;
  for (const { status, count } of runs) {
    const stretch = stretchOf(count, offset - before, offset + limit - before);
    if (stretch) segments.push({ status, ...stretch });
    before += count;
  }
  return segments;
}

/** A stretch of listings in an order, read from whichever end it is counted from. */
const stretch = (conditions: readonly Condition[], order: Order, { offset, take, isBackwards }: Stretch) => {
  const from = sql`agreement_listings l where ${all(conditions)}`;
  return sql`(${selectListings({ from, order, isBackwards, limit: take, offset })})`;
};

const ofStatus = (status: AgreementStatus) => sql`l.status = ${statusRank(status)}::smallint`;

/** The page merged from its statuses, each of which an index has in the order of the list. */
function merged(statuses: readonly AgreementStatus[], conditions: readonly Condition[], order: Order, place: Stretch) {
  const { offset, take, isBackwards } = place;
  const head = { offset: 0, take: offset + take, isBackwards };
  const runs = statuses.map((status) => stretch([ofStatus(status), ...conditions], order, head));
  const from = sql`(${sql.join(runs, sql` union all `)}) l`;
  return sql`(${selectListings({ from, order, isBackwards, limit: take, offset })})`;
}

/** Where the page lies in the list by status: whole statuses are passed over without reading them. */
function segmented(tallies: readonly Tally[], listing: Listing, scope: readonly Condition[]) {
  const { filter, sortDesc } = listing;
  const { limit, offset } = pageOf(listing, mostPerPage);
  const inOrder = sortDesc ? agreementStatuses.toReversed() : agreementStatuses;
  const runs = inOrder
    .filter((status) => !filter.status || filter.status.includes(status))
    .map((status) => ({ status, count: countOf(tallies, { ...filter, status: [status] }) }));
  const conditions = [...scope, ...optionConditions(filter)];
  return segmentsOf(runs, offset, limit).map(({ status, ...place }) =>
    stretch([...conditions, ofStatus(status)], withinStatus, place),
  );
}

/** The listings of a page whose total is known beforehand; null where there is no such page. */
export function talliedPage(
  tallies: readonly Tally[],
  listing: Listing,
  tallyScope: TallyScope,
): RawBuilder<unknown> | null {
  const { filter, order, sortBy } = listing;
  const scope = tallyScope === null ? [] : [sql`l.tenant_id = ${tallyScope}`];
  if (sortBy === 'status') {
    const segments = segmented(tallies, listing, scope);
    return segments.length === 0 ? null : sql.join(segments, sql` union all `);
  }
  const { limit, offset } = pageOf(listing, mostPerPage);
  const place = stretchOf(countOf(tallies, filter), offset, offset + limit);
  if (!place) return null;
  // What an organisation has, or what is flagged, is little enough to be sorted.
  if (tallyScope !== null || filter.actionSuggested) {
    return stretch([...scope, sql`true`, ...filterConditions(filter)], order, place);
  }
  // Every number in turn: the table's own key has that order.
  if (sortBy === 'id' && !filter.status) return stretch([sql`true`, ...optionConditions(filter)], order, place);
  return merged(filter.status ?? agreementStatuses, optionConditions(filter), order, place);
}
