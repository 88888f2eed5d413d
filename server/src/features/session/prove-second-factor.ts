import { recoveryHashes } from '@kerb/server/features/session/recovery-codes.ts';
import { lockFactors, notifyOwner, secretOwner } from '@kerb/server/features/session/second-factor.ts';
import { stepOfPassword } from '@kerb/server/platform/auth/one-time-passwords.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type Attempts, clearAll, countAll, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/**
 * True once for each code. Of two concurrent requests with one code, the second is refused because the time step is
 * used.
 */
async function useAppCode(work: Work, userId: number, typed: string): Promise<boolean> {
  const row = await work.tx
    .selectFrom('secondFactors')
    .select('sealedSecret')
    .where('userId', '=', userId)
    .where('confirmedDate', 'is not', null)
    .executeTakeFirst();
  if (!row?.sealedSecret) return false;
  const secret = work.deps.secrets.personal.decrypt(row.sealedSecret, secretOwner(userId));
  const step = stepOfPassword(secret, typed, Date.now());
  if (step === null) return false;
  const taken = await work.tx
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst();
  return taken !== undefined;
}

async function useRecoveryCode(work: Work, userId: number, hashes: string[]): Promise<boolean> {
  const used = await work.tx
    .updateTable('recoveryCodes')
    .set({ usedDate: realNow() })
    .where('userId', '=', userId)
    .where('hash', 'in', hashes)
    .where('usedDate', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  if (used) await notifyOwner(work, userId, 'recovery');
  return used !== undefined;
}

/** The attempts of somebody who is logged in. Nobody else can use them up. */
export const ownCodes = (userId: number): Attempts => [['ownCodePerPerson', String(userId)]];

/** The attempts after a right password on the login page, counted as the passwords are. */
export const codesOfLogin = (userId: number, ipAddress: string, deviceId: number | null): Attempts =>
  deviceId === null
    ? [
        ['secondFactorPerAccountAndAddress', `${userId} ${networkOf(ipAddress)}`],
        ['secondFactorPerAccount', String(userId)],
      ]
    : [['secondFactorPerDevice', `${userId} ${deviceId}`]];

/**
 * Runs an action that needs a code of the app or a recovery code, in the transaction that uses the code up. Null if the
 * code is wrong. Every guess counts towards the rate limit.
 */
export async function withSecondFactor<T>(
  deps: Deps,
  by: By,
  { userId, code, attempts }: { userId: number; code: string; attempts: Attempts },
  run: (work: Work) => Promise<T>,
): Promise<T | null> {
  await countAll(deps.db, attempts);
  const typed = code.replace(/\s/g, '');
  // Before the transaction, because hashing is slow on purpose.
  const hashes = /^\d{6}$/.test(typed) ? null : await recoveryHashes(deps, userId, typed);
  const done = await inTransaction(deps, by, async (work) => {
    await lockFactors(work.tx, userId);
    const isRight = hashes ? await useRecoveryCode(work, userId, hashes) : await useAppCode(work, userId, typed);
    return isRight ? { value: await run(work) } : null;
  });
  if (!done) return null;
  await clearAll(deps.db, attempts);
  return done.value;
}
