import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { sharedSearch } from '@kerb/domain/views/shared-search.ts';
import { mostSharedViews, type SavedSharedView, type SharedView } from '@kerb/domain/views/shared-views.contract.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import {
  mayChange,
  type SharedViewRow,
  selectSharedViews,
  sharedViewOf,
  sharerOf,
} from '@kerb/server/features/views/shared-views.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** Other than a person's own view, a shared view affects a team, so each change has a log entry. */
const noted = (work: Work, tenantId: number, description: string, data: { viewId: number; viewName: string }) =>
  record(work, { activityCode: 'tenant_update', tenantId, description, data });

async function replace(work: Work, { actor }: AccessScope, row: SharedViewRow, next: SavedSharedView): Promise<void> {
  if (!mayChange(actor, row)) {
    const sharer = sharerOf(row) ?? 'The team';
    throw new Problem(409, 'view-of-another', `${sharer} shares a view with this name. Choose another name.`);
  }
  const { id: viewId, tenantId, name, search } = row;
  if (name === next.name && search === next.search) return;
  const changes = { ...next, lastUpdateDate: work.now };
  await work.tx.updateTable('sharedViews').set(changes).where('id', '=', viewId).execute();
  const data = { viewId, viewName: next.name, search: { before: search, after: next.search } };
  await noted(work, tenantId, 'Shared view replaced', data);
}

/** Null for an admin, also during impersonation: only a member of the team owns what they share with it. */
async function memberAt(work: Work, { actor }: AccessScope, tenantId: number): Promise<number | null> {
  const member = await work.tx
    .selectFrom('tenantUsers')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', realActorOf(actor).userId)
    .forKeyShare()
    .executeTakeFirst();
  return member?.userId ?? null;
}

async function add(work: Work, scope: AccessScope, tenantId: number, next: SavedSharedView): Promise<void> {
  const { tx, now } = work;
  const { count } = await tx
    .selectFrom('sharedViews')
    .select((table) => table.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostSharedViews) {
    throw new Problem(409, 'too-many-views', `The team shares ${mostSharedViews} views. Stop sharing one first.`);
  }
  const sharedByUserId = await memberAt(work, scope, tenantId);
  const { id: viewId } = await tx
    .insertInto('sharedViews')
    .values({ tenantId, ...next, sharedByUserId, createdDate: now, lastUpdateDate: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const data = { viewId, viewName: next.name, search: next.search };
  await noted(work, tenantId, 'View shared with the team', data);
}

type Shared = SavedSharedView & { tenantId: number };

/** Shares a view under its name, which is not case-sensitive. */
export async function shareView(work: Work, scope: AccessScope, shared: Shared): Promise<SharedView> {
  const { tx } = work;
  const { tenantId, name } = shared;
  await tenantInScope(tx, scope, tenantId);
  // Lock the organisation, so that two people cannot exceed the limit together.
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
  const named = selectSharedViews(tx, tenantId).where(sql`lower(v.name)`, '=', sql`lower(${name})`);
  const existing = await named.executeTakeFirst();
  const next = { name, search: sharedSearch(shared.search) };
  if (existing) await replace(work, scope, existing, next);
  else await add(work, scope, tenantId, next);
  return sharedViewOf(scope.actor, await named.executeTakeFirstOrThrow());
}

type Named = { tenantId: number; viewId: number };

export async function stopSharing(work: Work, scope: AccessScope, { tenantId, viewId }: Named): Promise<void> {
  const { tx } = work;
  await tenantInScope(tx, scope, tenantId);
  const view = await tx
    .selectFrom('sharedViews')
    .select(['name', 'tenantId', 'sharedByUserId'])
    .where('id', '=', viewId)
    .where('tenantId', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  if (!view) throw notFound('view');
  if (!mayChange(scope.actor, view)) throw notPermitted();
  await tx.deleteFrom('sharedViews').where('id', '=', viewId).execute();
  await noted(work, tenantId, 'View no longer shared with the team', { viewId, viewName: view.name });
}
