import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

type Props = {
  newerCursor: string | null;
  olderCursor: string | null;
  /** Whether the newest lines are shown. */
  isNewest: boolean;
  onCursor: (cursor: string | undefined) => void;
};

/** Steps through the lines, the newest first. There is no number of a page: a statement may have 100,000 lines. */
export function LinePages({ newerCursor, olderCursor, isNewest, onCursor }: Props) {
  if (isNewest && olderCursor === null) return null;
  const step = (cursor: string | null) => ({ disabled: cursor === null, onClick: () => onCursor(cursor ?? undefined) });
  return (
    <Group component="nav" gap="xs" aria-label="Pages" className="kerb-no-print">
      <Button size="xs" variant="default" disabled={isNewest} onClick={() => onCursor(undefined)}>
        Newest lines
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconChevronLeft size={14} aria-hidden="true" />}
        {...step(newerCursor)}
      >
        Newer
      </Button>
      <Button
        size="xs"
        variant="default"
        rightSection={<IconChevronRight size={14} aria-hidden="true" />}
        {...step(olderCursor)}
      >
        Older
      </Button>
    </Group>
  );
}
