import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { useRowTabIndex } from '@kerb/web/design/data-table-keys.ts';
import { RowCheck } from '@kerb/web/design/row-check.tsx';
import { choose, chosenRows } from '@kerb/web/features/campaign-lists/chosen-rows.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { useStore } from '@kerb/web/platform/store.ts';

/** Selects one campaign. Its name is unique: two campaigns can have the same address. */
export function RowBox({ row }: { row: AgreementRow }) {
  const isChosen = useStore(chosenRows).has(row.id);
  return (
    <RowCheck
      checked={isChosen}
      tabIndex={useRowTabIndex()}
      label={`Select ${flowNumber(row, settings().country)}, ${row.name}`}
      data-choose={row.id}
      onCheck={(isChecked) => choose([row], isChecked)}
    />
  );
}
