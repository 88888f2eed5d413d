import {
  agreementStatuses,
  finalStatuses,
  openStatuses,
  statusLabel,
} from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import {
  type FilterPanelProps,
  filterOf,
  isSame,
  type Switched,
  switchedOf,
} from '@kerb/web/features/campaign-lists/campaign-filter.ts';
import { FilterFoot } from '@kerb/web/features/campaign-lists/filter-foot.tsx';
import classes from '@kerb/web/features/campaign-lists/filter-panel.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';

/** In the order of a campaign's progress; end statuses come last. */
const statusChoices = [...openStatuses, ...finalStatuses.toReversed()].map((status) => ({
  value: status,
  label: statusLabel(status, 'marketing'),
}));

type SwitchesProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; label: string }[];
  on: readonly Value[];
  onChange: (on: Value[]) => void;
};

function Switches<Value extends string>({ label, choices, on, onChange }: SwitchesProps<Value>) {
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <div className={classes.switches} data-wide={choices.length > 6 || undefined}>
        {choices.map(({ value, label: name }) => (
          <ToggleSwitch
            key={value}
            label={name}
            checked={on.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...on, value] : on.filter((other) => other !== value))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function missing({ status, finance }: Switched): string {
  if (status.length === 0) return 'Switch on at least one status.';
  return finance.length === 0 ? 'Switch on at least one finance option.' : '';
}

/** The switches of a list, with one Apply for all of them. */
export function FilterPanel({ filter, usualStatuses, flagLabel, onApply }: FilterPanelProps) {
  const options = countryRules().financeOptions;
  const usual = { status: usualStatuses, finance: options };
  const current = switchedOf(filter, usual);
  const [draft, setDraft] = useState(current);
  const change = (next: Partial<Switched>) => setDraft({ ...draft, ...next });
  return (
    <div className={classes.panel}>
      <div className={classes.all}>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => change({ status: agreementStatuses, finance: options })}
        >
          Select all
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setDraft({ status: [], finance: [], only: false })}>
          Clear all
        </Button>
      </div>
      <Switches label="Status" choices={statusChoices} on={draft.status} onChange={(status) => change({ status })} />
      <Switches
        label="Finance option"
        choices={options.map((code) => ({ value: code, label: financeOptionLabels[code] }))}
        on={draft.finance}
        onChange={(finance) => change({ finance })}
      />
      <div className={classes.only}>
        <ToggleSwitch label={flagLabel} checked={draft.only} onChange={(only) => change({ only })} />
      </div>
      <FilterFoot
        hint={missing(draft)}
        isUnchanged={isSame(draft, current)}
        onApply={() => onApply(filterOf(draft, usual))}
      />
    </div>
  );
}
