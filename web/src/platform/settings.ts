import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { type PageSettings, pageSettingsId, readPageSettings } from '@kerb/domain/shell/page-settings.ts';
import { createStore } from '@kerb/web/platform/store.ts';

const current = createStore<PageSettings | null>(null);

/** Reads the settings that the server wrote into the page. Throws if there are none: no screen works without them. */
export function loadSettings(): PageSettings {
  const found = readPageSettings(document.getElementById(pageSettingsId)?.textContent);
  current.set(found);
  return found;
}

export function settings(): PageSettings {
  return current.get() ?? loadSettings();
}

/** Whether this deployment lacks the provider of a feature. */
export const isNotSetUp = (provider: NonNullable<PageSettings['notSetUp']>[number]): boolean =>
  settings().notSetUp?.includes(provider) ?? false;

let rules: { of: PageSettings; country: CountryRules } | null = null;

/** The country's rules with the rates of the day on which the page was loaded. The server's figures decide. */
export function countryRules(): CountryRules {
  const of = settings();
  if (rules?.of !== of) {
    rules = { of, country: rulesOn(countries[of.country], of.rateChanges ?? [], '9999-12-31') };
  }
  return rules.country;
}
