import {
  type AgreementStatus,
  finalStatuses,
  openStatuses,
  statusLabel,
} from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { FilterPanel } from '@kerb/web/features/campaign-lists/filter-panel.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** A list's filters. Undefined is the default: the open statuses, every option. */
export type CampaignFilter = {
  status?: AgreementStatus[] | undefined;
  finance?: FinanceOptionCode[] | undefined;
  actionSuggested: boolean;
};

type CampaignFiltersProps = { filter: CampaignFilter; onChange: (change: Partial<CampaignFilter>) => void };

const choice = (status: AgreementStatus) => ({ value: status, label: statusLabel(status, 'marketing') });
/** In the order of a campaign's progress; end statuses come last. */
const statusChoices = [...openStatuses, ...finalStatuses.toReversed()].map(choice);

const isDefault = (chosen: readonly AgreementStatus[]): boolean =>
  chosen.length === openStatuses.length && openStatuses.every((status) => chosen.includes(status));

export function CampaignFilters({ filter, onChange }: CampaignFiltersProps) {
  const options = countryRules().financeOptions;
  return (
    <>
      <FilterPanel
        label="Status"
        choices={statusChoices}
        chosen={filter.status ?? openStatuses}
        onApply={(status) => onChange({ status: isDefault(status) ? undefined : status })}
      />
      <FilterPanel
        label="Finance"
        choices={options.map((code) => ({ value: code, label: financeOptionLabels[code] }))}
        chosen={filter.finance ?? options}
        // All options on means no filter, so that campaigns without an option are included.
        onApply={(finance) => onChange({ finance: finance.length === options.length ? undefined : finance })}
      />
      <ToggleSwitch
        label="Show only Campaigns flagged as Action Suggested"
        checked={filter.actionSuggested}
        onChange={(actionSuggested) => onChange({ actionSuggested })}
      />
    </>
  );
}
