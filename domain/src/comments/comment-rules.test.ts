import type { Actor } from '@kerb/domain/access/actor.ts';
import { commentParts, mayRemoveComment, mentionedIn, toldOfComment } from '@kerb/domain/comments/comment-rules.ts';
import { commentEndpoints } from '@kerb/domain/comments/comments.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('who is told of a comment', () => {
  // biome-ignore format: a table
  it.each([
    ['the agent and earlier writers',      { mentionedUserIds: [],     followerUserIds: [2, 3]    }, { mentioned: [],  commented: [2, 3] }],
    ['a mentioned person, once',           { mentionedUserIds: [2, 2], followerUserIds: [2, 3, 3] }, { mentioned: [2], commented: [3]    }],
    ['not the writer, although mentioned', { mentionedUserIds: [1],    followerUserIds: [1]       }, { mentioned: [],  commented: []     }],
  ])('%s', (_what, facts, told) => {
    expect(toldOfComment({ authorUserId: 1, ...facts })).toEqual(told);
  });
});

describe('a comment is removed', () => {
  const person = (userId: number, role: Actor['role']): Actor => ({
    userId,
    displayName: '',
    role,
    memberships: [{ tenantId: 7, tenantUserType: 'manager' }],
  });

  it('by its author and by an admin, and by no other', () => {
    expect(mayRemoveComment(person(1, 'tenant_user'), { authorUserId: 1 })).toBe(true);
    expect(mayRemoveComment(person(2, 'admin'), { authorUserId: 1 })).toBe(true);
    expect(mayRemoveComment(person(3, 'tenant_user'), { authorUserId: 1 })).toBe(false);
    const viewing = { ...person(1, 'tenant_user'), viewedBy: { userId: 2, displayName: '', changesAreOn: true } };
    expect(mayRemoveComment(viewing, { authorUserId: 1 })).toBe(false);
  });
});

describe('the text of a comment', () => {
  it('is split at the names of mentioned people, the longest name first', () => {
    expect(commentParts('Ask @Ana Lee and @Ana.', ['Ana', 'Ana Lee'])).toEqual([
      { text: 'Ask ', isMention: false },
      { text: '@Ana Lee', isMention: true },
      { text: ' and ', isMention: false },
      { text: '@Ana', isMention: true },
      { text: '.', isMention: false },
    ]);
    expect(commentParts('Nobody @ all', [])).toEqual([{ text: 'Nobody @ all', isMention: false }]);
    expect(commentParts('', ['Ana'])).toEqual([]);
  });

  it('mentions only people whose name is still in it', () => {
    const people = [{ displayName: 'Ana Lee' }, { displayName: 'Ben Ko' }];
    expect(mentionedIn('Hello @Ana Lee', people)).toEqual([{ displayName: 'Ana Lee' }]);
    expect(mentionedIn('Hello Ana Lee', people)).toEqual([]);
  });

  it.each([
    { body: '' },
    { body: '   ' },
    { body: 'x'.repeat(4_001) },
    { body: 'x', mentions: ['7'] },
    { body: 'x', id: 1 },
  ])('is refused as %j', (sent) => {
    expect(z.safeParse(commentEndpoints.add.body, sent).success).toBe(false);
  });
});
