import { scopes } from '@kerb/domain/access/scopes.ts';
import { keyAlgorithms } from '@kerb/domain/integrations/integrations.contract.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';

export const metadataPath = '/.well-known/oauth-authorization-server';

/** RFC 8414: what a client library needs to know to ask for a token. Tokens are only read by this server: no keys. */
const metadataOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  issuer: publicUrl,
  token_endpoint: `${publicUrl}/oauth/token`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  scopes_supported: scopes,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: keyAlgorithms,
  service_documentation: `${publicUrl}/developer`,
});

export function metadataRoutes(app: App, config: Config): void {
  const metadata = metadataOf(config);
  app.get(metadataPath, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/json').send(metadata),
  );
}
