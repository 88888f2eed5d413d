import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { loginProviderEndpoints as endpoints } from '@kerb/domain/organisations/login-provider.contract.ts';
import {
  confirmLoginProvider,
  endLoginProvider,
  requireProvider,
  saveLoginProvider,
} from '@kerb/server/features/organisations/change-login-provider.ts';
import { organisationLogin, tenantForLogin } from '@kerb/server/features/organisations/login-provider.repository.ts';
import {
  addDomain,
  hasRecord,
  proveByCode,
  proveByRecord,
  removeDomain,
  writeToKeeper,
} from '@kerb/server/features/organisations/prove-domain.ts';
import { provisioningRoutes } from '@kerb/server/features/organisations/provisioning.routes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function loginProviderRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;

  mount(app, endpoints.read, ({ scope, params }) => organisationLogin(db, config, scope, params.tenantId));

  mount(app, endpoints.save, async ({ scope, by, params: { tenantId }, body }) => {
    await tenantForLogin(db, scope, tenantId);
    const client = { issuer: body.issuer, clientId: body.clientId, clientSecret: body.clientSecret ?? '' };
    // Asked before the transaction: no outside service is called within one.
    const refusal = URL.canParse(body.issuer)
      ? await deps.openid.refusalOf(client)
      : 'Write the address of the issuer.';
    if (refusal !== null) throw invalid(fieldError('issuer', 'notValid', refusal));
    return inTransaction(deps, by, async (work) => {
      await saveLoginProvider(work, tenantId, body);
      return organisationLogin(work.tx, config, scope, tenantId);
    });
  });

  mount(app, endpoints.end, ({ scope, by, params: { tenantId } }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, tenantId);
      await endLoginProvider(work, tenantId);
      return undefined;
    }),
  );

  mount(app, endpoints.require, ({ scope, by, params: { tenantId }, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, tenantId);
      await requireProvider(work, tenantId, body.isRequired);
      return organisationLogin(work.tx, config, scope, tenantId);
    }),
  );

  mount(app, endpoints.confirm, ({ scope, by, params: { tenantId } }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, tenantId);
      await confirmLoginProvider(work, tenantId);
      return organisationLogin(work.tx, config, scope, tenantId);
    }),
  );
  domainRoutes(app, deps);
  provisioningRoutes(app, deps);
}

function domainRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;

  mount(app, endpoints.addDomain, ({ scope, by, params: { tenantId }, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, tenantId);
      await addDomain(work, tenantId, body.domain);
      return organisationLogin(work.tx, config, scope, tenantId);
    }),
  );

  mount(app, endpoints.checkDomain, async ({ scope, by, params }) => {
    await tenantForLogin(db, scope, params.tenantId);
    const isThere = await hasRecord(deps, params);
    return inTransaction(deps, by, async (work) => {
      await proveByRecord(work, params, isThere);
      return organisationLogin(work.tx, config, scope, params.tenantId);
    });
  });

  mount(app, endpoints.writeToKeeper, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      const { name: tenantName } = await tenantForLogin(work.tx, scope, params.tenantId);
      await writeToKeeper(work, { place: params, mailbox: body.mailbox, tenantName });
      return organisationLogin(work.tx, config, scope, params.tenantId);
    }),
  );

  mount(app, endpoints.proveByCode, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, params.tenantId);
      await proveByCode(work, params, body.code);
      return organisationLogin(work.tx, config, scope, params.tenantId);
    }),
  );

  mount(app, endpoints.removeDomain, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await tenantForLogin(work.tx, scope, params.tenantId);
      await removeDomain(work, params);
      return undefined;
    }),
  );
}
