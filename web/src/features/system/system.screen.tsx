import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { JobCards } from '@kerb/web/features/system/jobs.card.tsx';
import { LogChainCard } from '@kerb/web/features/system/log-chain.card.tsx';
import { systemQueries } from '@kerb/web/features/system/system.queries.ts';
import { SystemFacts } from '@kerb/web/features/system/system-facts.tsx';
import { UndeliveredCard } from '@kerb/web/features/system/undelivered.card.tsx';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** Servers, queues and failures, for admins. */
export function SystemScreen() {
  const status = useQuery(systemQueries.status());
  return (
    <>
      <PageHeader
        title="System"
        subtitle={
          <LinkText to="/admin/users" size="sm">
            Users
          </LinkText>
        }
      />
      <Stack gap="md">
        <Text size="sm">What runs, what waits and what failed. The log keeps each action that you take here.</Text>
        <UndeliveredCard />
        <LogChainCard />
        <JobCards />
        {status.error && <ErrorState error={status.error} onRetry={() => void status.refetch()} />}
        {status.data && <SystemFacts status={status.data} />}
      </Stack>
    </>
  );
}
