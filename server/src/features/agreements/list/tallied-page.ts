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
/** A range of rows, counted from its nearer end. If 'backwards', they are read from the last row. */
export type RowRange = { offset: number; take: number; isBackwards: boolean };
export type Segment = RowRange & { status: AgreementStatus };

/** The range of rows that a page covers, read from the nearer end, so that late pages are fast too. */
export function rowRangeOf(count: number, from: number, until: number): RowRange | null {
  const first = Math.max(from, 0);
  const end = Math.min(until, count);
  if (first >= end) return null;
  const take = end - first;
  const isBackwards = first > count - end;
  return { offset: isBackwards ? count - end : first, take, isBackwards };
}

/**
 * The position of a page in the list by status. The number of campaigns in each status is known, so whole statuses are
 * skipped without reading them.
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

/** Where the page is in the list by status. Whole statuses are skipped without reading them. */
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

/** The listings of a page whose total is known in advance; null if there is no such page. */
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
  const place = rowRangeOf(countOf(tallies, filter), offset, offset + limit);
  if (!place) return null;
  // The listings of one organisation, or the flagged ones, are few enough to sort.
  if (tallyScope !== null || filter.actionSuggested) {
    return stretch([...scope, sql`true`, ...filterConditions(filter)], order, place);
  }
  // All campaigns by id: the primary key has that order.
  if (sortBy === 'id' && !filter.status) return stretch([sql`true`, ...optionConditions(filter)], order, place);
  return merged(filter.status ?? agreementStatuses, optionConditions(filter), order, place);
}
