import classes from '@kerb/web/design/toggle-switch.module.css';
import { VisuallyHidden } from '@mantine/core';

type ToggleSwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** More than the label says, on hover. */
  title?: string;
  disabled?: boolean;
  /** Where a heading beside it says the same to the eye. */
  isLabelHidden?: boolean;
};

/** On or off, with its label. The browser's own checkbox underneath, which costs the first load nothing. */
export function ToggleSwitch({
  label,
  checked,
  onChange,
  title,
  disabled = false,
  isLabelHidden = false,
}: ToggleSwitchProps) {
  return (
    <label className={classes.switch} title={title}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </label>
  );
}
