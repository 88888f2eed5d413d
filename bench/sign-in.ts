import { signingKeysOf } from '@kerb/server/platform/auth/signing-keys.ts';
import { exchangeTickets, issueTickets } from '@kerb/server/platform/auth/tokens.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { masterKeyOf, randomToken, secretsFrom, sha256 } from '@kerb/server/platform/secrets.ts';

export type SignedIn = { cookie: string; headers: { authorization: string } };

/** Creates a sign-in like the login page, without the page. Its token is valid for five minutes. */
export async function signIn(db: Database, config: Config, userId: number): Promise<SignedIn> {
  const cookie = randomToken();
  const at = realNow();
  const { id: signInId } = await db
    .insertInto('signIns')
    .values({
      userId,
      cookieHash: sha256(cookie),
      agreementId: null,
      signatoryId: null,
      createdDate: at,
      lastUsedDate: at,
      expiryDate: '2099-01-01T00:00:00.000Z',
      ipAddress: null,
      userAgent: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tickets = await issueTickets(db, signInId);
  const keys = signingKeysOf(db, secretsFrom(masterKeyOf(config)));
  const issuer = { issuer: `kerb-${config.country.code.toLowerCase()}`, keys };
  const { accessToken } = await exchangeTickets(db, issuer, { ...tickets, signInId, userId });
  return { cookie, headers: { authorization: `Bearer ${accessToken}` } };
}
