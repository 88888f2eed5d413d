import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Button } from '@mantine/core';
import { Suspense } from 'react';

// Not in the first load: most people who open a list select nothing.
const RowBox = lazyComponent(async () => (await import('@kerb/web/features/campaign-lists/row-box.tsx')).RowBox);
const Bar = lazyComponent(async () => (await import('@kerb/web/features/campaign-lists/bulk-bar.tsx')).BulkBar);

/** The checkbox of a campaign in a list. */
export const rowBox = (row: AgreementRow) => (
  <Suspense>
    <RowBox row={row} />
  </Suspense>
);

export const boxColumn: Column<AgreementRow> = { key: 'box', header: 'Select', width: '4rem', cell: rowBox };

/** Turns the selecting of campaigns on and off. */
export function ChooseButton({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Button variant={isOn ? 'light' : 'default'} size="xs" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      Select
    </Button>
  );
}

export function BulkBar({ rows }: { rows: readonly AgreementRow[] | undefined }) {
  return (
    <Suspense fallback={<LinesSkeleton lines={2} />}>
      <Bar rows={rows ?? []} />
    </Suspense>
  );
}
