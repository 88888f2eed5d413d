import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import {
  explainedStatuses,
  maySetAnyStatus,
  movesAllowedFor,
  type TransitionName,
  transitions,
} from '@kerb/domain/agreements/transitions.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { DropMenu, DropMenuItem } from '@kerb/web/design/drop-down.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { useStatusMove } from '@kerb/web/features/campaign-cards/status-move.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { ActionIcon, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';

const ReasonDialog = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-cards/reason.dialog.tsx')).ReasonDialog,
);
const AnyStatusDialog = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-cards/any-status.dialog.tsx')).AnyStatusDialog,
);

/** The status changes of the menu, those that end the campaign last. */
const movesFor = (standing: Standing, status: AgreementStatus, isPrimary: (name: TransitionName) => boolean) =>
  movesAllowedFor(standing, status)
    .filter((name) => !isPrimary(name))
    .map((name) => transitions[name])
    .toSorted((a, b) => Number(isCancelledOrDeclined(a.to)) - Number(isCancelledOrDeclined(b.to)));

type MoreActionsProps = {
  record: Versioned<Agreement>;
  standing: Standing;
  /** The name of the primary action, which the menu does not repeat. */
  primary: string | null;
  onPrint: () => void;
};

/** Every other status change that the reader may make, and printing. */
export function MoreActions({ record, standing, primary, onPrint }: MoreActionsProps) {
  const { status } = record.value;
  const [explaining, explain] = useState<AgreementStatus | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const moveAtOnce = useStatusMove(record);
  const move = async (to: AgreementStatus) => (explainedStatuses.includes(to) ? explain(to) : moveAtOnce(to));
  const moves = movesFor(standing, status, (name) => name === primary);
  const setsAny = maySetAnyStatus(standing);
  return (
    <>
      <DropMenu
        label="More actions"
        trigger={(props) => (
          <ActionIcon {...props} size="lg" variant="default" aria-label="More actions">
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        )}
      >
        <DropMenuItem onClick={onPrint}>Print</DropMenuItem>
        {setsAny && <DropMenuItem onClick={() => setChoosing(true)}>Set another status…</DropMenuItem>}
        {moves.map(({ label, to }) => (
          <DropMenuItem key={label} onClick={() => void move(to)}>
            {isCancelledOrDeclined(to) ? (
              <Text span inherit c="var(--mantine-color-error)">
                {label}
              </Text>
            ) : (
              label
            )}
          </DropMenuItem>
        ))}
      </DropMenu>
      <Suspense>
        {isChoosing && <AnyStatusDialog record={record} onSet={move} onClose={() => setChoosing(false)} />}
        {explaining && <ReasonDialog record={record} to={explaining} onClose={() => explain(null)} />}
      </Suspense>
    </>
  );
}
