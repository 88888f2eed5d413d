import { closingDays } from '@kerb/domain/privacy/closing.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/account/account.module.css';
import { closingQuery, useClosing } from '@kerb/web/features/account/closing.queries.ts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const question = {
  title: 'Close your account?',
  text: `Your account closes after ${closingDays} days. Until then you can log in and keep it. After that nobody can bring it back.`,
  confirmLabel: 'Close my account',
  cancelLabel: 'Keep it',
  danger: true,
} as const;

function Closing({ date, onKeep }: { date: string; onKeep: () => void }) {
  return (
    <Alert color="warning" title="Your account is closing">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          It closes on <DateText value={date} style="time" />. You can use it until then.
        </Text>
        <Button onClick={onKeep}>Keep my account</Button>
      </Stack>
    </Alert>
  );
}

/** Closes one's own account, after some days in which its owner can change their mind. */
export function CloseAccount() {
  const { data, error, refetch } = useQuery(closingQuery);
  const { close, keep } = useClosing();
  const attempt = async (change: () => Promise<unknown>, done: string) => {
    try {
      await withProgress('Saving...', change);
      toast.success(done);
    } catch (problem) {
      toast.error(problem);
    }
  };
  const ask = async () => {
    if (await confirm(question)) await attempt(close, 'Asked. We sent you an email.');
  };
  return (
    <Loaded data={data} error={error} onRetry={() => void refetch()} lines={3}>
      {({ closingDate, refusal }) =>
        closingDate ? (
          <Closing date={closingDate} onKeep={() => void attempt(keep, 'Your account stays open')} />
        ) : (
          <Stack gap="sm">
            <Text size="sm">
              We end your access and erase what belongs to the account. Campaigns of your organisation go on without
              you. By law we keep the records of campaigns that you paid for or signed until their date, and then erase
              them.
            </Text>
            {refusal && (
              <Text size="sm" fw={600}>
                {refusal}
              </Text>
            )}
            {!refusal && (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                className={classes.download}
                onClick={() => void ask()}
              >
                Close my account
              </Button>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}
