import { DropPanel } from '@kerb/web/design/drop-down.tsx';
import { CustomFilterPanel } from '@kerb/web/features/campaign-lists/custom-filter-panel.tsx';
import { type ReferralFilter, shownBy } from '@kerb/web/features/campaign-lists/referral-filter.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

type CustomFilterProps = {
  filter: ReferralFilter;
  /** 'Agent Action Suggested', or 'Stylist …'. */
  flagLabel: string;
  onApply: (filter: ReferralFilter) => void;
};

/** A button with a panel of all switches of the list. Nothing changes until Apply. */
export function CustomFilter({ filter, flagLabel, onApply }: CustomFilterProps) {
  const isCustom = shownBy(filter) === 'custom';
  return (
    <DropPanel
      label="Custom Filter"
      align="end"
      trigger={(trigger) => (
        <Button
          variant={isCustom ? 'light' : 'default'}
          aria-pressed={isCustom}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          {...trigger}
        >
          Custom Filter
        </Button>
      )}
    >
      {(close) => (
        <CustomFilterPanel
          filter={filter}
          flagLabel={flagLabel}
          onApply={(next) => {
            close();
            onApply(next);
          }}
        />
      )}
    </DropPanel>
  );
}
