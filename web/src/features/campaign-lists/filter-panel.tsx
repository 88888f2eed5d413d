import { DropPanel } from '@kerb/web/design/drop-down.tsx';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { FilterFoot } from '@kerb/web/features/campaign-lists/filter-foot.tsx';
import classes from '@kerb/web/features/campaign-lists/filter-panel.module.css';
import { Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

export type Choice<Value extends string> = { value: Value; label: string };

type FilterPanelProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: readonly Value[];
  onApply: (chosen: Value[]) => void;
};

/** A button that shows how many are on, with a panel of switches. Nothing changes until Apply. */
export function FilterPanel<Value extends string>(props: FilterPanelProps<Value>) {
  const { label, chosen } = props;
  return (
    <DropPanel
      label={label}
      trigger={(trigger) => (
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />} {...trigger}>
          {`${label} (${chosen.length})`}
        </Button>
      )}
    >
      {(close) => (
        <Switches
          {...props}
          onApply={(values) => {
            close();
            props.onApply(values);
          }}
        />
      )}
    </DropPanel>
  );
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

function Switches<Value extends string>({ label, choices, chosen, onApply }: FilterPanelProps<Value>) {
  const [draft, setDraft] = useState(chosen);
  const inOrder = choices.map(({ value }) => value).filter((value) => draft.includes(value));
  return (
    <div className={classes.panel}>
      <Group gap="xs" mb="xs">
        <Button size="compact-sm" variant="subtle" onClick={() => setDraft(choices.map(({ value }) => value))}>
          Select all
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setDraft([])}>
          Clear all
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset adds a border and a legend */}
      <div role="group" aria-label={label} className={classes.switches}>
        {choices.map(({ value, label: name }) => (
          <ToggleSwitch
            key={value}
            label={name}
            checked={draft.includes(value)}
            onChange={(isOn) => setDraft(isOn ? [...draft, value] : draft.filter((other) => other !== value))}
          />
        ))}
      </div>
      <FilterFoot
        hint={draft.length === 0 ? 'Switch on at least one.' : ''}
        isUnchanged={isSameSet(draft, chosen)}
        onApply={() => onApply(inOrder)}
      />
    </div>
  );
}
