import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payingOf, paymentBadges } from '@kerb/domain/agreements/badges.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { StatusBadge } from '@kerb/web/features/campaigns/status-badge.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type StatusCardProps = {
  record: Versioned<Agreement>;
  /** The primary action and the menu beside it. They belong to higher rooms, so the campaign's page passes them. */
  action?: ReactNode;
};

/** The campaign's status, and what the reader does next. */
export function StatusCard({ record, action }: StatusCardProps) {
  return (
    <Surface title="Status">
      <Stack gap="md">
        <Group gap="sm">
          <StatusBadge campaign={record.value} />
          <Text size="sm" c="dimmed">
            {'since '}
            <DateText value={record.value.statusLastUpdate} style="short" />
          </Text>
        </Group>
        <PaymentBadges agreement={record.value} />
        {action}
      </Stack>
    </Surface>
  );
}

/** What is paid and what is not yet, with the labels of the lists. */
function PaymentBadges({ agreement }: { agreement: Agreement }) {
  const badges = paymentBadges(payingOf(agreement));
  if (badges.length === 0) return null;
  return (
    <Group gap="xs">
      {badges.map(({ text, tone }) => (
        <ToneBadge key={text} tone={tone}>
          {text}
        </ToneBadge>
      ))}
    </Group>
  );
}
