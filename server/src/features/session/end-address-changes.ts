import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { addressEndedMessage } from '@kerb/domain/session/address-messages.ts';
import { personById } from '@kerb/server/features/session/people.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Ends new addresses that nobody has confirmed yet: those that this person asked for and may no longer ask for, and
 * their own if their role or account has changed. The owner of each account is told that the old address stays.
 */
export async function endAddressChangesOf(work: Work, person: ReviewedPerson): Promise<void> {
  const { userId, mayStill, isAccountChanged } = person;
  const ended = await work.tx
    .deleteFrom('emailChanges')
    .where(({ eb, or, and, lit }) =>
      or([
        and([eb('askedByUserId', '=', userId), eb('userId', '<>', userId), lit(!mayStill())]),
        and([eb('userId', '=', userId), lit(isAccountChanged)]),
      ]),
    )
    .returning('userId')
    .execute();
  for (const { userId: owner } of ended) {
    await record(work, {
      activityCode: 'user_update',
      userId: owner,
      description: 'Change of email address ended: the rights of a person have changed',
      data: { changedRightsOf: userId },
    });
    const keeper = await personById(work.tx, owner);
    if (!keeper) continue;
    const { brand, supportPhone } = work.deps.country;
    await postMessage(work, {
      kind: 'address-ended',
      channel: 'email',
      audience: audienceOf(keeper),
      recipient: keeper.emailAddress,
      userId: owner,
      ...addressEndedMessage({ brand, supportPhone, firstName: keeper.firstName }),
    });
  }
}
