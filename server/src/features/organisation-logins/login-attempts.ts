import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { OpenIdLogin } from '@kerb/server/platform/ports/openid-gateway.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a person may take at their organisation's login. */
const attemptMinutes = 15;

export function browserCookieName({ publicUrl, country }: Config): string {
  const name = `kerb-${country.code.toLowerCase()}-organisation`;
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };
export type Attempt = { login: OpenIdLogin; back: string };
type NewAttempt = { providerId: number; redirectUri: string; back: string; isFresh: boolean };

/**
 * Begins a login at a provider. State, nonce and verifier belong to this browser and to this provider, work once, and
 * are stored as a hash or encrypted.
 */
export async function beginAttempt(deps: Deps, { request, reply }: Exchange, asked: NewAttempt): Promise<OpenIdLogin> {
  const { db, config, secrets } = deps;
  const { providerId, redirectUri, back, isFresh } = asked;
  const login = { redirectUri, state: randomToken(), nonce: randomToken(), codeVerifier: randomToken(), isFresh };
  const name = browserCookieName(config);
  const browser = request.cookies[name] ?? randomToken();
  await db
    .insertInto('providerLogins')
    .values({
      stateHash: sha256(login.state),
      loginProviderId: providerId,
      sealedSecrets: secrets.encrypt(Buffer.from(JSON.stringify(login))),
      browserHash: sha256(browser),
      back,
      expiryDate: addMinutes(realNow(), attemptMinutes),
    })
    .execute();
  // The provider sends the browser back from another site, so the cookie is lax.
  reply.setCookie(name, browser, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: attemptMinutes * 60,
  });
  return login;
}

/** The login that this browser began at this provider. Taken once, whatever follows. */
export async function takeAttempt(
  { db, config, secrets }: Pick<Deps, 'config' | 'secrets'> & { db: Database },
  request: FastifyRequest,
  { providerId, state }: { providerId: number; state: string },
): Promise<Attempt | null> {
  const row = await db
    .deleteFrom('providerLogins')
    .where('stateHash', '=', sha256(state))
    .where('loginProviderId', '=', providerId)
    .where('browserHash', '=', sha256(request.cookies[browserCookieName(config)] ?? ''))
    .returning(['sealedSecrets', 'back', 'expiryDate'])
    .executeTakeFirst();
  if (!row || row.expiryDate <= realNow()) return null;
  return { login: JSON.parse(secrets.decrypt(row.sealedSecrets).toString()), back: row.back };
}
