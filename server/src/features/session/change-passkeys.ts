import { randomBytes } from 'node:crypto';
import type { Role } from '@kerb/domain/access/actor.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import {
  decideAddPasskey,
  decideRemovePasskey,
  noPasskey,
  passkeyAlgorithms,
} from '@kerb/domain/session/passkey-rules.ts';
import type { CreationOptions, MadeCredential, NewPasskey, Passkey } from '@kerb/domain/session/passkeys.contract.ts';
import {
  type Asked,
  challengeMilliseconds,
  newChallenge,
  passkeySite,
  useChallenge,
} from '@kerb/server/features/session/passkey-challenges.ts';
import { describedPasskeys, handleOf, passkeysOf } from '@kerb/server/features/session/passkeys.repository.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { keepRecoveryCodes, type RecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import {
  endOtherSignIns,
  keepRowWithoutApp,
  lockFactors,
  notifyOwner,
  secondFactorOf,
} from '@kerb/server/features/session/second-factor.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow, notFound, notSignedIn, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { verifyRegistrationResponse } from '@simplewebauthn/server';

type Adding = { userId: number; signInId: number };

const askedFor = ({ userId, signInId }: Adding, handle: string) =>
  ({ purpose: 'add', boundTo: `user ${userId} sign-in ${signInId} handle ${handle}` }) as const;

/** What a browser needs to make a passkey; null where there are none. */
export async function creationOptionsFor(
  deps: Deps,
  person: Person,
  signInId: number,
): Promise<CreationOptions | null> {
  const handle = ((await handleOf(deps.db, person.id)) ?? randomBytes(32)).toString('base64url');
  const made = optionsToMake(deps, person, handle, askedFor({ userId: person.id, signInId }, handle));
  return made && { ...made, excludeCredentials: await describedPasskeys(deps.db, person.id) };
}

/** The same for somebody who has no passkey yet. */
export function optionsToMake(
  { config, country, secrets }: Pick<Deps, 'config' | 'country' | 'secrets'>,
  person: Pick<Person, 'emailAddress' | 'firstName' | 'surname'>,
  handle: string,
  asked: Asked,
): CreationOptions | null {
  const site = passkeySite(config);
  if (!site) return null;
  const wanted = asked.purpose === 'first' ? 'required' : 'preferred';
  return {
    challenge: newChallenge(secrets, asked),
    rp: { id: site.rpId, name: country.brand },
    user: { id: handle, name: person.emailAddress, displayName: displayName(person) },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMilliseconds,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: wanted, userVerification: wanted },
    attestation: 'none',
  };
}

export type MadePasskey = {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  authenticator: string;
  isBackupEligible: boolean;
  isBackedUp: boolean;
};

/** The passkey that a browser has made for a sign-in, if its answer is right; null otherwise. */
export const madePasskey = (deps: Deps, adding: Adding, { credential, userHandle }: NewPasskey) =>
  madeCredentialFor(deps, askedFor(adding, userHandle), credential);

/** The same for any challenge. Outside a transaction. */
export async function madeCredentialFor(
  deps: Deps,
  asked: Asked,
  credential: MadeCredential,
): Promise<MadePasskey | null> {
  const site = passkeySite(deps.config);
  const challenge = site && (await useChallenge(deps, asked, credential.response.clientDataJSON));
  if (!site || !challenge) return null;
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: credential.response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    // Without a password the device must know its owner.
    requireUserVerification: asked.purpose === 'first',
    supportedAlgorithmIDs: [...passkeyAlgorithms],
    // The library throws for every answer that is not right.
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential: made, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: credential.response.transports ?? [],
    authenticator: aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

const audited = (before: string | null, after: string | null) => ({ passkey: { before, after } });

/**
 * The role of the person behind a request, under a lock. A request that was on its way when their role changed, their
 * factors were reset or they were logged out is refused: it would leave behind what that change has just ended.
 */
async function lockOwner({ tx, actor }: Work, userId: number): Promise<Role> {
  const { role, isDisabled } = await lockFactors(tx, userId);
  const signIn = await tx
    .selectFrom('signIns')
    .select('endedDate')
    .where('id', '=', actor?.signIn?.id ?? 0)
    .executeTakeFirst();
  if (isDisabled || role !== actor?.role || !signIn || signIn.endedDate !== null) throw notSignedIn();
  return role;
}

type NewOne = { person: Person; name: string; userHandle: string; made: MadePasskey; recovery: RecoveryCodes };
type Added = { passkey: Passkey; recoveryCodes?: string[] };

/**
 * Stores a passkey. The person gets recovery codes with it if they have none left. Null if somebody has this passkey
 * already.
 */
export async function addPasskey(
  work: Work,
  { person, name, userHandle, made, recovery }: NewOne,
): Promise<Added | null> {
  const { tx, deps } = work;
  const role = await lockOwner(work, person.id);
  const before = await secondFactorOf(tx, deps.config, person.id);
  mustAllow(decideAddPasskey(before));
  const added = await storePasskey(work, { userId: person.id, role, name, userHandle, made });
  if (!added) return null;
  await endOtherSignIns(work, person.id);
  const passkey = await passkeyById(work, person.id, added);
  if (before.recoveryCodesLeft > 0) return { passkey };
  await keepRowWithoutApp(tx, person.id);
  return { passkey, recoveryCodes: await keepRecoveryCodes(work, person.id, recovery) };
}

type Stored = { userId: number; role: Role; name: string; userHandle: string; made: MadePasskey };

/** Returns the id of the new passkey; null if somebody has it already. */
export async function storePasskey(work: Work, { userHandle, made, ...of }: Stored): Promise<number | null> {
  const added = await work.tx
    .insertInto('passkeys')
    .values({ ...of, userHandle: Buffer.from(userHandle, 'base64url'), ...made, createdDate: realNow() })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return null;
  const { userId, name } = of;
  const data = audited(null, name);
  await record(work, { activityCode: 'user_update', userId, description: 'Passkey added', data });
  await notifyOwner(work, userId, 'passkey-added');
  return added.id;
}

/** Somebody else's is not found, as if it did not exist. */
async function passkeyById({ tx }: Work, userId: number, id: number): Promise<Passkey> {
  const found = (await passkeysOf(tx, userId)).find((passkey) => passkey.id === id);
  if (!found) throw notFound('passkey');
  return found;
}

export async function renamePasskey(work: Work, userId: number, id: number, name: string): Promise<Passkey> {
  const before = await passkeyById(work, userId, id);
  if (before.name === name) return before;
  await work.tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
  const data = audited(before.name, name);
  await record(work, { activityCode: 'user_update', userId, description: 'Passkey renamed', data });
  return { ...before, name };
}

/** The other browsers are logged out: one of them may have come in with this passkey. */
export async function removePasskey(work: Work, userId: number, id: number): Promise<void> {
  const { tx, deps } = work;
  await lockOwner(work, userId);
  const before = await secondFactorOf(tx, deps.config, userId);
  const { name } = await passkeyById(work, userId, id);
  mustAllow(decideRemovePasskey(before));
  await tx.deleteFrom('passkeys').where('id', '=', id).execute();
  const isLast = before.passkeys === 1 && !before.hasApp;
  // Without a second factor there is nothing to recover.
  if (isLast) await tx.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  await endOtherSignIns(work, userId);
  const data = audited(name, null);
  await record(work, { activityCode: 'user_update', userId, description: 'Passkey removed', data });
  await notifyOwner(work, userId, isLast ? 'last-passkey-removed' : 'passkey-removed');
}

/** For somebody with a passkey, whose proof of identity needs no code. */
export async function renewRecoveryCodes(work: Work, userId: number, made: RecoveryCodes): Promise<string[]> {
  await lockOwner(work, userId);
  const { passkeys } = await secondFactorOf(work.tx, work.deps.config, userId);
  if (passkeys === 0) throw new Problem(409, 'no-passkey', noPasskey);
  await keepRowWithoutApp(work.tx, userId);
  await record(work, { activityCode: 'user_update', userId, description: 'Recovery codes made anew' });
  await notifyOwner(work, userId, 'new-codes');
  return keepRecoveryCodes(work, userId, made);
}
