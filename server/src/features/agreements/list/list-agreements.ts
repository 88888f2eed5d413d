import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
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
import { talliedPage } from '@kerb/server/features/agreements/list/tallied-page.ts';
import { countOf, readTallies, type TallyScope } from '@kerb/server/features/agreements/list/tallies.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { sql } from 'kysely';

type Found = { items: string; totalItems: number; isMore?: boolean };

/** All campaigns, or one organisation's: the tallies give the total and the position of the page. */
async function listTallied(db: Database, listing: Listing, scope: TallyScope): Promise<Found> {
  const { filter, order, isVendor } = listing;
  const tallies = await readTallies(db, scope);
  const totalItems = countOf(tallies, filter);
  const page = talliedPage(tallies, listing, scope);
  if (!page) return { items: '[]', totalItems };
  const { items } = await readRows(db, { pages: sql`page as materialized (${page})`, order, isVendor });
  return { items, totalItems };
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
  const found = await readRows(db, { pages, order, isVendor, total: '(select count(*) from found)' });
  return { items: found.items, totalItems: found.total };
}

export function findPage(db: Database, listing: Listing): Promise<Found> {
  const { tallyScope, textQuery } = listing;
  if (tallyScope === undefined || (textQuery && tallyScope !== null)) return listFound(db, listing);
  return textQuery ? searchEverywhere(db, listing, textQuery) : listTallied(db, listing, tallyScope);
}

/**
 * A page of campaigns, as the text that is sent. Read this folder from here: `listing` turns scope and query into SQL
 * once; `tallied-page` and `search-everywhere` find a page quickly among all campaigns; `read-rows` writes its JSON.
 */
export async function listAgreements(db: Database, scope: AccessScope, query: ListQuery): Promise<JsonText> {
  const { items, totalItems, isMore } = await findPage(db, listingOf(scope, query));
  return new JsonText(`{"items":${items},"totalItems":${totalItems}${isMore ? ',"isMore":true' : ''}}`);
}
