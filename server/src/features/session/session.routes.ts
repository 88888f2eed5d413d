import { credentialEndpoints } from '@kerb/domain/session/credentials.contract.ts';
import { proofEndpoints } from '@kerb/domain/session/proof.contract.ts';
import { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { findCredential, listCredentials } from '@kerb/server/features/session/credentials.repository.ts';
import { beginProof, proveIdentity } from '@kerb/server/features/session/prove-identity.ts';
import { readSession } from '@kerb/server/features/session/read-session.ts';
import { requestReset } from '@kerb/server/features/session/request-reset.ts';
import { refusedCookie, refusedRefresh } from '@kerb/server/platform/auth/ended-links.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { type SignIn, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { exchangeTickets, refreshTokens, resumeTokens, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound, notPermitted, notSignedIn } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import type { FastifyRequest } from 'fastify';

/** The actor for the log: an admin in the user editor, or null for a person who forgot their password. */
async function askerOf(app: App, request: FastifyRequest) {
  const actor = request.headers.authorization === undefined ? null : (await app.authenticate(request)).actor;
  if (actor?.viewedBy) throw notPermitted();
  return actor;
}

/** A page of a payer's link goes on only with that payer's link, and any other page only with a login of its user. */
const isSame = (signIn: SignIn, page: { userId?: number | undefined; signatoryId?: number | undefined }): boolean =>
  signIn.agreementId === null ? signIn.userId === page.userId : signIn.signatoryId === page.signatoryId;

export function sessionRoutes(app: App, deps: Deps, issuer: TokenIssuer): void {
  const { config, db } = deps;
  mount(app, sessionEndpoints.read, ({ scope }) => readSession(db, scope.actor));

  mount(app, sessionEndpoints.exchange, async ({ body, request }) => {
    refuseForeignSite(request, config);
    const signIn = await signInOf(db, config, request);
    if (!signIn) throw await refusedCookie(deps, request);
    const { id: signInId, userId, cookieHash } = signIn;
    const { accessToken: access, refreshToken: refresh } = body;
    return exchangeTickets(db, issuer, { access, refresh, signInId, userId, cookieHash });
  });

  mount(app, sessionEndpoints.refresh, async ({ body, request }) => {
    refuseForeignSite(request, config);
    const tokens = await refreshTokens(db, issuer, body);
    if (tokens && !('replayedOwner' in tokens)) return tokens;
    if (tokens) markRefusal(request, { kind: 'refresh-replayed', account: tokens.replayedOwner });
    throw await refusedRefresh(deps, body.refreshToken);
  });

  mount(app, sessionEndpoints.resume, async ({ body, request }) => {
    refuseForeignSite(request, config);
    const signIn = await signInOf(db, config, request);
    if (!signIn) throw await refusedCookie(deps, request);
    if (!isSame(signIn, body)) throw notSignedIn();
    const { id: signInId, userId, cookieHash } = signIn;
    return resumeTokens(db, issuer, { signInId, userId, cookieHash, idleSeconds: body.idleSeconds });
  });

  mount(app, proofEndpoints.prove, ({ scope, by, body, request, reply }) => {
    refuseForeignSite(request, config);
    return proveIdentity(deps, issuer, { by, actor: scope.actor, body, request, reply });
  });

  mount(app, proofEndpoints.begin, ({ scope }) => beginProof(deps, scope.actor));

  mount(app, credentialEndpoints.list, async ({ scope, query }) => {
    const items = await listCredentials(db, scope, query);
    return { items, totalItems: items.length };
  });

  mount(app, credentialEndpoints.get, async ({ scope, params }) => {
    const credential = await findCredential(db, scope, params.id);
    if (!credential) throw notFound('credential');
    return credential;
  });

  mount(app, credentialEndpoints.resetPassword, async ({ body, request }) => {
    refuseForeignSite(request, config);
    const actor = await askerOf(app, request);
    await requestReset(deps, { actor, ipAddress: request.ip }, body.logonIdentifier);
    return undefined;
  });
}
