import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export type Claims = { email?: string; email_verified?: boolean; given_name?: string; family_name?: string } & Record<
  string,
  unknown
>;
export const clientId = 'kerb-client';
export const clientSecret = 'a secret of the client, for tests only';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * A real OpenID Connect provider on this machine. Who logs in is chosen by `logIn`; nothing is asked. It accepts every
 * redirect address, because ours has the number of the provider.
 */
export async function anOpenIdProvider() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const people = new Map<string, Claims>();
  let present = '';
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (id: string) => ({
    client_id: id,
    client_secret: clientSecret,
    redirect_uris: ['https://kerb.test/callback'],
    backchannel_logout_session_required: true,
    backchannel_logout_uri: 'https://kerb.test/logout',
  });
  const configuration: Configuration = {
    clients: [client(clientId), client('another-client')],
    jwks: { keys: [key] },
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    loadExistingGrant: async (ctx) => {
      const { oidc } = ctx;
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    const login = { accountId: present };
    return provider.interactionFinished(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false });
  });
  server.on('request', provider.callback());

  /** A browser at the provider: follows its redirects until it is sent to us. Returns that address. */
  async function logIn(subject: string, claims: Claims, address: string): Promise<string> {
    people.set(subject, claims);
    present = subject;
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
  const logoutToken = ({ jti = crypto.randomUUID(), aud = clientId, iss = issuer, ...claims }: LogoutClaims, event = logoutEvent) =>
    new SignJWT({ ...claims, events: { [event]: {} } })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
      .setIssuer(iss)
      .setAudience(aud)
      .setIssuedAt()
      .setJti(jti)
      .sign(privateKey);

  return { issuer, logIn, logoutToken, stop: () => new Promise((resolve) => server.close(resolve)) };
}
