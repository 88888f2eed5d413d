import type { Account } from '@kerb/domain/account/account.contract.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { mobileCodeMessage } from '@kerb/domain/notifications/verification.ts';
import { saveUser } from '@kerb/server/features/people/save-user.ts';
import {
  type CodeFor,
  countGuess,
  countSend,
  issueCode,
  useCode,
  wrongCode,
} from '@kerb/server/platform/auth/codes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';

function codeFor({ userId, mobilePhone }: Account): CodeFor & { mobilePhone: string } {
  if (mobilePhone === null) throw new Problem(409, 'no-mobile', 'Add your mobile first.');
  return { purpose: 'mobile', subject: `user ${userId} ${mobilePhone}`, mobilePhone };
}

/** Sends a code to the account's mobile. */
export async function sendMobileCode(deps: Deps, by: By, account: Account): Promise<void> {
  const { mobilePhone, ...of } = codeFor(account);
  await countSend(deps.db, of);
  await inTransaction(deps, by, async (work) => {
    await postMessage(work, {
      kind: 'mobile-code',
      channel: 'sms',
      audience: by.actor ? audienceOf(by.actor) : 'staff',
      recipient: mobilePhone,
      isRequested: true,
      userId: account.userId,
      ...mobileCodeMessage(deps.country),
      secrets: [await issueCode(work, of)],
    });
  });
}

/** The code is bound to the number that it was sent to. It does not confirm a number that was changed later. */
export async function confirmMobile(deps: Deps, by: By, account: Account, typed: string): Promise<void> {
  const { mobilePhone: _, ...of } = codeFor(account);
  await countGuess(deps.db, of);
  const isRight = await inTransaction(deps, by, async (work) => {
    if (!(await useCode(work, of, typed))) return false;
    await saveUser(work, account.userId, { primaryMobileIsConfirmed: true });
    return true;
  });
  if (!isRight) throw wrongCode('code');
}
