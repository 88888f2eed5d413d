import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ClockCard } from '@kerb/web/features/sandbox/clock.card.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { Stack } from '@mantine/core';

export function ClockScreen() {
  if (!settings().sandbox) return <EmptyState text="The clock can be moved only in a sandbox." />;
  return (
    <>
      <PageHeader title="Sandbox clock" subtitle="Move it forward to see reminders and ageing happen." />
      <Stack gap="lg">
        <ClockCard />
        <LinkText to="/sandbox/outbox">See the messages that this causes</LinkText>
      </Stack>
    </>
  );
}
