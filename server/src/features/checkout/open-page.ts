import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import { checkout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import { mayViewAs } from '@kerb/domain/session/view-as.ts';
import { readCheckout } from '@kerb/server/features/checkout/read-checkout.ts';
import { languageOf } from '@kerb/server/features/checkout/reader-language.ts';
import { readerOfToken } from '@kerb/server/platform/auth/authenticate.ts';
import { type SignIn, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { resumeTokens, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';

type Asked = { id: number; viewAs: string | null };
type Reader = { role: Role; isPayerHere: boolean };

async function readerOf(db: Database, { userId }: SignIn, id: number): Promise<Reader | null> {
  const { rows } = await sql<Reader>`
    select u.role, exists (
      select from signatories p where p.user_id = u.id and p.agreement_id = ${id}) as is_payer_here
    from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Whether the browser's sign-in sees the payer's page at this address: a payer who came by the campaign's link, a payer
 * with an account, or an admin who looks at it as one. Everybody else gets the staff's page.
 */
export async function isPayersPage(db: Database, signIn: SignIn, { id, viewAs }: Asked): Promise<boolean> {
  if (signIn.agreementId !== null) return signIn.agreementId === id;
  const reader = await readerOf(db, signIn, id);
  if (!reader) return false;
  return viewAs === null ? isPayer(reader.role) && reader.isPayerHere : mayViewAs(reader);
}

/** Admins see the pictures of every campaign, because they can look at every payer's page. */
export async function maySeePictures(db: Database, signIn: SignIn, id: number): Promise<boolean> {
  if (signIn.agreementId !== null) return signIn.agreementId === id;
  const reader = await readerOf(db, signIn, id);
  return reader !== null && (reader.isPayerHere || mayViewAs(reader));
}

/** The payer's page for this browser; null if it gets another page. */
export async function openPage(
  deps: Deps,
  issuer: TokenIssuer,
  request: FastifyRequest,
  { id, viewAs }: Asked,
): Promise<CheckoutPage | null> {
  const { db, config, country } = deps;
  const signIn = await signInOf(db, config, request);
  if (!signIn || !(await isPayersPage(db, signIn, { id, viewAs }))) return null;
  const { id: signInId, userId, signatoryId, cookieHash } = signIn;
  const { accessToken } = await resumeTokens(db, issuer, { signInId, userId, cookieHash });
  const actor = await readerOfToken(deps, issuer, { accessToken, viewAs });
  const scope = accessScopeOf(actor, 'payer.flow');
  if (!scope || !isPayer(actor.role)) return null;
  return {
    checkout: z.encode(checkout, await readCheckout(deps, scope, id)),
    country: country.code,
    sandbox: config.sandbox,
    language: languageOf(config, request),
    greeting: country.greeting,
    accessToken,
    signIn: signatoryId === null ? { userId } : { signatoryId },
    viewAs,
  };
}
