import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { findPage } from '@kerb/server/features/agreements/list/list-agreements.ts';
import { all, conditionsOf, listingOf } from '@kerb/server/features/agreements/list/listing.ts';
import { readRows } from '@kerb/server/features/agreements/list/read-rows.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { sql } from 'kysely';

type InProgress = {
  tenantId?: number | undefined;
  textQuery?: string | undefined;
  statuses: readonly AgreementStatus[];
  /** The most campaigns that a search returns. */
  mostFound: number;
};

/** The dashboard's campaigns: all with the statuses of its bars, or the first that a search finds. */
export async function listInProgress(db: Database, scope: AccessScope, asked: InProgress) {
  const { tenantId, textQuery, statuses, mostFound } = asked;
  const listing = listingOf(scope, {
    page: 1,
    perPage: mostFound,
    sortBy: 'status',
    sortDesc: true,
    actionSuggested: false,
    tenantId,
    ...(textQuery ? { textQuery } : { status: [...statuses] }),
  });
  if (textQuery) return new JsonText((await findPage(db, listing)).items);
  const { order, isVendor } = listing;
  const from = sql`agreement_listings l where ${all(conditionsOf(listing))}`;
  const pages = sql`page as (select ${sql.raw(order.columns)} from ${from})`;
  return new JsonText((await readRows(db, { pages, order, isVendor })).items);
}
