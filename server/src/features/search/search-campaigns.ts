import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { flowNumberTyped } from '@kerb/domain/agreements/flow-number.ts';
import { folded, searchWords } from '@kerb/domain/agreements/search-words.ts';
import { type Found, mostFoundOfKind } from '@kerb/domain/shell/search.contract.ts';
import { finalStatuses, statusOfRank, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { wordConditions } from '@kerb/server/features/agreements/list/listing.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** So many are read of each way of finding. The best of them are shown. */
const mostRead = 60;
/** A shorter word is in too many campaigns, and nobody means them all. */
const shortestWord = 2;

type Row = {
  id: number;
  tenantId: number;
  name: string;
  status: number;
  campaignBudgetFundsPurpose: FundsPurpose;
  tenantName: string;
  payers: string[] | null;
};

const byNumber = (scope: AccessScope, id: number): RawBuilder<unknown> =>
  sql`(select l.id, 0 as place from agreement_listings l where l.id = ${id} and ${inScope(scope, 'l')})`;

const byWords = (scope: AccessScope, text: string): RawBuilder<unknown> => sql`(
  select l.id, 1 as place from agreement_listings l
  where ${inScope(scope, 'l')} and ${wordConditions(text, scope.everything ? 'indexed' : 'along')}
  limit ${sql.lit(mostRead)})`;

/** As in the index `signatories_by_start_of_surname`. */
const surname = sql`replace(folded(s.surname), ' ', '')`;

/**
 * One word is the beginning of a payer's surname, and all are in the payer's names. An index finds the surnames; for a
 * team PostgreSQL may read the payers of its campaigns instead.
 */
function byPayer(scope: AccessScope, words: readonly string[]): RawBuilder<unknown> {
  const names = sql`folded(s.first_name || ' ' || s.surname)`;
  const all = words.map((word) => sql`${names} like ${`% ${word}%`}`);
  const begins = words.map((word) => sql`${surname} like ${`${word}%`}`);
  const anywhere = sql`signatories s join agreement_listings l on l.id = s.agreement_id`;
  return sql`(
    select l.id, 2 as place from ${anywhere}
    where ${inScope(scope, 'l')} and (${sql.join(begins, sql` or `)}) and ${sql.join(all, sql` and `)}
    limit ${sql.lit(mostRead)})`;
}

function waysOf(scope: AccessScope, text: string): RawBuilder<unknown>[] {
  const flow = flowNumberTyped(text);
  const words = folded(text).split(' ').filter(Boolean);
  const isLong = words.some((word) => word.length >= shortestWord);
  const payers = accessScopeOf(scope.actor, 'payer.read');
  return [
    ...(flow === null ? [] : [byNumber(scope, flow)]),
    ...(isLong && searchWords(text).length > 0 ? [byWords(scope, text)] : []),
    ...(isLong && flow === null && payers ? [byPayer(payers, words)] : []),
  ];
}

const namesOfPayers = sql`(
  select json_agg(s.first_name || ' ' || s.surname order by s.id) from signatories s where s.agreement_id = a.id)`;

/** Campaigns by their Flow No., the words of their address and agent, or a payer. Open and new ones come first. */
export async function searchCampaigns(db: Database, scope: AccessScope, text: string): Promise<Found['campaigns']> {
  const ways = waysOf(scope, text);
  if (ways.length === 0) return [];
  const ended = finalStatuses.map(statusRank);
  const payers = accessScopeOf(scope.actor, 'payer.read') ? namesOfPayers : sql`null::json`;
  const { rows } = await sql<Row>`
    with found as materialized (${sql.join(ways, sql` union all `)}),
    best as (select id, min(place) as place from found group by id)
    select a.id, a.tenant_id, a.name, a.status, a.campaign_budget_funds_purpose, t.name as tenant_name,
      ${payers} as payers
    from best join agreements a on a.id = best.id join tenants t on t.id = a.tenant_id
    order by best.place = 0 desc, a.status = any(${ended}::smallint[]), a.id desc
    limit ${sql.lit(mostFoundOfKind.campaigns)}`.execute(db);
  return rows.map((row) => ({ ...row, status: statusOfRank(row.status), payers: row.payers ?? [] }));
}
