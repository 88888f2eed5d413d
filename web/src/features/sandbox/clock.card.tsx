import { longDay, timeOfDay } from '@kerb/web/design/dates.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { sandboxQueries, useMoveClock } from '@kerb/web/features/sandbox/sandbox.queries.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const daysAhead = (days: number): string => (days === 1 ? '1 day ahead' : `${days} days ahead`);

/** The sandbox's clock: move it forward to see reminders and ageing happen. */
export function ClockCard() {
  const { data: clock } = useQuery(sandboxQueries.clock());
  const move = useMoveClock();
  if (!clock) return <LinesSkeleton lines={2} />;
  const { now, offsetDays } = clock;
  const moveTo = (days: number) => move.mutate(days, { onError: toast.error, onSuccess: () => toast.success('Done') });
  return (
    <Surface title="Clock">
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600}>{`${longDay(now)}, ${timeOfDay(now)}`}</Text>
          <Text size="sm" c="dimmed">
            {offsetDays === 0 ? 'The real time' : daysAhead(offsetDays)}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" disabled={move.isPending} onClick={() => moveTo(offsetDays + 1)}>
            +1 day
          </Button>
          <Button variant="default" disabled={move.isPending} onClick={() => moveTo(offsetDays + 7)}>
            +7 days
          </Button>
          <Button variant="default" disabled={move.isPending || offsetDays === 0} onClick={() => moveTo(0)}>
            Back to today
          </Button>
        </Group>
      </Group>
    </Surface>
  );
}
