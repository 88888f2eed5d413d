import { grantToken } from '@kerb/server/features/integrations/grant-token.ts';
import { type Refused, readTokenRequest, unreadable } from '@kerb/server/features/integrations/read-token-request.ts';
import type { TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** RFC 6749, 5.2. Not a problem document: client libraries read this form. */
function refuse(reply: FastifyReply, { status, error, because, retryAfterSeconds }: Refused) {
  const isBasic = /^basic\b/i.test(reply.request.headers.authorization ?? '');
  if (status === 401 && isBasic) reply.header('www-authenticate', 'Basic realm="kerb"');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply.code(status).send({ error, error_description: because });
}

/** A limit that was met, or a body that could not be read, in OAuth's form. Anything else is a fault of ours. */
function refusalOf(error: FastifyError | Problem): Refused | null {
  if (error instanceof Problem) {
    const { status, message: because, retryAfterSeconds } = error;
    if (status !== 429) return null;
    return { status, error: 'slow_down', because, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  return error.statusCode && error.statusCode < 500 ? unreadable : null;
}

const meansOf = (proof: object) => ('assertion' in proof ? 'signed JWT' : 'client secret');

export function tokenRoutes(app: App, deps: Deps, issuer: TokenIssuer): void {
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    request.log.info({ err: error }, 'a token request was refused');
    return refuse(reply, refusal);
  };
  app.post('/oauth/token', { errorHandler }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    markRefusal(request, { kind: 'client-refused' });
    const asked = readTokenRequest(request.headers, request.body);
    if ('error' in asked) return refuse(reply, asked);
    const { proof } = asked;
    const account = proof.clientId ? { account: `client ${proof.clientId}` } : {};
    markRefusal(request, { kind: 'client-refused', means: meansOf(proof), ...account });
    const token = await grantToken(deps, issuer, { ...asked, ipAddress: request.ip });
    if ('error' in token) {
      if (token.isReplayed) markRefusal(request, { kind: 'assertion-replayed', means: meansOf(proof), ...account });
      return refuse(reply, token);
    }
    markRefusal(request, null);
    return reply.send(token);
  });
}
