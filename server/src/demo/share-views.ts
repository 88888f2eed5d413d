import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { shareView } from '@kerb/server/features/views/share-view.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

type Shared = { by: `${string}@example.com`; at: OrganisationKey; name: string; search: string };

/** One view of each agency, shared by a manager. */
// biome-ignore format: a table
export const demoSharedViews: readonly Shared[] = [
  { by: 'manager@example.com',       at: 'harbour', name: 'Waiting for the payer', search: 'status=waiting-invite,waiting-info' },
  { by: 'manager.two@example.com',   at: 'valley',  name: 'Follow-ups',            search: 'actionSuggested=1' },
  { by: 'manager.coast@example.com', at: 'coast',   name: 'Pending settlement',    search: 'status=waiting-settlement' },
  { by: 'manager.and@example.com',   at: 'ranges',  name: 'Live, newest first',    search: 'sortBy=id&status=executed' },
];

export async function shareViews(work: Work, { actors, tenantIds }: DemoRecords): Promise<void> {
  for (const { by, at, name, search } of demoSharedViews) {
    const actor = must(actors.get(by), `${by} of the demo`);
    const scope = must(accessScopeOf(actor, 'shared-view.change'), 'scope of a shared view');
    await shareView({ ...work, actor }, scope, { tenantId: tenantIds[at], name, search });
  }
}
