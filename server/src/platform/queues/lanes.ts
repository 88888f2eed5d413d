import { type Actor, realActorOf } from '@kerb/domain/access/actor.ts';
import { fairQueue, type QueueOwner } from '@kerb/server/platform/queues/fair-queue.ts';

const seconds = (count: number): number => count * 1_000;

/**
 * The queues of expensive work. Drawing has two threads, so that another person's document starts at once. A page shows
 * many thumbnails, so that more of them may wait.
 */
// biome-ignore format: a table
export const lanes = {
  // A request in progress costs others little, so only its person is bounded. Exports and uploads may last minutes.
  requests:   fairQueue({ atOnce: Infinity, perOwnerAtOnce: 6, perOwnerWaiting: 300, mostWaiting: 1_500, longestMs: null, longestWaitMs: seconds(60) }),
  drawing:    fairQueue({ atOnce: 2, perOwnerAtOnce: 1, perOwnerWaiting: 6,   perGroupWaiting: 60,  mostWaiting: 200, longestMs: seconds(20), longestWaitMs: seconds(20) }),
  inspection: fairQueue({ atOnce: 2, perOwnerAtOnce: 1, perOwnerWaiting: 6,   perGroupWaiting: 60,  mostWaiting: 200, longestMs: seconds(30), longestWaitMs: seconds(20) }),
  thumbnails: fairQueue({ atOnce: 2, perOwnerAtOnce: 1, perOwnerWaiting: 100, perGroupWaiting: 200, mostWaiting: 500, longestMs: seconds(30), longestWaitMs: seconds(20) }),
  // A password occupies a processor and 19 MiB. Strangers have one at a time, so that a flood of theirs leaves the other
  // processor to the server, and the log-ins of people whom we know to a lane of their own.
  strangersPasswords: fairQueue({ atOnce: 1, perOwnerAtOnce: 1, perOwnerWaiting: 5, mostWaiting: 100, longestMs: null, longestWaitMs: seconds(20) }),
  knownPasswords:     fairQueue({ atOnce: 1, perOwnerAtOnce: 1, perOwnerWaiting: 5, mostWaiting: 100, longestMs: null, longestWaitMs: seconds(20) }),
  // An export has its own time limit.
  exports:    fairQueue({ atOnce: 2, perOwnerAtOnce: 1, perOwnerWaiting: 1,   mostWaiting: 20,  longestMs: null,        longestWaitMs: seconds(20) }),
};

export const ownerOfUser = (userId: number): string => `user ${userId}`;

type SignIn = { userId: number; signatoryId: number | null; openedByUserId: number | null };

/**
 * Whose requests and limits a sign-in uses. A Payment URL has its own, by the payer's record: an organisation can add
 * any e-mail address as a payer's, so that the link would else use up the turns of the account with that address.
 */
export function ownerOfSignIn({ userId, signatoryId, openedByUserId }: SignIn): string {
  if (openedByUserId !== null) return ownerOfUser(openedByUserId);
  return signatoryId === null ? ownerOfUser(userId) : `payer ${signatoryId}`;
}

/** The person at the keyboard, not the person whom they impersonate. */
export const ownerOf = (actor: Actor): string =>
  ownerOfSignIn({
    userId: realActorOf(actor).userId,
    signatoryId: (actor.viewedBy ? null : actor.signIn?.signatoryId) ?? null,
    openedByUserId: (actor.viewedBy ? null : actor.signIn?.openedBy?.userId) ?? null,
  });

/**
 * Whose turn of expensive work it is. The Payment URLs of one organisation count together: an employee can add many
 * payers, and each of their links is an owner. A signature is not among them, so that no link refuses another's.
 */
export function queueOwnerOf(actor: Actor): QueueOwner {
  const owner = ownerOf(actor);
  const { tenantId, openedBy } = actor.signIn ?? {};
  if (tenantId === undefined || openedBy || actor.viewedBy) return owner;
  return { owner, group: `links of organisation ${tenantId}` };
}

/** A person's own downloads never delay or refuse their signature. */
export const signingOwner = (actor: Actor): string => `${ownerOf(actor)}, signing`;
