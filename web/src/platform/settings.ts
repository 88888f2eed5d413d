import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryRules, countryCodes } from '@kerb/domain/countries/country.ts';
import * as z from 'zod/mini';

const settingsShape = z.object({
  country: z.enum(countryCodes),
  sandbox: z.boolean(),
  environment: z.string(),
  vendorComms: z.boolean(),
  version: z.string(),
  supportEmail: z.optional(z.string()),
  companyName: z.optional(z.string()),
  companyAddress: z.optional(z.string()),
  chatWidgetUrl: z.optional(z.string()),
  financeProviderUrl: z.optional(z.string()),
});
export type Settings = z.output<typeof settingsShape>;

let current: Settings | null = null;

/** Reads what the server wrote into the page. Throws where the page does not carry it: nothing can be drawn then. */
export function loadSettings(): Settings {
  const element = document.getElementById('settings');
  current = settingsShape.parse(JSON.parse(element?.textContent ?? 'null'));
  return current;
}

export function settings(): Settings {
  return current ?? loadSettings();
}

export const countryRules = (): CountryRules => countries[settings().country];
