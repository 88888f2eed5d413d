import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Message = { kind: string; subject: string; body: string };
export type Reader = { id: number; emailAddress: string };

/** The facts that every message about a second person states. */
export const messageFacts = ({ actor, deps }: Work) => ({
  brand: deps.country.brand,
  supportPhone: deps.country.supportPhone,
  userName: actor ? realActorOf(actor).displayName : deps.country.brand,
});

/** Every active user who can decide about acts. */
export const adminsToTell = ({ tx }: Work): Promise<Reader[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'emailAddress'])
    .where('disabledDate', 'is', null)
    .where('role', 'in', rolesWith('act.decide'))
    .orderBy('id')
    .execute();

export async function tell(work: Work, readers: readonly Reader[], message: Message): Promise<void> {
  for (const { id: userId, emailAddress: recipient } of readers) {
    await postMessage(work, { ...message, channel: 'email', audience: 'staff', recipient, userId });
  }
}

export const tellAdmins = async (work: Work, message: Message): Promise<void> =>
  tell(work, await adminsToTell(work), message);
