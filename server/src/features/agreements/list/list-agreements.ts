import { isDeepStrictEqual } from 'node:util';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { changedRecords, laterPage, refuseOthers } from '@kerb/server/features/agreements/changed-records.ts';
import {
  all,
  conditionsOf,
  type Listing,
  type ListQuery,
  listingOf,
  mostPerPage,
  selectListings,
  textCondition,
} from '@kerb/server/features/agreements/list/listing.ts';
import { readRows } from '@kerb/server/features/agreements/list/read-rows.ts';
import { searchEverywhere } from '@kerb/server/features/agreements/list/search-everywhere.ts';
import { type Place, placeOf, talliedPage } from '@kerb/server/features/agreements/list/tallied-page.ts';
import {
  countOf,
  lastTallies,
  readTallies,
  rememberTallies,
  type TallyJson,
  type TallyScope,
  talliesAsJson,
  talliesFrom,
  talliesOf,
} from '@kerb/server/features/agreements/list/tallies.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { sql } from 'kysely';

type Found = { items: string; totalItems: number; isMore?: boolean };

/** Reads the page at a place, and the tallies of the same moment. */
async function readPlace(db: Database, listing: Listing, scope: TallyScope, place: Place) {
  const { order, isVendor } = listing;
  const pages = sql`${talliesOf(scope)}, page as materialized (${talliedPage(place, listing, scope)})`;
  const rows = { pages, order, isVendor, total: talliesAsJson, isPlanKept: listing.page === 1 };
  const { items, total } = await readRows<TallyJson[]>(db, rows);
  const tallies = await talliesFrom(db, scope, total);
  rememberTallies(db, scope, tallies);
  return { items, tallies };
}

/**
 * All campaigns, or one organisation's: the tallies give the total and the position of the page. The position is first
 * computed from the tallies of the request before. The statement that reads the page also reads the tallies. Only if
 * they give another position, the page is read again.
 */
async function listTallied(db: Database, listing: Listing, scope: TallyScope): Promise<Found> {
  const expected = placeOf(lastTallies(db, scope) ?? (await readTallies(db, scope)), listing);
  const first = await readPlace(db, listing, scope, expected);
  const place = placeOf(first.tallies, listing);
  const { items, tallies } = isDeepStrictEqual(place, expected) ? first : await readPlace(db, listing, scope, place);
  return { items, totalItems: countOf(tallies, listing.filter) };
}

/**
 * One agent's or payer's campaigns, or a search within an organisation: all rows are read, counted and cut to a page.
 */
async function listFound(db: Database, listing: Listing): Promise<Found> {
  const { order, isVendor, textQuery } = listing;
  const conditions = conditionsOf(listing);
  if (textQuery) conditions.push(textCondition(textQuery));
  const pages = sql`
    found as materialized (select ${sql.raw(order.columns)} from agreement_listings l where ${all(conditions)}),
    page as (${selectListings({ from: sql`found l`, order, ...pageOf(listing, mostPerPage) })})`;
  const isPlanKept = listing.page === 1 && !textQuery;
  const found = await readRows(db, { pages, order, isVendor, total: '(select count(*) from found)', isPlanKept });
  return { items: found.items, totalItems: found.total };
}

export function findPage(db: Database, listing: Listing): Promise<Found> {
  const { tallyScope, textQuery } = listing;
  if (tallyScope === undefined || (textQuery && tallyScope !== null)) return listFound(db, listing);
  return textQuery ? searchEverywhere(db, listing, textQuery) : listTallied(db, listing, tallyScope);
}

const filters = ['propertyId', 'agentUserId', 'signatoryUserId', 'status', 'finance', 'textQuery', 'externalRef'];

/** Campaigns in the order of their changes, for a program that keeps a copy. */
export async function listChangedAgreements(db: Database, scope: AccessScope, query: ListQuery): Promise<JsonText> {
  refuseOthers({ ...query, page: laterPage(query) }, [...filters, 'page']);
  const { ids, nextCursor, hasMore } = await changedRecords(db, scope, 'campaign', query);
  const pages = sql`page as (select u.id, u.place from unnest(${ids}::bigint[]) with ordinality u (id, place))`;
  const order = { columns: 'l.id', forwards: 'l.place', backwards: 'l.place desc' };
  const { items } = await readRows(db, { pages, order, isVendor: scope.asPayer });
  return new JsonText(`{"items":${items},"nextCursor":"${nextCursor}","hasMore":${hasMore}}`);
}

/**
 * A page of campaigns, as the text that is sent. Read this folder from here: `listing` turns scope and query into SQL
 * once; `tallied-page` and `search-everywhere` find a page quickly among all campaigns; `read-rows` writes its JSON.
 */
export async function listAgreements(db: Database, scope: AccessScope, query: ListQuery): Promise<JsonText> {
  const { items, totalItems, isMore } = await findPage(db, listingOf(scope, query));
  return new JsonText(`{"items":${items},"totalItems":${totalItems}${isMore ? ',"isMore":true' : ''}}`);
}
