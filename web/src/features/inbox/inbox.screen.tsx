import type { InboxItem } from '@kerb/domain/inbox/inbox.contract.ts';
import { type EmailChoice, emailChoiceLabels, emailChoices, placeOf } from '@kerb/domain/inbox/inbox-kinds.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/inbox/inbox.module.css';
import { inboxQueries, useInboxChanges } from '@kerb/web/features/inbox/inbox.queries.ts';
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

type Shown = 'all' | 'unread';
const choices = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

const failed = (error: unknown) => toast.error(error);

function Notification({ item, onMark }: { item: InboxItem; onMark: (isRead: boolean) => void }) {
  const { campaign, text, createdDate, isRead, kind } = item;
  const place = placeOf(kind);
  return (
    <li className={classes.item} data-unread={!isRead || undefined}>
      <Link
        to="/agencies/$tenantId/applications/$applicationId"
        params={{ tenantId: campaign.tenantId, applicationId: campaign.id }}
        {...(place && { hash: `card-${place}` })}
        className={classes.link}
        onClick={() => !isRead && onMark(true)}
      >
        {!isRead && <VisuallyHidden>Unread:</VisuallyHidden>} <span className={classes.text}>{text}</span>{' '}
        <span className={classes.campaign}>{campaign.name}</span>
      </Link>
      <span className={classes.facts}>
        {`${campaign.flowNumber} · `}
        <DateText value={createdDate} style="time" />
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.mark}
        aria-label={`Mark as ${isRead ? 'unread' : 'read'}: ${text} ${campaign.name}`}
        onClick={() => onMark(!isRead)}
      >
        {isRead ? 'Mark as unread' : 'Mark as read'}
      </Button>
    </li>
  );
}

const emptyWords: Record<Shown, string> = { all: 'No notifications yet.', unread: 'You have read everything.' };

function Notifications() {
  const [shown, setShown] = useState<Shown>('all');
  const changes = useInboxChanges();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxQueries.list(shown === 'unread'),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0];
  const markAll = newest && (() => void changes.markAll(newest.id).catch(failed));
  return (
    <Surface
      title="Your notifications"
      actions={
        <>
          <ButtonChoice label="Show" options={choices} value={shown} onChange={setShown} />
          <Button variant="default" disabled={!items.some(({ isRead }) => !isRead)} onClick={markAll}>
            Mark all as read
          </Button>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LinesSkeleton lines={5} />}
      {data && items.length === 0 && (
        <EmptyState text={emptyWords[shown]} help="You are told here what happens to your campaigns." />
      )}
      <ul className={classes.items}>
        {items.map((item) => (
          <Notification
            key={item.id}
            item={item}
            onMark={(isRead) => void changes.mark(item.id, isRead).catch(failed)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </Surface>
  );
}

function Emails() {
  const { data } = useQuery(inboxQueries.settings);
  const { save } = useInboxChanges();
  const choose = (emails: EmailChoice) => save({ emails }).then(() => toast.success('Saved'), failed);
  return (
    <Surface title="E-mails">
      <NativeSelect
        label="E-mails about your notifications"
        description="What happens to the status of a campaign has an e-mail of its own, whatever you choose here."
        className={classes.choice}
        disabled={!data}
        value={data?.emails ?? 'off'}
        data={emailChoices.map((value) => ({ value, label: emailChoiceLabels[value] }))}
        onChange={(event) => void choose(event.currentTarget.value as EmailChoice)}
      />
    </Surface>
  );
}

/** What a person is told in the product, and the e-mails about it. */
export function InboxScreen() {
  return (
    <>
      <PageHeader title="Notifications" />
      <div className={classes.cards}>
        <Notifications />
        <Emails />
      </div>
    </>
  );
}
