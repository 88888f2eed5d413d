import classes from '@kerb/web/design/colour-scheme.module.css';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
];

/** Light, dark, or the system's setting. */
export function ColourSchemeChoice({ inMenu = false }: { inMenu?: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support a label
    <div role={inMenu ? 'group' : 'radiogroup'} aria-label="Colour scheme" className={classes.choice}>
      {schemes.map(({ value, label, Icon }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support aria-checked
        <button
          key={value}
          type="button"
          role={inMenu ? 'menuitemradio' : 'radio'}
          aria-checked={colorScheme === value}
          className={classes.scheme}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  );
}
