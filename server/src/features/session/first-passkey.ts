import { randomBytes } from 'node:crypto';
import { firstPasskeyName, mayBeginWithPasskey, passkeyRefused } from '@kerb/domain/session/passkey-rules.ts';
import { type CreationOptions, type MadeCredential, madeCredential } from '@kerb/domain/session/passkeys.contract.ts';
import {
  type MadePasskey,
  madeCredentialFor,
  optionsToMake,
  storePasskey,
} from '@kerb/server/features/session/change-passkeys.ts';
import type { Asked } from '@kerb/server/features/session/passkey-challenges.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { keepRecoveryCodes, type RecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { keepRowWithoutApp, lockFactors, secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import { makePasswordless } from '@kerb/server/features/session/set-password.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';

/** Bound to the link, which only its reader has. */
const askedBy = (token: string, handle: string): Asked => ({
  purpose: 'first',
  boundTo: `link ${sha256(token).toString('base64url')} handle ${handle}`,
});

type Invited = Pick<Person, 'emailAddress' | 'firstName' | 'surname'>;

/** What the browser needs to make a passkey in place of a password; null where the site has no passkeys. */
export function firstPasskeyOptions(deps: Deps, token: string, person: Invited): CreationOptions | null {
  const handle = randomBytes(32).toString('base64url');
  return optionsToMake(deps, person, handle, askedBy(token, handle));
}

/** Null if the person has a password or a second factor: then the link alone adds no passkey. */
export async function offeredPasskey(
  deps: Deps,
  token: string,
  person: Invited & { id?: number | undefined; hasPassword: boolean },
): Promise<CreationOptions | null> {
  const { id, hasPassword } = person;
  const isOn = id !== undefined && (await secondFactorOf(deps.db, deps.config, id)).isOn;
  return mayBeginWithPasskey({ hasPassword, isOn }) ? firstPasskeyOptions(deps, token, person) : null;
}

export type FirstPasskey = { userHandle: string; made: MadePasskey };

function credentialIn(text: string): MadeCredential | null {
  try {
    const parsed = z.safeParse(madeCredential, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: the form was sent without the script.
    return null;
  }
}

/** The passkey that the script put into the form, if it answers the page of this link. Outside a transaction. */
export async function firstPasskeyMade(
  deps: Deps,
  token: string,
  { userHandle, passkey }: { userHandle: string; passkey: string },
): Promise<FirstPasskey | null> {
  const credential = /^[\w-]{1,100}$/.test(userHandle) ? credentialIn(passkey) : null;
  const made = credential && (await madeCredentialFor(deps, askedBy(token, userHandle), credential));
  return made && { userHandle, made };
}

const refused = () => new Problem(409, 'passkey-refused', passkeyRefused);

/**
 * Stores the first passkey of somebody without a password, and returns their recovery codes. Refused if they have got a
 * password or a second factor meanwhile, or if somebody has this passkey.
 */
export async function keepFirstPasskey(
  work: Work,
  userId: number,
  { userHandle, made }: FirstPasskey,
  recovery: RecoveryCodes,
): Promise<string[]> {
  const { tx, deps } = work;
  const { role, isDisabled } = await lockFactors(tx, userId);
  const { isOn } = await secondFactorOf(tx, deps.config, userId);
  const { rows } = await sql`
    select from credentials
    where user_id = ${userId} and type = 'logon' and password_hash is not null`.execute(tx);
  if (isDisabled || !mayBeginWithPasskey({ hasPassword: rows.length > 0, isOn })) throw refused();
  await makePasswordless(work, userId);
  if (!(await storePasskey(work, { userId, role, name: firstPasskeyName, userHandle, made }))) throw refused();
  await keepRowWithoutApp(tx, userId);
  return keepRecoveryCodes(work, userId, recovery);
}
