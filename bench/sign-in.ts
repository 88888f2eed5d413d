import { signingKeysOf } from '@kerb/server/platform/auth/signing-keys.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { masterKeysOf, secretsFrom } from '@kerb/server/platform/secrets.ts';
import { signInWithoutPage } from '../server/test/sign-in.ts';

export type SignedIn = { cookie: string; headers: { authorization: string } };

export async function signIn(db: Database, config: Config, userId: number): Promise<SignedIn> {
  const keys = signingKeysOf(db, secretsFrom(masterKeysOf(config)));
  const issuer = { issuer: `kerb-${config.country.code.toLowerCase()}`, keys };
  const { cookie, accessToken } = await signInWithoutPage(db, issuer, userId);
  return { cookie, headers: { authorization: `Bearer ${accessToken}` } };
}
