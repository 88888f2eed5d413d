import type { RequestOptions, UsedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import {
  type Asked,
  challengeMilliseconds,
  newChallenge,
  passkeySite,
  useChallenge,
} from '@kerb/server/features/session/passkey-challenges.ts';
import { type StoredPasskey, usablePasskey } from '@kerb/server/features/session/passkeys.repository.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';

/** Whether nothing else is asked for, so that the device must verify its owner and name them. */
const isAlone = ({ purpose }: Asked): boolean => ['sign-in', 'unlock', 'accept'].includes(purpose);

/**
 * What a browser needs to use a passkey. `allowCredentials` is empty if it is not known who is there: then the device
 * offers the passkeys that it has for this site, and must verify its owner, because nothing else is asked for.
 */
export function requestOptionsFor(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  asked: Asked,
  allowCredentials: RequestOptions['allowCredentials'],
): RequestOptions | null {
  const site = passkeySite(config);
  if (!site) return null;
  return {
    challenge: newChallenge(secrets, asked),
    rpId: site.rpId,
    timeout: challengeMilliseconds,
    userVerification: isAlone(asked) ? 'required' : 'preferred',
    allowCredentials,
  };
}

/** A passkey that has answered a challenge. `isVerified`: by a fingerprint, a face or a PIN. */
export type ProvedPasskey = {
  id: number;
  userId: number;
  isVerified: boolean;
  counter: number;
  isBackedUp: boolean;
};

type Site = NonNullable<ReturnType<typeof passkeySite>>;

async function signatureOf(site: Site, stored: StoredPasskey, used: UsedCredential, expectedChallenge: string) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...used,
        response: { ...used.response, userHandle: used.response.userHandle ?? undefined } as never,
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      // The counter is compared when it is stored, so that of two answers at once only one counts.
      credential: { id: used.id, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo : null;
  } catch {
    // The library throws for every answer that is not right.
    return null;
  }
}

/**
 * The passkey, if the browser's answer is right: for this challenge, site and purpose, and signed by a passkey whose
 * owner may log in. Null otherwise, for whatever reason.
 */
export async function provedPasskey(deps: Deps, asked: Asked, used: UsedCredential): Promise<ProvedPasskey | null> {
  const site = passkeySite(deps.config);
  const challenge = site && (await useChallenge(deps, asked, used.response.clientDataJSON));
  const stored = challenge && (await usablePasskey(deps.db, used.id));
  if (!site || !challenge || !stored) return null;
  const handle = used.response.userHandle;
  const isOwner = handle ? Buffer.from(handle, 'base64url').equals(stored.userHandle) : !isAlone(asked);
  const signed = isOwner && (await signatureOf(site, stored, used, challenge));
  if (!signed) return null;
  // Whether a passkey can be copied to other devices never changes. Only whether it is.
  if ((signed.credentialDeviceType === 'multiDevice') !== stored.isBackupEligible) return null;
  if (isAlone(asked) && !signed.userVerified) return null;
  const { userVerified: isVerified, newCounter: counter, credentialBackedUp: isBackedUp } = signed;
  return { id: stored.id, userId: stored.userId, isVerified, counter, isBackedUp };
}

/**
 * Counts a use, in the transaction that it opens. False if the passkey is gone meanwhile, or if its counter did not
 * grow: then it may have been copied. Devices that do not count always say zero.
 */
export async function countUse(tx: Tx, { id, counter, isBackedUp }: ProvedPasskey): Promise<boolean> {
  const { rows } = await sql`
    update passkeys p set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_date = ${realNow()}
    from users u
    where p.id = ${id} and u.id = p.user_id and p.role = u.role and u.disabled_date is null
      and (p.counter < ${counter} or (p.counter = 0 and ${counter} = 0))
    returning p.id`.execute(tx);
  return rows.length > 0;
}
