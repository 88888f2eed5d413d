import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { campaignColumns } from '@kerb/web/features/campaign-lists/campaign-columns.tsx';
import {
  type ColumnKey,
  columnKeys,
  defaultColumns,
  isAlwaysOn,
  moved,
  withColumn,
} from '@kerb/web/features/campaign-lists/column-choice.ts';
import classes from '@kerb/web/features/campaign-lists/columns-panel.module.css';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

export type ColumnsPanelProps = { chosen: readonly ColumnKey[]; onChange: (chosen: readonly ColumnKey[]) => void };

type MoveButtonProps = { header: string; step: 1 | -1; isAtEnd: boolean; onMove: (step: 1 | -1) => void };

/** At the end it remains an enabled button, so that it keeps the focus. */
function MoveButton({ header, step, isAtEnd, onMove }: MoveButtonProps) {
  const label = `Move ${header} ${step < 0 ? 'up' : 'down'}`;
  const Icon = step < 0 ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon
      size="md"
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={isAtEnd}
      data-disabled={isAtEnd}
      onClick={() => !isAtEnd && onMove(step)}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  );
}

/** The browser drops the focus of an element that is moved in the page; this returns it to the moved line's control. */
function useKeptFocus(order: string): () => void {
  const focused = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [order]);
  return () => {
    focused.current = document.activeElement;
  };
}

/** The choice and order of columns. Changes apply at once. */
export function ColumnsPanel({ chosen, onChange: change }: ColumnsPanelProps) {
  const keepFocus = useKeptFocus(chosen.join());
  const onChange: typeof change = (next) => {
    keepFocus();
    change(next);
  };
  const others = columnKeys.filter((key) => !chosen.includes(key));
  const move = (key: ColumnKey) => (step: 1 | -1) => onChange(moved(chosen, key, step));
  const onKey = (key: ColumnKey) => (event: KeyboardEvent) => {
    const step = event.altKey && { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!step) return;
    event.preventDefault();
    move(key)(step);
  };
  return (
    <div className={classes.panel}>
      <ul className={classes.columns} aria-label="Columns">
        {[...chosen, ...others].map((key) => {
          const place = chosen.indexOf(key);
          const { header } = campaignColumns[key];
          return (
            <li key={key} className={classes.column} onKeyDown={place < 0 ? undefined : onKey(key)}>
              {isAlwaysOn(key) ? (
                <span className={classes.always}>{header}</span>
              ) : (
                <ToggleSwitch
                  label={header}
                  checked={place >= 0}
                  onChange={(isOn) => onChange(withColumn(chosen, key, isOn))}
                />
              )}
              {place >= 0 && (
                <span className={classes.movers}>
                  <MoveButton header={header} step={-1} isAtEnd={place === 0} onMove={move(key)} />
                  <MoveButton header={header} step={1} isAtEnd={place === chosen.length - 1} onMove={move(key)} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className={classes.foot}>
        <span>Alt ↑ and Alt ↓ move a column too.</span>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(defaultColumns)}>
          Reset columns
        </Button>
      </div>
    </div>
  );
}
