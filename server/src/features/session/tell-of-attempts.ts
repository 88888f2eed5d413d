import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { attemptsMessage } from '@kerb/domain/session/password-messages.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

/**
 * Tells the owner of an account, once a day, that somebody tried too many passwords. Not awaited: the response must
 * take equally long for an account that does not exist.
 */
export function tellOfAttempts(deps: Deps, person: Person): void {
  const { brand, supportPhone } = deps.country;
  const message = {
    kind: 'sign-in-attempts',
    channel: 'email' as const,
    audience: audienceOf(person),
    recipient: person.emailAddress,
    userId: person.id,
    occasion: `sign-in attempts ${person.id} ${dayIn('UTC', realNow())}`,
    ...attemptsMessage({ brand, supportPhone, firstName: person.firstName }),
  };
  inTransaction(deps, byTheProduct, (work) => postMessage(work, message)).catch((error) =>
    deps.log.error({ err: error }, 'the owner of an account was not told of wrong passwords'),
  );
}
