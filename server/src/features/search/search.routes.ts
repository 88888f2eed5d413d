import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { type Found, mostFoundOfKind, searchEndpoints } from '@kerb/domain/shell/search.contract.ts';
import { inTenantScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import { searchPeople } from '@kerb/server/features/people/people.repository.ts';
import { searchCampaigns } from '@kerb/server/features/search/search-campaigns.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { containing } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sql } from 'kysely';

/** The index of words knows only three letters and more. */
const shortestName = 3;

async function findPeople(db: Database, { actor }: AccessScope, text: string): Promise<Found['people']> {
  if (!accessScopeOf(actor, 'user.read')?.everything || text.length < shortestName) return [];
  const people = await searchPeople(db, text, mostFoundOfKind.people);
  return people.map(({ id, emailAddress, ...names }) => ({ id, emailAddress, displayName: displayName(names) }));
}

async function findOrganisations(db: Database, { actor }: AccessScope, text: string): Promise<Found['organisations']> {
  const scope = accessScopeOf(actor, 'tenant.read');
  if (!scope) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from tenants t where ${inTenantScope(scope)} and t.name ilike ${containing(text)}
    order by lower(t.name), t.id limit ${sql.lit(mostFoundOfKind.organisations)}`.execute(db);
  return rows;
}

/** Everything that a text names, for the palette. Each kind within the caller's own scope of it. */
export function searchRoutes(app: App, deps: Deps): void {
  mount(app, searchEndpoints.search, async ({ scope, query: { text } }) => {
    if (text === '') return { campaigns: [], people: [], organisations: [] };
    return deps.reader.read(async ({ db }) => {
      const [campaigns, people, organisations] = await Promise.all([
        searchCampaigns(db, scope, text),
        findPeople(db, scope, text),
        findOrganisations(db, scope, text),
      ]);
      return { campaigns, people, organisations };
    });
  });
}
