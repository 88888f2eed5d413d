import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import type { Screen } from '@kerb/domain/checkout/screens.ts';
import { type Api, Problem } from '@kerb/web/checkout/api.ts';
import type { View } from '@kerb/web/checkout/views.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { createContext, use } from 'react';

export type ActOptions = { stay?: boolean; busy?: string; done?: string };

/** What every part of the page can read and do. */
export type Checkout = {
  page: CheckoutPage;
  checkout: SentCheckout;
  api: Api;
  view: View;
  /** A team member or admin looks at the page: nothing can be pressed. */
  isReadOnly: boolean;
  isBusy: boolean;
  problem: Problem | null;
  /** Shows another view; the browser's Back button returns to this one. */
  go: (view: View) => void;
  back: () => void;
  /** Reads everything again, and shows the screen that follows. */
  refresh: () => Promise<SentCheckout>;
  /**
   * Does something and then reads everything again. A failure is shown beside the button, and all that was typed stays.
   * After a lost answer it reads first, and does nothing if that was done; the work gets what the server has now.
   * False: it failed, or the page is at another screen. `stay` keeps the view if the screen has not changed. `busy` and
   * `done` are said meanwhile and afterwards.
   */
  act: (work: (now: SentCheckout) => Promise<unknown>, options?: ActOptions) => Promise<boolean>;
  /** What the page says of the last action; empty if nothing. */
  said: string;
  clear: () => void;
};

export const CheckoutContext = createContext<Checkout | null>(null);

export function useCheckout(): Checkout {
  const found = use(CheckoutContext);
  if (!found) throw new Error('no checkout around this part');
  return found;
}

export const pathOfCampaign = ({ id }: SentCheckout, rest = ''): string => `/v1/agreements/${id}${rest}`;

/** A phone number as people write it in the country. */
export const phoneIn = ({ phones }: Pick<SentCheckout, 'phones'>, stored: string): string => phones[stored] ?? stored;

export const mayCancel = ({ cancel }: SentCheckout): boolean => cancel === 'open' || cancel === 'code-first';

/** The message under a field, if the server refused it. */
export const fieldProblem = (problem: Problem | null, field: string): string | undefined =>
  problem?.fields[field]?.[0] && words.said(problem.fields[field][0].message);

/** Whether a screen comes before the current one, so that the payer can go back to it. */
export function isEarlier({ path, screen }: SentCheckout, wanted: Screen): boolean {
  const at = path.indexOf(wanted);
  const now = path.indexOf(screen);
  return at !== -1 && (now === -1 || at < now);
}

export const asProblem = (error: unknown, fallback: string): Problem => {
  if (error instanceof Problem) return error;
  console.error(error);
  return new Problem('refused', fallback);
};
