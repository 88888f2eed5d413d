import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { commentParts, mentionedIn } from '@kerb/domain/comments/comment-rules.ts';
import type { Comment } from '@kerb/domain/comments/comments.contract.ts';
import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import { Avatar } from '@kerb/web/design/avatar.tsx';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { hearCampaign } from '@kerb/web/features/campaigns/follow-campaign.ts';
import classes from '@kerb/web/features/comments/comments.module.css';
import { commentQueries, useCommentChanges } from '@kerb/web/features/comments/comments.queries.ts';
import { MentionField } from '@kerb/web/features/comments/mention-field.tsx';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { useUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';

function CommentText({ comment: { body, mentions } }: { comment: Comment }) {
  const parts = commentParts(
    body,
    mentions.map(({ displayName }) => displayName),
  );
  return (
    <p className={classes.body}>
      {parts.map(({ text, isMention }, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
        isMention ? <strong key={place}>{text}</strong> : text,
      )}
    </p>
  );
}

const itemId = (commentId: number): string => `comment-${commentId}`;

function CommentItem({ comment, onRemove }: { comment: Comment; onRemove: () => void }) {
  const { author, createdDate, isRemoved, mayRemove } = comment;
  return (
    <li id={itemId(comment.id)} tabIndex={-1} className={classes.item}>
      <Avatar name={author.displayName} size={30} />
      <div className={classes.content}>
        <p className={classes.head}>
          <strong>{author.displayName}</strong> <DateText value={createdDate} style="time" />
          {mayRemove && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              className="kerb-no-print"
              aria-label={`Remove the comment of ${author.displayName}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </p>
        {isRemoved ? <p className={classes.removed}>This comment was removed.</p> : <CommentText comment={comment} />}
      </div>
    </li>
  );
}

function NewComment({ id }: { id: number }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [isBegun, setBegun] = useState(false);
  // Few visits of a campaign write a comment.
  const { data: people = [] } = useQuery({ ...commentQueries.people(id), enabled: isBegun });
  const { add } = useCommentChanges(id);
  useUnsavedChanges(text.trim() !== '' && !isBusy);

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    try {
      await add({ body: text, mentions: mentionedIn(text, people).map(({ userId }) => userId) });
      setText('');
      setError(undefined);
    } catch (problem) {
      const refused = problem instanceof ApiProblem ? Object.values(problem.validation)[0]?.[0]?.message : undefined;
      setError(refused);
      if (!refused) toast.error(problem);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      aria-label="New comment"
      className={`${classes.form} kerb-no-print`}
      onFocus={() => setBegun(true)}
      onSubmit={(event) => void send(event)}
    >
      <MentionField value={text} onChange={setText} people={people} error={error} onSend={() => void send()} />
      <Button type="submit" variant="default" loading={isBusy} disabled={text.trim() === ''}>
        Add comment
      </Button>
    </form>
  );
}

/** What staff say to each other about a campaign. New ones of others appear by themselves. */
export function CommentsCard({ agreement: { id } }: { agreement: Agreement }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    commentQueries.list(id),
  );
  const { refresh, remove } = useCommentChanges(id);
  const hear = useEffectEvent(({ kind, isOwn }: LiveEvent) => {
    if (kind === 'comment' && !isOwn) void refresh();
  });
  useEffect(() => hearCampaign(id, { onEvent: (event) => hear(event) }), [id]);
  // The newest is last, next to the field.
  const items = data?.pages.flatMap((page) => page.items).toReversed() ?? [];

  async function removeOne({ id: commentId }: Comment): Promise<void> {
    const isSure = await confirm({
      title: 'Remove this comment?',
      text: 'Its text is deleted for everybody. That there was a comment stays.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await remove(commentId).catch((problem) => toast.error(problem));
    // Its button is gone.
    document.getElementById(itemId(commentId))?.focus();
  }

  return (
    <Surface title="Comments">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LinesSkeleton lines={2} />}
      {hasNextPage && (
        <Button variant="subtle" size="compact-md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older comments
        </Button>
      )}
      {data && items.length === 0 && <p className={classes.none}>No comments yet.</p>}
      <ul className={classes.items} aria-label="Comments">
        {items.map((comment) => (
          <CommentItem key={comment.id} comment={comment} onRemove={() => void removeOne(comment)} />
        ))}
      </ul>
      <NewComment id={id} />
    </Surface>
  );
}
