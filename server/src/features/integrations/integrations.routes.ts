import { integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { addCredential, endCredential } from '@kerb/server/features/integrations/add-credential.ts';
import { createIdentity, endIdentity, saveIdentity } from '@kerb/server/features/integrations/change-identity.ts';
import {
  identitiesOf,
  identityInScope,
  tenantInScope,
} from '@kerb/server/features/integrations/integrations.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function integrationRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, integrationEndpoints.list, async ({ scope, params: { tenantId } }) => {
    await tenantInScope(db, scope, tenantId);
    return { items: await identitiesOf(db, tenantId) };
  });

  mount(app, integrationEndpoints.create, ({ scope, by, params: { tenantId }, body }) =>
    inTransaction(deps, by, async (work) => {
      const { id, clientSecret } = await createIdentity(work, scope, tenantId, body);
      return { ...(await identityInScope(work.tx, scope, id)).value, clientSecret };
    }),
  );

  mount(app, integrationEndpoints.get, ({ scope, params: { identityId } }) => identityInScope(db, scope, identityId));

  mount(app, integrationEndpoints.save, ({ scope, by, params: { identityId: id }, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await saveIdentity(work, scope, { id, sent: body, ifMatch });
      return identityInScope(work.tx, scope, id);
    }),
  );

  mount(app, integrationEndpoints.end, ({ scope, by, params: { identityId } }) =>
    inTransaction(deps, by, async (work) => {
      await endIdentity(work, scope, identityId);
      return undefined;
    }),
  );

  mount(app, integrationEndpoints.addCredential, ({ scope, by, params: { identityId: id }, body }) =>
    inTransaction(deps, by, async (work) => {
      const clientSecret = await addCredential(work, scope, id, body);
      return { ...(await identityInScope(work.tx, scope, id)).value, clientSecret };
    }),
  );

  mount(app, integrationEndpoints.endCredential, ({ scope, by, params: { credentialId } }) =>
    inTransaction(deps, by, async (work) => {
      await endCredential(work, scope, credentialId);
      return undefined;
    }),
  );
}
