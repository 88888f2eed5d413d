import { endPasswordLinks } from '@kerb/server/features/session/password-links.ts';
import { endStepsOfUser } from '@kerb/server/features/session/sign-in-steps.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { forgetDevices } from '@kerb/server/platform/auth/known-devices.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Takes the hash, not the password: hashing is slow, and must not run inside a transaction. */
type NewPassword = {
  userId: number;
  /** Null for somebody who logs in with a passkey only. */
  passwordHash: string | null;
  /** The sign-in to keep, or all of them; none by default. */
  keep?: number | 'all' | null;
};

async function makeLogon(work: Work, { userId, passwordHash }: NewPassword): Promise<void> {
  const { emailAddress } = await work.tx
    .selectFrom('users')
    .select('emailAddress')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await work.tx
    .insertInto('credentials')
    .values({
      userId,
      type: 'logon',
      logonIdentifier: emailAddress,
      passwordHash,
      disabledSinceDate: null,
      lastPasswordChangeDate: passwordHash === null ? null : work.now,
      lastUsageDate: null,
      creationDate: work.now,
      lastUpdateDate: work.now,
    })
    .execute();
  await record(work, { activityCode: 'cred_create', userId });
}

/** Gives somebody who has none a logon without a password: they log in with a passkey. Ends what a password ends. */
export async function makePasswordless(work: Work, userId: number): Promise<void> {
  const { tx } = work;
  const found = tx.selectFrom('credentials').select('id').where('userId', '=', userId).where('type', '=', 'logon');
  if (!(await found.executeTakeFirst())) await makeLogon(work, { userId, passwordHash: null });
  await endSignInsOfUser(tx, userId, null);
  await forgetDevices(tx, userId);
  await endPasswordLinks(tx, userId);
  await endStepsOfUser(tx, userId);
}

/** Sets a user's password, and creates a logon if there is none. Ends their sign-ins and revokes their other links. */
export async function setPassword(work: Work, { userId, passwordHash, keep = null }: NewPassword): Promise<void> {
  const changed = await work.tx
    .updateTable('credentials')
    .set({ passwordHash, lastPasswordChangeDate: work.now, lastUpdateDate: work.now })
    .where('userId', '=', userId)
    .where('type', '=', 'logon')
    .returning('id')
    .execute();
  if (changed.length === 0) await makeLogon(work, { userId, passwordHash });
  else await record(work, { activityCode: 'cred_change_pw', userId });
  if (keep !== 'all') {
    await endSignInsOfUser(work.tx, userId, keep);
    await forgetDevices(work.tx, userId);
  }
  await endPasswordLinks(work.tx, userId);
  await endStepsOfUser(work.tx, userId);
}
