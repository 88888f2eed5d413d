import {
  brandColourHint,
  brandShades,
  parseColour,
  type Scheme,
  schemes,
} from '@kerb/domain/organisations/brand-colour.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import classes from '@kerb/web/features/organisation-settings/brand-colour.module.css';
import { markOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Text, TextInput } from '@mantine/core';

const schemeLabels: Record<Scheme, string> = { light: 'Light', dark: 'Dark' };

/** How a button and a link of the payers' page look in one colour scheme, whatever the scheme of this page. */
function Sample({ colour, scheme }: { colour: string; scheme: Scheme }) {
  const { button, onButton, text } = brandShades(colour)[scheme];
  return (
    <div className={classes.sample} data-scheme={scheme}>
      <span className={classes.scheme}>{schemeLabels[scheme]}</span>
      <span className={classes.button} style={{ background: button, color: onButton }}>
        Continue
      </span>
      <span style={{ color: text }}>See the details</span>
    </div>
  );
}

/** Says which shades differ from the chosen colour, and why. */
function adjusted(colour: string): string {
  const shades = brandShades(colour);
  const changed = schemes.filter((scheme) => shades[scheme].button !== colour);
  if (changed.length === 0) return 'The buttons of your payers’ pages have exactly this colour.';
  const named = changed.map((scheme) => `${shades[scheme].button} on a ${scheme} page`).join(' and ');
  return `So that everybody can read them, buttons are ${named}.`;
}

/** The preview is decoration for screen readers: the sentence below it says the same. */
export function ColourPreview({ colour }: { colour: string }) {
  return (
    <>
      <div className={classes.samples} aria-hidden="true">
        {schemes.map((scheme) => (
          <Sample key={scheme} colour={colour} scheme={scheme} />
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {adjusted(colour)}
      </Text>
    </>
  );
}

export function BrandColourField({ form, settings }: SettingsPart) {
  const { value, onChange, ...rest } = form.field('brandColour');
  const label = labelOfSetting('brandColour', countryRules());
  const typed = String(value ?? '');
  const colour = parseColour(typed);
  const mark = markOf(settings, 'brandColour');
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        description={brandColourHint}
        {...mark}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={onChange}
        {...rest}
        rightSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={`${label}: choose`}
            value={colour ?? '#ffffff'}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
      />
      {colour && <ColourPreview colour={colour} />}
    </div>
  );
}
