import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { type Actor, realActorOf } from '@kerb/domain/access/actor.ts';

export const longestComment = 4_000;
export const mostMentions = 20;
export const commentPageSize = 50;

/** Why a person is told of a comment. A person with two reasons is told once, with the first of these. */
export type CommentReason = 'mentioned' | 'commented';

type Facts = {
  authorUserId: number;
  mentionedUserIds: readonly number[];
  /** The campaign's agent, and everybody who has commented before, if they still see the campaign. */
  followerUserIds: readonly number[];
};

/** Who is told of a new comment, and why. Nobody is told of what they wrote themselves. */
export function toldOfComment({ authorUserId, mentionedUserIds, followerUserIds }: Facts) {
  const mentioned = [...new Set(mentionedUserIds)].filter((userId) => userId !== authorUserId);
  const others = [...new Set(followerUserIds)].filter((userId) => userId !== authorUserId);
  const commented = others.filter((userId) => !mentioned.includes(userId));
  return { mentioned, commented } satisfies Record<CommentReason, number[]>;
}

/** The author removes their own comment. An admin removes any, for example if it has a payer's details in it. */
export const mayRemoveComment = (actor: Actor, { authorUserId }: { authorUserId: number }): boolean =>
  realActorOf(actor).userId === authorUserId || accessScopeOf(actor, 'comment.write')?.everything === true;

export type CommentPart = { text: string; isMention: boolean };

/** Splits a comment into its text and the names of mentioned people. The longest name wins: 'Ana Lee' before 'Ana'. */
export function commentParts(body: string, names: readonly string[]): CommentPart[] {
  const wanted = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: CommentPart[] = [];
  let rest = body;
  while (rest !== '') {
    const found = wanted.map((name) => ({ name, at: rest.indexOf(name) })).filter(({ at }) => at >= 0);
    const [first] = found.toSorted((a, b) => a.at - b.at || b.name.length - a.name.length);
    if (!first) return [...parts, { text: rest, isMention: false }];
    if (first.at > 0) parts.push({ text: rest.slice(0, first.at), isMention: false });
    parts.push({ text: first.name, isMention: true });
    rest = rest.slice(first.at + first.name.length);
  }
  return parts;
}

/** The people whose names are still in the text: the writer may have deleted one again. */
export const mentionedIn = <Person extends { displayName: string }>(
  body: string,
  people: readonly Person[],
): Person[] => {
  const kept = new Set(
    commentParts(
      body,
      people.map(({ displayName }) => displayName),
    )
      .filter(({ isMention }) => isMention)
      .map(({ text }) => text.slice(1)),
  );
  return people.filter(({ displayName }) => kept.has(displayName));
};
