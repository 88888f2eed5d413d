import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type PageSettings, pageSettings, pageSettingsId } from '@kerb/domain/shell/page-settings.ts';

let current: PageSettings | null = null;

/** Reads the settings that the server wrote into the page. Throws if there are none: no screen works without them. */
export function loadSettings(): PageSettings {
  const element = document.getElementById(pageSettingsId);
  current = pageSettings.parse(JSON.parse(element?.textContent ?? 'null'));
  return current;
}

export function settings(): PageSettings {
  return current ?? loadSettings();
}

export const countryRules = (): CountryRules => countries[settings().country];
