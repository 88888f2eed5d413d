import { exchangeTickets, issueTickets, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';

/** The campaign and the payer of a Payment URL; empty for a person who signed in with a password. */
export type PaymentLink = { agreementId?: number; signatoryId?: number };

/** Creates a sign-in like the login page, without the page. The access token expires after five minutes. */
export async function signInWithoutPage(db: Database, issuer: TokenIssuer, userId: number, link: PaymentLink = {}) {
  const cookie = randomToken();
  const at = realNow();
  const { id: signInId } = await db
    .insertInto('signIns')
    .values({
      userId,
      cookieHash: sha256(cookie),
      agreementId: link.agreementId ?? null,
      signatoryId: link.signatoryId ?? null,
      createdDate: at,
      lastUsedDate: at,
      provedDate: link.agreementId === undefined ? at : null,
      expiryDate: '2099-01-01T00:00:00.000Z',
      ipAddress: null,
      userAgent: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tickets = await issueTickets(db, signInId);
  const ofCookie = { signInId, userId, cookieHash: sha256(cookie) };
  const { accessToken, refreshToken } = await exchangeTickets(db, issuer, { ...tickets, ...ofCookie });
  return { cookie, accessToken, refreshToken };
}
