import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

export type Claims = { email?: string; email_verified?: boolean; given_name?: string; family_name?: string } & Record<
  string,
  unknown
>;
export const clientId = 'kerb-client';
export const clientSecret = 'a secret of the client, for tests only';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** What is used here of the package `oidc-provider`, which has no types of its own. */
type Context = { path: string; req: IncomingMessage; res: ServerResponse };
type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
type Provider = {
  Grant: new (of: object) => Grant;
  Client: { prototype: { redirectUriAllowed: () => boolean } };
  use: (middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>) => void;
  callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<void>;
};
type Package = { default: new (issuer: string, configuration: object) => Provider };
const packageName: string = 'oidc-provider';

type People = { claims: Map<string, Claims>; present: string };
type Granted = { oidc: { client: { clientId: string }; session: { accountId: string } } };

const aClient = (id: string) => ({
  client_id: id,
  client_secret: clientSecret,
  redirect_uris: ['https://kerb.test/callback'],
  backchannel_logout_session_required: true,
  backchannel_logout_uri: 'https://kerb.test/logout',
});

/** Accepts every redirect address, because ours has the number of the provider. Nothing is asked. */
async function serve(server: Server, issuer: string, key: object, people: People): Promise<void> {
  const { default: OpenId } = (await import(packageName)) as Package;
  const provider: Provider = new OpenId(issuer, {
    clients: [aClient(clientId), aClient('another-client')],
    jwks: { keys: [key] },
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: Context, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.claims.get(sub) }),
    }),
    loadExistingGrant: async ({ oidc }: Granted) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: people.present } });
  });
  server.on('request', provider.callback());
}

/** A browser at the provider: follows its redirects until it is sent to us. Returns that address. */
async function follow(issuer: string, address: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = address;
  for (let hop = 0; hop < 10 && next.startsWith(issuer); hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}

type LogoutClaims = { sub?: string; sid?: string; jti?: string; aud?: string; iss?: string; nonce?: string };

const signedLogout = (key: CryptoKey, { jti, aud = clientId, iss, ...claims }: LogoutClaims, event: string) =>
  new SignJWT({ ...claims, events: { [event]: {} } })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
    .setIssuer(iss ?? '')
    .setAudience(aud)
    .setIssuedAt()
    .setJti(jti ?? crypto.randomUUID())
    .sign(key);

/** A real OpenID Connect provider on this machine. `logIn` chooses who is there. */
export async function anOpenIdProvider() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const people: People = { claims: new Map(), present: '' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await serve(server, issuer, { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }, people);
  const logIn = (subject: string, claims: Claims, address: string): Promise<string> => {
    people.claims.set(subject, claims);
    people.present = subject;
    return follow(issuer, address);
  };
  const logoutToken = (claims: LogoutClaims, event = logoutEvent) =>
    signedLogout(privateKey, { iss: issuer, ...claims }, event);
  return { issuer, logIn, logoutToken, stop: () => new Promise((resolve) => server.close(resolve)) };
}
