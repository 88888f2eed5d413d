import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { Language } from '@kerb/domain/checkout/languages.ts';
import type { CountryCode, Greeting } from '@kerb/domain/countries/country.ts';

/** What the server writes into the payer's page, and the page's script reads. */
export type CheckoutPage = {
  checkout: SentCheckout;
  country: CountryCode;
  sandbox: boolean;
  language: Language;
  /** A greeting and a thank-you in the country's other language; null if it has none. */
  greeting: Greeting | null;
  /** Absent in the copy from which the first paint is drawn: no markup needs it. */
  accessToken?: string;
  /** Who the page's sign-in is, to get another token by its cookie. */
  signIn: { userId?: number; signatoryId?: number };
  /** Whom an admin looks at the page as; null for everybody else. */
  viewAs: string | null;
};

export const checkoutPageId = 'page';
/** The query parameter that names whom an admin looks at the page as. */
export const viewAsParameter = 'viewAs';
