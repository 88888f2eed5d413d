import classes from '@kerb/web/design/button-choice.module.css';
import type { ReactNode } from 'react';

type Option<Value> = { value: Value; label: string; icon?: ReactNode };

type ButtonChoiceProps<Value> = {
  label: string;
  options: readonly Option<Value>[];
  /** Null if none is selected. */
  value: Value | null;
  onChange: (value: Value) => void;
};

/** A choice of a few options, all visible: buttons of which one is pressed. */
export function ButtonChoice<Value extends string>({ label, options, value, onChange }: ButtonChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset adds a border and a legend
    <div role="group" aria-label={label} className={classes.choice}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          aria-pressed={option.value === value}
          data-icon={option.icon ? true : undefined}
          {...(option.icon && { 'aria-label': option.label, title: option.label })}
          onClick={() => onChange(option.value)}
        >
          {option.icon ?? option.label}
        </button>
      ))}
    </div>
  );
}
