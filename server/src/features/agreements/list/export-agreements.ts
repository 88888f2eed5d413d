import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { campaignListColumns, campaignListFileName } from '@kerb/domain/reports/campaign-list.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import {
  all,
  conditionsOf,
  type ListQuery,
  listingOf,
  selectListings,
  textCondition,
} from '@kerb/server/features/agreements/list/listing.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import { streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

/** Whether the client prefers CSV to JSON. */
export const wantsCsv = ({ headers }: FastifyRequest): boolean => /(^|[\s,])text\/csv\b/.test(headers.accept ?? '');

async function organisationOf({ db }: Deps, tenantId: number | undefined): Promise<string | null> {
  if (tenantId === undefined) return null;
  const tenant = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst();
  return tenant?.name ?? null;
}

/** Exactly the records of the list: its scope, filter and order. */
export function exportedList(deps: Pick<Deps, 'country'>, scope: AccessScope, query: ListQuery) {
  const listing = listingOf(scope, query);
  const { order, textQuery } = listing;
  const conditions = conditionsOf(listing);
  if (textQuery) conditions.push(textCondition(textQuery));
  const cells = { ...campaignCells(deps.country), lastUpdate: sql`a.last_update_date` };
  return {
    select: sql<{ line: string }>`
      select ${csvLine(campaignListColumns, cells, sql`t.default_time_zone`)} as line
      from (${selectListings({ from: sql`agreement_listings l where ${all(conditions)}`, order })}) l
      join agreements a on a.id = l.id
      join tenants t on t.id = a.tenant_id
      left join users g on g.id = a.agent_user_id
      order by ${sql.raw(order.forwards)}`,
    count: sql<{ count: number }>`select count(*) as count from agreement_listings l where ${all(conditions)}`,
  };
}

/** The whole list as a spreadsheet. */
export async function exportAgreements(
  deps: Deps,
  { scope, query, reply }: { scope: AccessScope; query: ListQuery; reply: FastifyReply },
): Promise<undefined> {
  const mayExport = accessScopeOf(scope.actor, 'agreement.export');
  if (!mayExport) throw notPermitted();
  // Use the organisation's name only if the caller can see the organisation.
  const isInScope =
    mayExport.everything || [...mayExport.tenantIds, ...mayExport.ownTenantIds].includes(query.tenantId ?? 0);
  const organisation = isInScope ? await organisationOf(deps, query.tenantId) : null;
  return streamCsv(
    deps,
    { scope: mayExport, reply },
    {
      what: 'campaigns',
      fileName: campaignListFileName(deps.country.brand, organisation),
      columns: campaignListColumns,
      ...exportedList(deps, mayExport, query),
    },
  );
}
