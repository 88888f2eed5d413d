import { signingEndpoints } from '@kerb/domain/signing/signing.contract.ts';
import { evidenceRoutes } from '@kerb/server/features/signing/evidence.routes.ts';
import { readFlow, saveFlow } from '@kerb/server/features/signing/payer-flow.ts';
import { signAgreement } from '@kerb/server/features/signing/sign-agreement.ts';
import { originOf } from '@kerb/server/features/signing/signing-origin.ts';
import { submitApplication } from '@kerb/server/features/signing/submit-application.ts';
import { verifyDocument } from '@kerb/server/features/signing/verify-document.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

export function signingRoutes(app: App, deps: Deps): void {
  evidenceRoutes(app, deps);
  const within = (work: Work) => ({ ...deps, db: work.tx });

  mount(app, signingEndpoints.sign, async ({ scope, by, params, body, request, once }) => {
    const origin = await originOf(deps, request);
    return signAgreement(deps, scope, by, { request: { id: params.id, body, origin }, once });
  });

  mount(app, signingEndpoints.flow, ({ scope, params }) => readFlow(deps, scope, params.id));

  mount(app, signingEndpoints.saveFlow, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveFlow(work, scope, params.id, body);
      return readFlow(within(work), scope, params.id);
    }),
  );

  mount(app, signingEndpoints.submit, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await submitApplication(work, scope, { ...params, ...body });
      return readFlow(within(work), scope, params.id);
    }),
  );

  mount(app, signingEndpoints.verify, async ({ query, by }) => {
    await countAttempt(deps.db, 'verifyPerAddress', networkOf(by.ipAddress ?? ''));
    return verifyDocument(deps, query);
  });
}
