import { seesWholeOrganisation } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { SharedView } from '@kerb/domain/views/shared-views.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

export const selectSharedViews = (db: Database | Tx, tenantId: number) =>
  db
    .selectFrom('sharedViews as v')
    .leftJoin('users as u', 'u.id', 'v.sharedByUserId')
    .select(['v.id', 'v.name', 'v.search', 'v.lastUpdateDate', 'v.tenantId', 'v.sharedByUserId'])
    .select(['u.firstName', 'u.surname'])
    .where('v.tenantId', '=', tenantId);

export type SharedViewRow = Awaited<ReturnType<ReturnType<typeof selectSharedViews>['execute']>>[number];

/** The team member who shared it, or anybody who may change all views of the organisation. */
export const mayChange = (
  actor: Actor,
  { tenantId, sharedByUserId }: Pick<SharedViewRow, 'tenantId' | 'sharedByUserId'>,
): boolean => sharedByUserId === actor.userId || seesWholeOrganisation(actor, 'shared-view.change', tenantId);

/** Null after that person left the team. */
export const sharerOf = ({ firstName, surname }: Pick<SharedViewRow, 'firstName' | 'surname'>): string | null =>
  firstName === null || surname === null ? null : displayName({ firstName, surname });

export const sharedViewOf = (actor: Actor, row: SharedViewRow): SharedView => ({
  id: row.id,
  href: `/v1/tenants/${row.tenantId}/shared-views/${row.id}`,
  name: row.name,
  search: row.search,
  sharedByName: sharerOf(row),
  mayChange: mayChange(actor, row),
  lastUpdateDate: row.lastUpdateDate,
});

export async function sharedViewsOf(db: Database, actor: Actor, tenantId: number): Promise<SharedView[]> {
  const rows = await selectSharedViews(db, tenantId)
    .orderBy((table) => table.fn('lower', ['v.name']))
    .execute();
  return rows.map((row) => sharedViewOf(actor, row));
}
