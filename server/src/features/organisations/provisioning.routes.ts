import { provisioningEndpoints as endpoints } from '@kerb/domain/organisations/provisioning.contract.ts';
import { tenantForLogin } from '@kerb/server/features/organisations/login-provider.repository.ts';
import {
  addProvisioningToken,
  endProvisioningToken,
  provisioningOf,
} from '@kerb/server/features/organisations/provisioning-tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function provisioningRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;
  mount(app, endpoints.list, async ({ scope, params: { tenantId } }) => {
    await tenantForLogin(db, scope, tenantId);
    return provisioningOf(db, config, tenantId);
  });

  mount(app, endpoints.add, ({ scope, by, params: { tenantId } }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, tenantId);
      const token = await addProvisioningToken(work, tenantId);
      return { ...(await provisioningOf(work.tx, config, tenantId)), token };
    }),
  );

  mount(app, endpoints.end, ({ scope, by, params: { tenantId, provisioningTokenId } }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, tenantId);
      await endProvisioningToken(work, tenantId, provisioningTokenId);
      return undefined;
    }),
  );
}
