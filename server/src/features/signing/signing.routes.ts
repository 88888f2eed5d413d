import { geolocationHeader, signingEndpoints } from '@kerb/domain/signing/signing.contract.ts';
import { evidenceRoutes } from '@kerb/server/features/signing/evidence.routes.ts';
import { readFlow, saveFlow } from '@kerb/server/features/signing/payer-flow.ts';
import type { Origin } from '@kerb/server/features/signing/prepare-signature.ts';
import { signAgreement } from '@kerb/server/features/signing/sign-agreement.ts';
import { submitApplication } from '@kerb/server/features/signing/submit-application.ts';
import { verifyDocument } from '@kerb/server/features/signing/verify-document.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/** Text from a client's header, limited to printable characters and a maximum length. */
const headerText = (value: string | string[] | undefined, longest: number): string | null =>
  typeof value === 'string' && value !== '' ? value.replace(/[^\x20-\x7e]/g, '').slice(0, longest) : null;

/** A position is two numbers, optionally with the accuracy. Any other text is the reason why there is none. */
const position = /^-?\d{1,2}(\.\d{1,10})?,\s?-?\d{1,3}(\.\d{1,10})?(;.{0,40})?$/;

async function originOf({ db, config }: Deps, request: FastifyRequest): Promise<Origin> {
  const said = headerText(request.headers[geolocationHeader], 100);
  const isPosition = said !== null && position.test(said);
  return {
    signInId: (await signInOf(db, config, request))?.id ?? null,
    userAgent: headerText(request.headers['user-agent'], 300),
    geoLocation: isPosition ? said : null,
    geoRefusal: isPosition ? null : (said ?? 'not given'),
  };
}

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
