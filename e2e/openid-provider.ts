import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const clientId = 'kerb-client';
export const clientSecret = 'a secret of the client, for journeys only';

type Claims = { email: string; email_verified: boolean; given_name: string; family_name: string };
type Context = { path: string; status: number; req: IncomingMessage; res: ServerResponse };
type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
type WithGrants = { Grant: new (of: object) => Grant };
type Provider = WithGrants & {
  Client: { prototype: { redirectUriAllowed: () => boolean } };
  use: (middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>) => void;
  callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<void>;
};

/** The package has no types of its own. */
const packageName: string = 'oidc-provider';

type Running = {
  issuer: string;
  stop: () => void;
  /** Where the provider says that a session has ended. The product's address has a number that is known later. */
  sayLogoutsTo: (address: string) => void;
};

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A real OpenID Connect provider on this machine. It asks for nothing: one person is always logged in there. */
export async function anOpenIdProvider(claims: Claims): Promise<Running> {
  const { default: OpenId } = (await import(packageName)) as {
    default: new (issuer: string, configuration: object) => Provider;
  };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new OpenId(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['https://kerb.test/callback'],
        backchannel_logout_uri: `${issuer}/relay`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['for journeys only'] },
    // The provider's own guard against requests to private networks refuses this machine.
    fetch: (url: URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: Context, id: string) => ({ accountId: id, claims: async () => ({ sub: id, ...claims }) }),
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = () => true;
  let logoutAddress = '';
  provider.use(async (ctx, next) => {
    if (ctx.path === '/relay') {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(logoutAddress, { method: 'POST', headers, body: await textOf(ctx.req) });
      ctx.status = answer.status;
      return;
    }
    if (!ctx.path.startsWith('/interaction/')) return next();
    return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: claims.email } });
  });
  server.on('request', provider.callback());
  return {
    issuer,
    stop: () => server.close(),
    sayLogoutsTo: (address) => {
      logoutAddress = address;
    },
  };
}
