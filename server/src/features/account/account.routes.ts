import { decideProof } from '@kerb/domain/access/proof.ts';
import { accountEndpoints } from '@kerb/domain/account/account.contract.ts';
import { accountOf, signInsOf } from '@kerb/server/features/account/account.repository.ts';
import { ownerOf } from '@kerb/server/features/account/account-owner.ts';
import { changePassword } from '@kerb/server/features/account/change-password.ts';
import { dismissBanner } from '@kerb/server/features/account/dismiss-banner.ts';
import { passkeyRoutes } from '@kerb/server/features/account/passkeys.routes.ts';
import { saveAccount, saveNotices } from '@kerb/server/features/account/save-account.ts';
import { secondFactorAccountRoutes } from '@kerb/server/features/account/second-factor.routes.ts';
import { confirmMobile, sendMobileCode } from '@kerb/server/features/account/verify-mobile.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignIn, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { mustBePermitted, notFound } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/** The sign-in of the request itself. */
const currentOf = async ({ db, config }: Deps, request: FastifyRequest) =>
  (await signInOf(db, config, request))?.id ?? null;

function signInRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, accountEndpoints.signIns, async ({ scope, request }) => ({
    items: await signInsOf(db, ownerOf(scope), await currentOf(deps, request)),
  }));

  mount(app, accountEndpoints.endSignIn, async ({ scope, by, params }) => {
    const userId = ownerOf(scope);
    const ended = (await signInsOf(db, userId, null)).find(({ id }) => id === params.id);
    if (!ended) throw notFound('device');
    await inTransaction(deps, by, async (work) => {
      await endSignIn(work.tx, params.id);
      const data = { device: { before: ended.device, after: null } };
      await record(work, { activityCode: 'user_update', userId, description: 'Logged out elsewhere', data });
    });
    return undefined;
  });
}

export function accountRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;
  secondFactorAccountRoutes(app, deps);
  passkeyRoutes(app, deps);
  signInRoutes(app, deps);

  mount(app, accountEndpoints.read, async ({ scope }) => accountOf(db, config, ownerOf(scope)));

  mount(app, accountEndpoints.save, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveAccount(work, ownerOf(scope), body);
      return accountOf(work.tx, config, scope.actor.userId);
    }),
  );

  mount(app, accountEndpoints.verifyMobile, async ({ scope, by, body }) => {
    const account = await accountOf(db, config, ownerOf(scope));
    if (body.code === undefined) await sendMobileCode(deps, by, account);
    else await confirmMobile(deps, by, account, body.code);
    return accountOf(db, config, account.userId);
  });

  mount(app, accountEndpoints.changePassword, async ({ scope, by, body, request }) => {
    const account = await accountOf(db, config, ownerOf(scope));
    // The password of the form is one of two factors, so the other is asked for too.
    if (account.secondFactor.isOn) mustBePermitted(decideProof(scope.actor, { proof: 'always' }, body, realNow()));
    await changePassword(deps, by, { ...body, account, currentSignInId: await currentOf(deps, request) });
    return undefined;
  });

  mount(app, accountEndpoints.dismissBanner, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => {
      await dismissBanner(work, ownerOf(scope), body.bannerId);
      return undefined;
    }),
  );

  mount(app, accountEndpoints.saveNotices, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      const userId = ownerOf(scope);
      await saveNotices(work, { userId, tenantId: params.tenantId }, body);
      return accountOf(work.tx, config, userId);
    }),
  );
}
