import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { recoveryCodeCount } from '@kerb/domain/session/second-factor.contract.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { keepRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { keepRowWithoutApp } from '@kerb/server/features/session/second-factor.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { randomToken } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * The only demo person with passkeys. Nobody has the devices, so the password alone does not log this person in: the
 * button of the sandbox does.
 */
const owner = 'lender@example.com';

const day = 24 * 60;
// biome-ignore format: a table
const passkeys = [
  { name: 'iPhone',                      transports: ['internal', 'hybrid'], isBackedUp: true,  usedDaysAgo: 1 },
  { name: 'Security key in the drawer',  transports: ['usb'],                isBackedUp: false, usedDaysAgo: 60 },
];

/** A public key in the form of passkeys (COSE, ES256), whose private key is forgotten. */
function forgottenKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
}

/** Passkeys and recovery codes that are listed and cannot be used. */
export async function addPasskeys(work: Work, { actors }: DemoRecords): Promise<void> {
  const actor = must(actors.get(owner), 'person of the demo data');
  const { userId, role } = actor;
  const userHandle = randomBytes(32);
  for (const { usedDaysAgo, ...passkey } of passkeys) {
    const made = { credentialId: randomBytes(32), publicKey: forgottenKey(), authenticator: '', counter: 0 };
    const dates = { createdDate: work.now, lastUsedDate: addMinutes(realNow(), -usedDaysAgo * day) };
    await work.tx
      .insertInto('passkeys')
      .values({ ...passkey, ...made, ...dates, userId, role, userHandle, isBackupEligible: passkey.isBackedUp })
      .execute();
    await record(
      { ...work, actor },
      {
        activityCode: 'user_update',
        userId,
        description: 'Passkey added',
        data: { passkey: { before: null, after: passkey.name } },
      },
    );
  }
  await keepRowWithoutApp(work.tx, userId);
  const hashes = Array.from({ length: recoveryCodeCount }, randomToken);
  await keepRecoveryCodes(work, userId, { codes: [], salt: randomBytes(16), hashes });
}
