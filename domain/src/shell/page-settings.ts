import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import * as z from 'zod/mini';

/** The settings of a deployment that the start page carries. The server writes them, the web reads them. */
export const pageSettings = z.object({
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
  /** The changes of rates whose day has come. Later ones are not public. */
  rateChanges: z.optional(z.array(z.object({ from: z.string(), values: z.record(z.string(), z.int()) }))),
  notSetUp: z.optional(z.array(z.enum(['identity', 'addresses']))),
});
export type PageSettings = z.output<typeof pageSettings>;

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
