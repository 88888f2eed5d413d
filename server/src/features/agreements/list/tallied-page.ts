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
/**
 * A range of rows, counted from its nearer end. If 'backwards', they are read from the last row. A range that is read
 * forwards may take more rows than there are, so that it stays the same when rows are added behind it.
 */
export type RowRange = { offset: number; take: number; isBackwards: boolean };
export type Segment = RowRange & { status: AgreementStatus };

/** The range of rows that a page covers, read from the nearer end, so that late pages are fast too. */
export function rowRangeOf(count: number, from: number, until: number): RowRange | null {
  const first = Math.max(from, 0);
  const end = Math.min(until, count);
  if (first >= end) return null;
  const isBackwards = first > count - end;
  if (isBackwards) return { offset: count - end, take: end - first, isBackwards };
  return { offset: first, take: until - from, isBackwards };
}

/**
 * The position of a page in the list by status. The number of campaigns in each status is known, so whole statuses are
 * skipped without reading them. The page is cut from what the segments take together.
 */
export function segmentsOf(runs: readonly Counted[], offset: number, limit: number): Segment[] {
  const segments: Segment[] = [];
  let before = 0;
  for (const { status, count } of runs) {
    const stretch = rowRangeOf(count, offset - before, offset + limit - before);
    if (stretch) segments.push({ status, ...stretch });
    before += count;
  }
  return segments;
}

/** Where a page is. Two counts that give the same place have the same page at the same place. */
export type Place = { segments: Segment[] } | { range: RowRange | null };

export function placeOf(tallies: readonly Tally[], listing: Listing): Place {
  const { filter, sortBy, sortDesc } = listing;
  const { limit, offset } = pageOf(listing, mostPerPage);
  if (sortBy !== 'status') return { range: rowRangeOf(countOf(tallies, filter), offset, offset + limit) };
  const inOrder = sortDesc ? agreementStatuses.toReversed() : agreementStatuses;
  const runs = inOrder
    .filter((status) => !filter.status || filter.status.includes(status))
    .map((status) => ({ status, count: countOf(tallies, { ...filter, status: [status] }) }));
  return { segments: segmentsOf(runs, offset, limit) };
}

/** A range of listings in an order, read from the end that it is counted from. */
const stretch = (conditions: readonly Condition[], order: Order, { offset, take, isBackwards }: RowRange) => {
  const from = sql`agreement_listings l where ${all(conditions)}`;
  return sql`(${selectListings({ from, order, isBackwards, limit: take, offset })})`;
};

const ofStatus = (status: AgreementStatus) => sql`l.status = ${statusRank(status)}::smallint`;

/** The page, merged from its statuses. For each status an index has the order of the list. */
function merged(statuses: readonly AgreementStatus[], conditions: readonly Condition[], order: Order, place: RowRange) {
  const { offset, take, isBackwards } = place;
  const head = { offset: 0, take: offset + take, isBackwards };
  const runs = statuses.map((status) => stretch([ofStatus(status), ...conditions], order, head));
  const from = sql`(${sql.join(runs, sql` union all `)}) l`;
  return sql`(${selectListings({ from, order, isBackwards, limit: take, offset })})`;
}

/** The page of a list by status, from the statuses that it covers. */
function segmented(segments: readonly Segment[], listing: Listing, scope: readonly Condition[]) {
  const conditions = [...scope, ...optionConditions(listing.filter)];
  const parts = segments.map(({ status, ...range }) => stretch([...conditions, ofStatus(status)], withinStatus, range));
  const [only, ...more] = parts;
  if (only && more.length === 0) return only;
  const { limit } = pageOf(listing, mostPerPage);
  return selectListings({ from: sql`(${sql.join(parts, sql` union all `)}) l`, order: listing.order, limit });
}

const nothing = ({ order }: Listing) => selectListings({ from: sql`agreement_listings l where false`, order });

/** The listings of a page whose place is known in advance. */
export function talliedPage(place: Place, listing: Listing, tallyScope: TallyScope): RawBuilder<unknown> {
  const { filter, order, sortBy } = listing;
  const scope = tallyScope === null ? [] : [sql`l.tenant_id = ${tallyScope}`];
  if ('segments' in place) {
    return place.segments.length === 0 ? nothing(listing) : segmented(place.segments, listing, scope);
  }
  const { range } = place;
  if (!range) return nothing(listing);
  // The listings of one organisation, or the flagged ones, are few enough to sort.
  if (tallyScope !== null || filter.actionSuggested) {
    return stretch([...scope, sql`true`, ...filterConditions(filter)], order, range);
  }
  // All campaigns by id: the primary key has that order.
  if (sortBy === 'id' && !filter.status) return stretch([sql`true`, ...optionConditions(filter)], order, range);
  return merged(filter.status ?? agreementStatuses, optionConditions(filter), order, range);
}
