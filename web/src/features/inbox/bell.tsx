import type { UnreadCount } from '@kerb/domain/inbox/inbox.contract.ts';
import classes from '@kerb/web/features/inbox/bell.module.css';
import { followInbox } from '@kerb/web/features/inbox/follow-inbox.ts';
import { useInboxChanges } from '@kerb/web/features/inbox/inbox.queries.ts';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

const shown = ({ unread, isMore }: UnreadCount): string => `${unread}${isMore ? '+' : ''}`;

/** The link to the notifications, with the number of unread ones. The number is live. */
export function Bell() {
  const [count, setCount] = useState<UnreadCount | null>(null);
  const { refresh } = useInboxChanges();
  const hear = useEffectEvent((next: UnreadCount) => {
    // The first number is as old as the list.
    if (count !== null) void refresh();
    setCount(next);
  });
  useEffect(() => followInbox((next) => hear(next)), []);
  const isUnread = count !== null && count.unread > 0;
  return (
    <Link
      to="/notifications"
      className={classes.bell}
      aria-label={isUnread ? `Notifications, ${shown(count)} unread` : 'Notifications'}
      activeProps={{ 'aria-current': 'page' }}
    >
      <IconBell size={20} stroke={1.7} aria-hidden="true" />
      {isUnread && (
        <span className={classes.count} aria-hidden="true">
          {shown(count)}
        </span>
      )}
    </Link>
  );
}
