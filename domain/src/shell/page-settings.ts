import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';

/** The settings of a deployment that the start page carries. The server writes them, the web reads them. */
export type PageSettings = {
  country: CountryCode;
  sandbox: boolean;
  environment: string;
  vendorComms: boolean;
  version: string;
  supportEmail?: string | undefined;
  companyName?: string | undefined;
  companyAddress?: string | undefined;
  chatWidgetUrl?: string | undefined;
  financeProviderUrl?: string | undefined;
  /** The changes of rates whose day has come. Later ones are not public. */
  rateChanges?: { from: string; values: Record<string, number> }[] | undefined;
  notSetUp?: ('identity' | 'addresses')[] | undefined;
};

/** Throws if the text is not from a server of this product: no screen works without its settings. */
export function readPageSettings(text: string | null | undefined): PageSettings {
  const found: PageSettings | null = JSON.parse(text || 'null');
  if (!found || !Object.hasOwn(countries, found.country)) throw new Error('the page has no settings');
  return found;
}

/** A sandbox without a name of its own: a developer's. */
export const isDevSandbox = ({ sandbox, environment }: Pick<PageSettings, 'sandbox' | 'environment'>): boolean =>
  sandbox && environment === 'sandbox';

/** The badge of a deployment that is not production: 'Sandbox AU', 'Sandbox AU staging', 'AU uat'. */
export function environmentBadge(settings: Pick<PageSettings, 'sandbox' | 'environment' | 'country'>): string | null {
  const { sandbox, environment, country } = settings;
  if (!sandbox) return environment === 'production' ? null : `${country} ${environment}`;
  return `Sandbox ${country}${isDevSandbox(settings) ? '' : ` ${environment}`}`;
}

export const pageSettingsId = 'settings';

const element = new RegExp(`(<script[^>]*id="${pageSettingsId}"[^>]*>)[^<]*`);

/** What the page says if it cannot load. */
export const failureText = (product: string, phone: string | null): string =>
  `We are unable to load ${product}. If this persists, please tell us${phone ? ` on ${phone}` : ''}.`;

const failure = /(<p id="why">)[^<]*/;

/**
 * Puts the settings into the page's settings element; an escaped `<` cannot end that element. The error that the page
 * shows without any script gets the product's name and phone number.
 */
export function withPageSettings(page: string, settings: PageSettings): string {
  if (!element.test(page)) throw new Error('the page has no settings element');
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const { brand, supportPhone } = countries[settings.country];
  return page
    .replace(element, (_, tag: string) => `${tag}${json}`)
    .replace(failure, (_, tag: string) => `${tag}${failureText(brand, supportPhone)}`);
}
