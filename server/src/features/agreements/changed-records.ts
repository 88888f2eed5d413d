import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { ExternalKind } from '@kerb/server/features/agreements/external-refs.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { readInOrder, tenantOf } from '@kerb/server/platform/database/read-in-order.ts';
import { invalid, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

export type Asked = {
  tenantId?: number | undefined;
  updatedSince?: string | undefined;
  cursor?: string | undefined;
  perPage?: number | undefined;
};

const mostPerPage = 500;

/** The kinds of records in `record_changes`. */
type ChangedKind = ExternalKind | 'invoice' | 'payment';

/** The records of a campaign. None of them ever moves to another campaign. */
const tables = {
  payer: sql`signatories`,
  document: sql`attachments`,
  invoice: sql`invoices`,
  payment: sql`payments`,
} as const satisfies Partial<Record<ChangedKind, RawBuilder<unknown>>>;
type KindOfCampaign = keyof typeof tables;

type AskedOfCampaign = Asked & { agreementId?: number | undefined };

/** As `changedRecords`, or only those of one campaign. */
export async function changedOf(db: Database, scope: AccessScope, kind: KindOfCampaign, asked: AskedOfCampaign) {
  const { agreementId, tenantId } = asked;
  if (agreementId === undefined) return changedRecords(db, scope, kind, asked);
  const { tenantId: its } = await campaignInScope(db, scope, agreementId);
  if (tenantId !== undefined && tenantId !== its) throw outOfScope(scope, undefined, 'campaign');
  return readChanges(db, asked, {
    name: `${kind} of campaign ${agreementId}`,
    select: sql`
      select c.changed_xid as xid, c.record_id as id
      from ${tables[kind]} r join record_changes c on c.kind = ${kind} and c.record_id = r.id
      where r.agreement_id = ${agreementId} ${since(asked)}`,
  });
}

/** The ids of the records that changed, in the order of their changes. A record that changes again comes again. */
export async function changedRecords(db: Database, scope: AccessScope, kind: ChangedKind, asked: Asked) {
  const tenantId = tenantOf(scope, asked.tenantId);
  return readChanges(db, asked, {
    name: `${kind} ${tenantId}`,
    select: sql`
      select c.changed_xid as xid, c.record_id as id
      from record_changes c join agreements a on a.id = c.agreement_id
      where c.tenant_id = ${tenantId} and c.kind = ${kind} and ${inScope(scope)} ${since(asked)}`,
  });
}

/** The kinds of records in `tenant_changes`: several organisations may have the same one. */
type SharedKind = 'property' | 'member' | 'webhook';

/** As `changedRecords`, of records that belong to no campaign. `isSeen` is a condition on `tenant_changes c`. */
export async function changedOfTenant(
  db: Database,
  { tenantId, kind, isSeen = sql`true` }: { tenantId: number; kind: SharedKind; isSeen?: RawBuilder<unknown> },
  asked: Asked,
) {
  return readChanges(db, asked, {
    name: `${kind} ${tenantId}`,
    select: sql`
      select c.changed_xid as xid, c.record_id as id from tenant_changes c
      where c.tenant_id = ${tenantId} and c.kind = ${kind} and ${isSeen} ${since(asked)}`,
  });
}

export const since = ({ cursor, updatedSince }: Asked) =>
  cursor === undefined && updatedSince !== undefined ? sql`and c.changed_date >= ${updatedSince}` : sql``;

type Source = { name: string; select: RawBuilder<unknown>; xid?: RawBuilder<unknown>; id?: RawBuilder<unknown> };

/** The ids of a page, and where the next one begins. */
export async function readChanges(db: Database, { cursor, perPage = 100 }: Asked, source: Source) {
  const { page, nextCursor, hasMore } = await readInOrder<object>(db, {
    cursor,
    perPage: Math.min(perPage, mostPerPage),
    xid: sql`c.changed_xid`,
    id: sql`c.record_id`,
    ...source,
  });
  return { ids: page.map(({ id }) => id), nextCursor, hasMore };
}

/** The first page of a numbered list is the default, so it may be asked for. */
export const laterPage = ({ page }: { page: number }): number | undefined => (page === 1 ? undefined : page);

/** Other filters and pages have no meaning in the order of changes. They are refused and not ignored. */
export function refuseOthers(query: object, names: readonly string[]): void {
  for (const name of names) {
    if (query[name as keyof typeof query] !== undefined) {
      throw invalid(
        fieldError(name, 'notValid', fieldWords.notValid),
        'This cannot be sent with updatedSince or cursor.',
      );
    }
  }
}

/** Records in the order of their ids' list. */
export const inOrderOf = <Item extends { id: number }>(ids: readonly number[], items: readonly Item[]): Item[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
