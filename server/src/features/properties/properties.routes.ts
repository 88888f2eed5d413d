import type { Sight } from '@kerb/domain/access/sight.ts';
import { propertyEndpoints } from '@kerb/domain/properties/properties.contract.ts';
import { createProperty } from '@kerb/server/features/properties/create-property.ts';
import { findProperty } from '@kerb/server/features/properties/properties.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

async function propertyInSight(db: Database | Tx, sight: Sight, id: number) {
  const property = await findProperty(db, sight, id);
  if (!property) throw notFound('property');
  return property;
}

export function propertyRoutes(app: App, deps: Deps): void {
  mount(app, propertyEndpoints.get, ({ sight, params }) => propertyInSight(deps.db, sight, params.id));

  mount(app, propertyEndpoints.create, ({ sight, by, body }) =>
    inTransaction(deps, by, async (work) => propertyInSight(work.tx, sight, await createProperty(work, body))),
  );
}
