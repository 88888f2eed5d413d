import type { SignIn } from '@kerb/domain/account/account.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { exactly } from '@kerb/web/design/dates.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/account/account.module.css';
import { accountQueries, useAccountChanges } from '@kerb/web/features/account/account.queries.ts';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** The browsers in which the user is logged in. Log Out ends the session of this one. */
export function SignIns() {
  const { data, error, refetch } = useQuery(accountQueries.signIns);
  const { endSignIn } = useAccountChanges();
  const end = async ({ id }: SignIn) => {
    try {
      await withProgress('Saving...', () => endSignIn(id));
      toast.success('Done');
    } catch (problem) {
      toast.error(problem);
    }
  };
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton lines={3} />;
  return (
    <ul className={classes.list}>
      {data.map((signIn) => (
        <li key={signIn.id} className={classes.item}>
          <div>
            <strong>{signIn.device}</strong>
            <Text size="sm" c="dimmed" component="div">
              {'Logged in '}
              <DateText value={signIn.createdDate} style="time" />
              {signIn.means && ` by ${signIn.means}`}
              {signIn.ipAddress && `, from ${signIn.ipAddress}`}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {'Last used '}
              <DateText value={signIn.lastActiveDate} style="time" />
            </Text>
          </div>
          {signIn.isCurrent ? (
            <ToneBadge tone="success">This browser</ToneBadge>
          ) : (
            <Button
              size="xs"
              variant="default"
              aria-label={`Log out: ${signIn.device}, logged in ${exactly(signIn.createdDate)}`}
              onClick={() => void end(signIn)}
            >
              Log out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
