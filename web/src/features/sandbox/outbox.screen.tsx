import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ClockCard } from '@kerb/web/features/sandbox/clock.card.tsx';
import { MessageCard } from '@kerb/web/features/sandbox/message.card.tsx';
import { sandboxQueries } from '@kerb/web/features/sandbox/sandbox.queries.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Button, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

function Messages() {
  const { data, error, refetch } = useQuery(sandboxQueries.messages());
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton lines={8} />;
  if (data.items.length === 0) {
    return (
      <EmptyState text="No messages yet." help="Send a campaign to a payer, and what they would get appears here." />
    );
  }
  const newestFirst = data.items.toSorted((a, b) => b.id - a.id);
  return newestFirst.map((message) => <MessageCard key={message.id} message={message} />);
}

export function OutboxScreen() {
  const { refetch, isFetching } = useQuery({ ...sandboxQueries.messages(), enabled: settings().sandbox });
  if (!settings().sandbox) return <EmptyState text="Messages are shown only in a sandbox." />;
  return (
    <>
      <PageHeader
        title="Outbox"
        subtitle="Messages that would have been sent. A sandbox sends no messages."
        actions={
          <Button
            variant="default"
            loading={isFetching}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        }
      />
      <Stack gap="lg">
        <ClockCard />
        <Surface flush>
          <Messages />
        </Surface>
      </Stack>
    </>
  );
}
