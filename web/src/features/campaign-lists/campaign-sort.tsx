import type { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import classes from '@kerb/web/features/campaign-lists/referrals.module.css';
import { NativeSelect } from '@mantine/core';

type SortBy = (typeof agreementSorts)[number];
export type CampaignOrder = { sortBy: SortBy; sortDesc: boolean };

// biome-ignore format: a table
const sorts: Record<SortBy, { label: string; descending: string; ascending: string }> = {
  status:                   { label: 'Status',               descending: 'Most progressed at top', ascending: 'Least progressed at top' },
  id:                       { label: flowNumberLabel,             descending: 'Newest',                 ascending: 'Oldest at top' },
  campaignPlannedStartDate: { label: labelOfField('campaignPlannedStartDate'), descending: 'Upcoming',               ascending: 'Previous at top' },
  sentDate:                 { label: labelOfField('sentDate'),            descending: 'Most recent',            ascending: 'Oldest at top' },
};

/** The field to sort by, and the direction. */
export function CampaignSort({
  sortBy,
  sortDesc,
  onChange,
}: CampaignOrder & { onChange: (to: CampaignOrder) => void }) {
  const { descending, ascending } = sorts[sortBy];
  return (
    <div className={classes.sort}>
      <NativeSelect
        label="Sort by"
        value={sortBy}
        data={Object.entries(sorts).map(([value, { label }]) => ({ value, label }))}
        onChange={(event) => onChange({ sortBy: event.currentTarget.value as SortBy, sortDesc: true })}
      />
      <NativeSelect
        label="Order"
        value={sortDesc ? '1' : '0'}
        data={[
          { value: '1', label: descending },
          { value: '0', label: ascending },
        ]}
        onChange={(event) => onChange({ sortBy, sortDesc: event.currentTarget.value === '1' })}
      />
    </div>
  );
}
