import { standings } from '@kerb/domain/access/actor.ts';
import { longestComment, mostMentions } from '@kerb/domain/comments/comment-rules.ts';
import { digits, id, moment, requiredParagraph } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const person = z.object({ userId: id, displayName: z.string() });

const comment = z.object({
  id,
  author: person,
  /** Empty if it was removed. */
  body: z.string(),
  mentions: z.array(person),
  createdDate: moment,
  isRemoved: z.boolean(),
  mayRemove: z.boolean(),
});
export type Comment = z.output<typeof comment>;

const reader = z.extend(person, { standing: z.enum(standings) });
export type CommentReader = z.output<typeof reader>;

const newComment = z.strictObject({
  body: requiredParagraph(longestComment),
  mentions: z._default(z.array(id).check(z.maxLength(mostMentions)), []),
});
export type NewComment = z.output<typeof newComment>;

const ofCampaign = z.object({ id: digits });

// biome-ignore format: a table
export const commentEndpoints = defineEndpoints({
  list:   { method: 'GET',    path: '/v1/agreements/{id}/comments', permission: 'comment.read', summary: 'List the comments on a campaign, the newest first', params: ofCampaign, query: z.object({ before: z.optional(digits) }), response: z.object({ items: z.array(comment), isMore: z.boolean() }) },
  add:    { method: 'POST',   path: '/v1/agreements/{id}/comments', permission: 'comment.write', summary: 'Comment on a campaign, and mention people who can see it', params: ofCampaign, body: newComment, response: comment },
  remove: { method: 'DELETE', path: '/v1/agreements/{id}/comments/{commentId}', permission: 'comment.write', summary: 'Remove a comment: your own, or any as an admin', params: z.extend(ofCampaign, { commentId: digits }) },
  people: { method: 'GET',    path: '/v1/agreements/{id}/comment-people', permission: 'comment.read', summary: 'List the people who can see a campaign, to mention them', params: ofCampaign, response: z.object({ items: z.array(reader) }) },
});
