import classes from '@kerb/web/design/toggle-switch.module.css';

type ToggleSwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** More than the label says, on hover. */
  title?: string;
};

/** On or off, with its label. The browser's own checkbox underneath, which costs the first load nothing. */
export function ToggleSwitch({ label, checked, onChange, title }: ToggleSwitchProps) {
  return (
    <label className={classes.switch} title={title}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
