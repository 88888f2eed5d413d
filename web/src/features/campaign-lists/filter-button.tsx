import { DropPanel } from '@kerb/web/design/drop-down.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import type { FilterPanelProps } from '@kerb/web/features/campaign-lists/campaign-filter.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';

const FilterPanel = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-lists/filter-panel.tsx')).FilterPanel,
);

type FilterButtonProps = FilterPanelProps & {
  label: string;
  /** The number of changed groups, if the button shows it. */
  count?: number;
  isOn: boolean;
  align?: 'start' | 'end';
};

/** A button with a panel of all switches of the list. Nothing changes until Apply. */
export function FilterButton({ label, count = 0, isOn, align = 'start', onApply, ...panel }: FilterButtonProps) {
  return (
    <DropPanel
      label={label}
      align={align}
      trigger={(trigger) => (
        <Button
          variant={isOn ? 'light' : 'default'}
          aria-pressed={isOn}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          {...trigger}
        >
          {count > 0 ? `${label} (${count})` : label}
        </Button>
      )}
    >
      {(close) => (
        <Suspense fallback={<LinesSkeleton lines={9} />}>
          <FilterPanel
            {...panel}
            onApply={(next) => {
              close();
              onApply(next);
            }}
          />
        </Suspense>
      )}
    </DropPanel>
  );
}
