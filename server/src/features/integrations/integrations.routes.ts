import { integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { createCredential, revokeCredential } from '@kerb/server/features/integrations/change-credentials.ts';
import { grantToken } from '@kerb/server/features/integrations/grant-token.ts';
import { credentialsOf, tenantOf } from '@kerb/server/features/integrations/integrations.repository.ts';
import { readTokenRequest, wrongClient } from '@kerb/server/features/integrations/read-token-request.ts';
import type { TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply } from 'fastify';

/** The errors of RFC 6749, as problem responses. */
function refuse(reply: FastifyReply, { status, error, because }: typeof wrongClient) {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="kerb"');
  const title = status === 401 ? 'Unauthorized' : 'Bad Request';
  const type = `/problems/${error.replaceAll('_', '-')}`;
  const body = { type, title, status, displayText: because, error, error_description: because };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
}

export function integrationRoutes(app: App, deps: Deps, issuer: TokenIssuer): void {
  mount(app, integrationEndpoints.list, async ({ scope, params: { tenantId } }) => {
    await tenantOf(deps.db, scope, tenantId);
    return { items: await credentialsOf(deps.db, tenantId) };
  });

  mount(app, integrationEndpoints.create, ({ scope, by, params: { tenantId }, body }) =>
    inTransaction(deps, by, async (work) => {
      const { id, clientSecret } = await createCredential(work, scope, tenantId, body);
      const made = must(
        (await credentialsOf(work.tx, tenantId)).find((credential) => credential.id === id),
        `credential ${id}`,
      );
      return { ...made, clientSecret };
    }),
  );

  mount(app, integrationEndpoints.revoke, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await revokeCredential(work, scope, params.credentialId);
      return undefined;
    }),
  );

  app.post('/oauth/token', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const client = readTokenRequest(request.headers.authorization, request.body);
    markRefusal(request, { kind: 'client-refused', means: 'client secret' });
    if ('error' in client) return refuse(reply, client);
    markRefusal(request, { kind: 'client-refused', means: 'client secret', account: `client ${client.clientId}` });
    const token = await grantToken(deps, issuer, { ...client, ipAddress: request.ip });
    if (!token) return refuse(reply, wrongClient);
    markRefusal(request, null);
    return reply.send(token);
  });
}
