import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payingOf, paymentBadges } from '@kerb/domain/agreements/badges.ts';
import {
  explainedStatuses,
  maySetAnyStatus,
  movesAllowedFor,
  transitions,
} from '@kerb/domain/agreements/transitions.ts';
import { type AgreementStatus, agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { useStatusMove } from '@kerb/web/features/campaign-cards/status-move.ts';
import { StatusBadge } from '@kerb/web/features/campaigns/status-badge.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';

const ReasonDialog = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-cards/reason.dialog.tsx')).ReasonDialog,
);

type StatusCardProps = { record: Versioned<Agreement>; standing: Standing };

/** The campaign's status, and the actions that the reader may take. */
export function StatusCard({ record, standing }: StatusCardProps) {
  const { status, statusLastUpdate } = record.value;
  const [explaining, explain] = useState<AgreementStatus | null>(null);
  const moveAtOnce = useStatusMove(record);
  const move = async (to: AgreementStatus) => (explainedStatuses.includes(to) ? explain(to) : moveAtOnce(to));
  const moves = movesAllowedFor(standing, status)
    .map((name) => transitions[name])
    .toSorted((a, b) => Number(isCancelledOrDeclined(a.to)) - Number(isCancelledOrDeclined(b.to)));
  return (
    <Surface title="Status">
      <Stack gap="md">
        <Group gap="sm">
          <StatusBadge campaign={record.value} />
          <Text size="sm" c="dimmed">
            {'since '}
            <DateText value={statusLastUpdate} style="short" />
          </Text>
        </Group>
        <PaymentBadges agreement={record.value} />
        {moves.length > 0 && (
          <Stack gap="xs" className="kerb-no-print">
            {moves.map(({ label, to }) => (
              <Button
                key={label}
                fullWidth
                // The payers card has the action that sends: marking as sent must not look like it.
                variant={to === transitions.markAsSent.to ? 'subtle' : 'default'}
                {...(isCancelledOrDeclined(to) && { c: 'var(--mantine-color-error)' })}
                onClick={() => void move(to)}
              >
                {label}
              </Button>
            ))}
          </Stack>
        )}
        {maySetAnyStatus(standing) && <StatusSelector key={status} record={record} onSet={move} />}
        {explaining && (
          <Suspense>
            <ReasonDialog record={record} to={explaining} onClose={() => explain(null)} />
          </Suspense>
        )}
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

type StatusSelectorProps = { record: Versioned<Agreement>; onSet: (to: AgreementStatus) => Promise<void> };

/** Any status, for an admin. A button sets it, because arrow keys in a selector must not move a campaign. */
function StatusSelector({ record, onSet }: StatusSelectorProps) {
  const { status, campaignBudgetFundsPurpose } = record.value;
  const [chosen, setChosen] = useState(status);
  const choices = agreementStatuses.map((value) => ({ value, label: statusLabel(value, campaignBudgetFundsPurpose) }));
  return (
    <Stack gap="xs" className="kerb-no-print">
      <NativeSelect
        label="Any status"
        data={choices}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(agreementStatuses.find((s) => s === value) ?? status)}
      />
      <Button variant="default" disabled={chosen === status} onClick={() => void onSet(chosen)}>
        Set status
      </Button>
    </Stack>
  );
}
