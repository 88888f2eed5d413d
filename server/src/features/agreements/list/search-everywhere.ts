import {
  type NamedStatus,
  namesRefund,
  statusesNamed,
  statusesNotNamed,
} from '@kerb/domain/agreements/search-words.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  all,
  type Condition,
  filterConditions,
  isRefunding,
  type Listing,
  namedCondition,
  oneNamed,
  optionConditions,
  selectListings,
  wordConditions,
} from '@kerb/server/features/agreements/list/listing.ts';
import { readRows } from '@kerb/server/features/agreements/list/read-rows.ts';
import {
  countNamed,
  countOf,
  type Tally,
  type TallyJson,
  talliesAsJson,
  talliesFrom,
  talliesOf,
} from '@kerb/server/features/agreements/list/tallies.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { mostCounted, pageOf } from '@kerb/server/platform/database/lists.ts';
import { type RawBuilder, sql } from 'kysely';

/** If a sample estimates twice that number, there are certainly more than that. */
const surelyMore = 2 * mostCounted;
const sampleRows = 4_000;

type Search = { listing: Listing; text: string };
type Sampled = { all: number; filtered: number };

type SampleRow = { seen: number; all: number; filtered: number; tallies: TallyJson[] };

/** The part of the listings that a sample reads. It depends on their number, which the same statement has. */
const percent = sql`((
  select least(100, 100.0 * ${sampleRows}::integer / greatest(1, coalesce(sum(t.count), 0))) from tallies t))::float4`;

/** Reads the tallies, and estimates from a sample how many campaigns contain the words and pass the filter. */
async function survey(db: Database, { listing, text }: Search): Promise<{ tallies: Tally[]; sampled: Sampled }> {
  const { rows } = await sql<SampleRow>`
    with ${talliesOf(null)}
    select count(*) as seen, count(*) filter (where found) as all, count(*) filter (where found and kept) as filtered,
      ${sql.raw(talliesAsJson)} as tallies
    from (
      select ${wordConditions(text, 'along')} as found,
        ${all([sql`true`, ...filterConditions(listing.filter)])} as kept
      from agreement_listings l tablesample system (${percent})) sampled`.execute(db);
  const { seen, tallies: json, ...found } = must(rows[0], 'row of a search');
  const tallies = await talliesFrom(db, null, json);
  const scale = seen === 0 ? 0 : Math.max(1, countOf(tallies, {})) / seen;
  return { tallies, sampled: { all: found.all * scale, filtered: found.filtered * scale } };
}

type Part = { conditions: Condition[]; limit: number };

/** The first campaigns of a part, in the order of the list. */
const ordered = ({ order }: Listing, { conditions, limit }: Part): RawBuilder<unknown> =>
  sql`(${selectListings({
    from: sql`agreement_listings l where ${all(conditions)}`,
    order,
    limit,
  })})`;

/** All rows of a small part. The page is cut from them, and they are counted. */
const gathered = ({ order }: Listing, conditions: Condition[]): RawBuilder<unknown> =>
  sql`(select ${sql.raw(order.columns)} from agreement_listings l where ${all(conditions)})`;

type Plan = Search & { tallies: readonly Tally[]; sampled: Sampled; named: NamedStatus[] };

/** Frequent words are found fast by scanning in order. Rare words are looked up in the index or among all listings. */
function wordParts({ listing, text, tallies, sampled, named }: Plan, limit: number): RawBuilder<unknown>[] {
  const { filter } = listing;
  const statuses = statusesNotNamed(named, filter.status ?? agreementStatuses);
  if (statuses.length === 0) return [];
  const along = wordConditions(text, 'along');
  const kept = countNamed(tallies, filter, statuses);
  // The number of listings that each method reads. Scanning in order: up to the last row of the page. By the index: all
  // that contain the words, each at a random place in the table. Or all listings.
  const alongReads = limit * (kept / Math.max(1, sampled.filtered));
  const gatheringReads = Math.min(2 * sampled.all, kept);
  if (sampled.filtered >= surelyMore && alongReads < gatheringReads) {
    return statuses.map((status) =>
      ordered(listing, {
        conditions: [...oneNamed(status), ...optionConditions(filter), along],
        limit,
      }),
    );
  }
  const words = kept < 2 * sampled.all ? along : wordConditions(text, 'indexed');
  return [gathered(listing, [namedCondition(statuses), ...optionConditions(filter), words])];
}

function partsOf(plan: Plan, limit: number): RawBuilder<unknown>[] {
  const { listing, named } = plan;
  const byStatus = named.map((status) =>
    ordered(listing, {
      conditions: [...oneNamed(status), ...optionConditions(listing.filter)],
      limit,
    }),
  );
  return [...byStatus, ...wordParts(plan, limit), ...refundParts(plan)];
}

/** Campaigns that only the badge of a refund finds, so that no campaign is found twice. */
function refundParts({ listing, text, named }: Plan): RawBuilder<unknown>[] {
  if (!namesRefund(text)) return [];
  const otherwise = sql`(${wordConditions(text, 'along')} or ${namedCondition(named)})`;
  return [gathered(listing, [isRefunding, sql`not ${otherwise}`, ...filterConditions(listing.filter)])];
}

/** A search over all campaigns: by words, or by the status that the words name. */
export async function searchEverywhere(db: Database, listing: Listing, text: string) {
  const { filter, order, isVendor } = listing;
  const { tallies, sampled } = await survey(db, { listing, text });
  const named = statusesNamed(text).filter(({ status }) => filter.status?.includes(status) ?? true);
  const byStatus = countNamed(tallies, filter, named);
  const isSurelyMore = byStatus > mostCounted || sampled.filtered >= surelyMore;

  const { limit, offset } = pageOf(listing, mostCounted);
  const take = Math.max(0, Math.min(limit, mostCounted - offset));
  const parts = partsOf({ listing, text, tallies, sampled, named }, isSurelyMore ? offset + take : mostCounted + 1);
  if (parts.length === 0) return { items: '[]', totalItems: 0, isMore: false };
  const pages = sql`
    found as materialized (${sql.join(parts, sql` union all `)}),
    page as (${selectListings({ from: sql`found l`, order, limit: take, offset })})`;
  const { items, total } = await readRows(db, { pages, order, isVendor, total: '(select count(*) from found)' });
  const isMore = isSurelyMore || total > mostCounted;
  return { items, totalItems: isMore ? mostCounted : total, isMore };
}
