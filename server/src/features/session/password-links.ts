import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { type PasswordLinkPurpose, passwordMessages } from '@kerb/domain/session/password-messages.ts';
import { type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

// biome-ignore format: a table
const kinds = {
  invite: { minutes: 7 * 24 * 60, kind: 'invite',         activityCode: 'user_invite'   },
  reset:  { minutes: 60,          kind: 'password-reset', activityCode: 'cred_reset_pw' },
} as const satisfies Record<PasswordLinkPurpose, object>;

/** Somebody who asks for link after link must not end the one that its owner is about to use. */
const freshMinutes = 10;

type NewLink = { userId: number; purpose: PasswordLinkPurpose };

/**
 * Creates a link to set a password and returns its token, which is stored only as a hash. Earlier links are revoked.
 */
export async function issuePasswordLink({ tx }: Pick<Work, 'tx'>, { userId, purpose }: NewLink): Promise<string> {
  await endPasswordLinks(tx, userId, purpose === 'reset' ? freshMinutes : 0);
  const token = randomToken();
  // Real time, as for every sign-in: moving a sandbox's clock must not expire links.
  const expiryDate = addMinutes(realNow(), kinds[purpose].minutes);
  await tx
    .insertInto('passwordLinks')
    .values({ hash: sha256(token), userId, purpose, expiryDate })
    .execute();
  return token;
}

/**
 * Call this when the user's e-mail address changes, because a link may have gone to the old one. Links that were made
 * within the last `exceptMinutes` stay.
 */
export async function endPasswordLinks(tx: Tx, userId: number, exceptMinutes = 0): Promise<void> {
  const isFresh = addMinutes(realNow(), kinds.reset.minutes - exceptMinutes);
  await tx
    .deleteFrom('passwordLinks')
    .where('userId', '=', userId)
    .where('usedDate', 'is', null)
    .$if(exceptMinutes > 0, (query) =>
      query.where((eb) => eb.or([eb('purpose', '<>', 'reset'), eb('expiryDate', '<', isFresh)])),
    )
    .execute();
}

/** False if it was used, has expired, or never existed. */
export async function usePasswordLink(tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .updateTable('passwordLinks')
    .set({ usedDate: realNow() })
    .where('hash', '=', sha256(token))
    .where('usedDate', 'is', null)
    .where('expiryDate', '>', realNow())
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}

const addressed = (work: Work, person: Person) => ({
  channel: 'email' as const,
  audience: audienceOf(person),
  recipient: person.emailAddress,
  userId: person.id,
  facts: { brand: work.deps.country.brand, firstName: person.firstName, supportPhone: work.deps.country.supportPhone },
});

async function sendLink(work: Work, userId: number, purpose: PasswordLinkPurpose): Promise<void> {
  const person = await personById(work.tx, userId);
  if (!person) return;
  const token = await issuePasswordLink(work, { userId, purpose });
  const { facts, ...address } = addressed(work, person);
  await postMessage(work, {
    ...address,
    kind: kinds[purpose].kind,
    // Whether a reset was sent must not be visible to who asked for it.
    isRequested: purpose === 'invite',
    ...passwordMessages[purpose](facts),
    secrets: [`${work.deps.config.publicUrl}/set-password?token=${token}`],
  });
  await record(work, { activityCode: kinds[purpose].activityCode, userId });
}

export const sendInvite = (work: Work, userId: number): Promise<void> => sendLink(work, userId, 'invite');
export const sendReset = (work: Work, userId: number): Promise<void> => sendLink(work, userId, 'reset');

/** Notifies the owner, in case somebody else changed the password. */
export async function notifyPasswordChanged(
  work: Work,
  person: Person,
  { isLoggedOutElsewhere = true } = {},
): Promise<void> {
  const { facts, ...address } = addressed(work, person);
  await postMessage(work, {
    ...address,
    kind: 'password-changed',
    ...passwordMessages.changed({ ...facts, isLoggedOutElsewhere }),
  });
}
