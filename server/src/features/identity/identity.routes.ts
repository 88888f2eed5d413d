import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { identityEndpoints } from '@kerb/domain/identity/identity.contract.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { createProfile, runCheck, sendBiometricSms } from '@kerb/server/features/identity/check-identity.ts';
import { signatoryInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { signatoryViews } from '@kerb/server/features/signing/signatory-view.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';

export function identityRoutes(app: App, deps: Deps): void {
  const answer = async (scope: AccessScope, id: number) => {
    const found = await signatoryInScope(deps, scope, id);
    const [view] = await signatoryViews(deps.db, [found], scope.actor);
    return must(view, `view of signatory ${id}`);
  };
  const steps = { createProfile, runCheck, sendSms: sendBiometricSms };
  for (const name of ['createProfile', 'runCheck', 'sendSms'] as const) {
    mount(app, identityEndpoints[name], async ({ scope, by, body: { signatoryId } }) => {
      await steps[name]({ deps, scope, by, signatoryId });
      return answer(scope, signatoryId);
    });
  }
}
