import classes from '@kerb/web/design/toggle-switch.module.css';
import { VisuallyHidden } from '@mantine/core';

type ToggleSwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** More detail than the label, on hover. */
  title?: string;
  disabled?: boolean;
  /** Set if a visible heading beside it says the same. */
  isLabelHidden?: boolean;
};

/** An on/off switch with its label. It uses a native checkbox, which adds nothing to the first load. */
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
