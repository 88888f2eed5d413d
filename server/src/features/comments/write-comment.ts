import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { mayRemoveComment, toldOfComment } from '@kerb/domain/comments/comment-rules.ts';
import type { Comment, NewComment } from '@kerb/domain/comments/comments.contract.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import {
  commentedCampaign,
  followersOf,
  oneComment,
  readersOf,
} from '@kerb/server/features/comments/comments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { notifyPeople } from '@kerb/server/platform/outbox/notify-people.ts';
import { invalid, notFound, notPermitted } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A mentioned person must see the campaign. The log has the comment's number and never its text. */
export async function addComment(
  work: Work,
  scope: AccessScope,
  { id, body, mentions }: NewComment & { id: number },
): Promise<Comment> {
  const { tx, now } = work;
  const campaign = await commentedCampaign(tx, scope, id);
  const mentionedUserIds = [...new Set(mentions)];
  const readers = mentionedUserIds.length > 0 ? await readersOf(tx, id) : [];
  if (!mentionedUserIds.every((userId) => readers.some((reader) => reader.userId === userId))) {
    throw invalid(fieldError('mentions', 'notValid', 'Mention only people who can see this campaign.'));
  }
  const authorUserId = realActorOf(scope.actor).userId;
  const { id: commentId } = await tx
    .insertInto('comments')
    .values({ agreementId: id, authorUserId, body, mentionedUserIds, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Comment added',
    agreementId: id,
    tenantId: campaign.tenantId,
    data: { comment: commentId, mentions: mentionedUserIds },
  });
  const followerUserIds = await followersOf(tx, id);
  const told = toldOfComment({ authorUserId, mentionedUserIds, followerUserIds });
  await notifyPeople(work, 'mentioned', { agreementId: id, userIds: told.mentioned });
  await notifyPeople(work, 'commented', { agreementId: id, userIds: told.commented });
  return oneComment(tx, scope.actor, commentId);
}

/** Deletes the text. That there was a comment, by whom and when, stays. */
export async function removeComment(
  work: Work,
  scope: AccessScope,
  { id, commentId }: { id: number; commentId: number },
): Promise<undefined> {
  const { tx, now } = work;
  const campaign = await commentedCampaign(tx, scope, id);
  const comment = await tx
    .selectFrom('comments')
    .select(['authorUserId', 'removedDate'])
    .where('id', '=', commentId)
    .where('agreementId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!comment) throw notFound('comment');
  if (!mayRemoveComment(scope.actor, comment)) throw notPermitted();
  if (comment.removedDate !== null) return undefined;
  const gone = { body: '', mentionedUserIds: [], removedDate: now };
  await tx.updateTable('comments').set(gone).where('id', '=', commentId).execute();
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Comment removed',
    agreementId: id,
    tenantId: campaign.tenantId,
    data: { comment: commentId },
  });
  return undefined;
}
