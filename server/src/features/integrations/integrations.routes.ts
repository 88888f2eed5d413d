import { integrationEndpoints, tokenRequest } from '@kerb/domain/integrations/integrations.contract.ts';
import { createCredential, revokeCredential } from '@kerb/server/features/integrations/change-credentials.ts';
import { grantToken } from '@kerb/server/features/integrations/grant-token.ts';
import { credentialsOf, tenantOf } from '@kerb/server/features/integrations/integrations.repository.ts';
import type { TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

/** The name and secret of the client, from its header or from the form. */
function clientOf({ headers }: FastifyRequest, { client_id, client_secret }: z.output<typeof tokenRequest>) {
  const basic = /^Basic ([\w+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) return { clientId: client_id ?? '', clientSecret: client_secret ?? '' };
  const [clientId = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':');
  return { clientId, clientSecret: rest.join(':') };
}

/** The errors of RFC 6749, said as every other problem is. */
function refuse(reply: FastifyReply, status: 400 | 401, error: string, displayText: string) {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="kerb"');
  const title = status === 401 ? 'Unauthorized' : 'Bad Request';
  const body = { type: `/problems/${error.replaceAll('_', '-')}`, title, status, displayText, error };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
}

export function integrationRoutes(app: App, deps: Deps, issuer: TokenIssuer): void {
  mount(app, integrationEndpoints.list, async ({ sight, params: { tenantId } }) => {
    await tenantOf(deps.db, sight, tenantId);
    return { items: await credentialsOf(deps.db, tenantId) };
  });

  mount(app, integrationEndpoints.create, ({ sight, by, params: { tenantId }, body }) =>
    inTransaction(deps, by, async (work) => {
      const { id, clientSecret } = await createCredential(work, sight, tenantId, body);
      const made = (await credentialsOf(work.tx, tenantId)).find((credential) => credential.id === id)!;
      return { ...made, clientSecret };
    }),
  );

  mount(app, integrationEndpoints.revoke, ({ sight, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await revokeCredential(work, sight, params.credentialId);
      return undefined;
    }),
  );

  app.post('/oauth/token', async (request, reply) => {
    const form = tokenRequest.safeParse(request.body ?? {});
    if (!form.success) {
      return refuse(reply, 400, 'unsupported_grant_type', 'Ask with grant_type=client_credentials.');
    }
    const client = clientOf(request, form.data);
    const token = await grantToken(deps, issuer, { ...client, ipAddress: request.ip });
    if (!token) return refuse(reply, 401, 'invalid_client', 'The client id or its secret is not valid.');
    return reply.header('cache-control', 'no-store').send(token);
  });
}
