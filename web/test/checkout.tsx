import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import { App } from '@kerb/web/checkout/app.tsx';
import { views as agreement } from '@kerb/web/checkout/parts/agreement.tsx';
import { views as details } from '@kerb/web/checkout/parts/details.tsx';
import { views as first } from '@kerb/web/checkout/parts/first.tsx';
import { views as more } from '@kerb/web/checkout/parts/more.tsx';
import { views as pay } from '@kerb/web/checkout/parts/pay.tsx';
import { register } from '@kerb/web/checkout/views.ts';
import { en } from '@kerb/web/checkout/words/en.ts';
import { repaying } from '@kerb/web/checkout/words/en-repaying.ts';
import { speakOfLoans } from '@kerb/web/checkout/words/loan-words.ts';
import { speak } from '@kerb/web/checkout/words/words.ts';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { type Seen, stubServer } from './harness.tsx';
import { aFlow } from './signing.ts';

type Cost = SentCheckout['costs']['items'][number];
const cost = (optionCode: Cost['optionCode'], key: string, total: number, more: Partial<Cost> = {}): Cost => ({
  key,
  optionCode,
  label: key,
  days: null,
  total,
  extra: 0,
  dueNow: optionCode === 'pn' ? total : 0,
  dueDate: null,
  isEstimate: false,
  ...more,
});

export const costs: SentCheckout['costs'] = {
  items: [
    cost('pn', 'Bank transfer', 4_200),
    cost('pn', 'Visa or Mastercard', 4_263),
    cost('pl', '60 days', 4_715.11, { days: 60 }),
    cost('pl', '90 days', 4_765.16, { days: 90 }),
  ],
  crossovers: [],
  comparisonRate: 36.81,
  interestRate: 14.5,
  usualDays: 90,
  longestDays: 180,
  startDate: '2026-12-01',
};

const money: SentCheckout['money'] = { paymentState: 'none', paid: 0, due: 0, held: 0, underRefund: 0, returned: 0 };

const shade = { button: '#1a6b54', onButton: '#ffffff', text: '#1a6b54' };
const shades = { light: shade, dark: shade };

/** A campaign that was just sent to Vera, who has not done anything yet. */
export const aCheckout = (changed: Partial<SentCheckout> = {}): SentCheckout => ({
  id: 10231,
  version: 3,
  reference: 'AU10231',
  today: '2026-11-17',
  screen: 'choose',
  path: ['choose', 'you'],
  status: 'waiting-invite',
  statusReason: null,
  purpose: 'marketing',
  option: null,
  name: '12 Wattle St, Yass NSW 2582',
  amount: 4_200,
  startDate: '2026-12-01',
  description: null,
  listingUrl: null,
  organisation: {
    id: 7,
    name: 'Harbour Estate',
    websiteUrl: null,
    logoUrl: null,
    hidesName: false,
    phone: null,
    shades,
  },
  agent: { name: 'Eli Trialwood', phone: '+61400000000', emailAddress: null, pictureUrl: null },
  property: { address: '12 Wattle St, Yass NSW 2582', facts: [['Type', 'House']] },
  propertyPhoto: null,
  agentMayCorrect: false,
  phones: { '+61400000000': '0400 000 000', '+61412345678': '0412 345 678' },
  help: { brand: 'KerbPay', phone: '1300 665 136', emailAddress: null },
  reader: { name: 'Vera Vendor', openedBy: null, isViewing: false, hasAccount: false },
  choices: ['pn', 'pl'],
  costs,
  mortgage: null,
  flow: aFlow(['review-property', 'review-campaign', 'choose-option', 'payer-details'], 'review-property'),
  signedDay: null,
  others: [],
  payment: null,
  payments: [],
  money,
  terms: null,
  paper: null,
  lending: null,
  loan: null,
  documents: [],
  cancel: 'no',
  ...changed,
});

speak(en);
speakOfLoans(repaying);
for (const views of [first, pay, details, agreement, more]) register(views);

export const eventsPath = '/v1/agreements/10231/events';

type Handlers = Parameters<typeof stubServer>[0];

/** The data that the server writes into the page. */
export const pageOf = (checkout: SentCheckout): CheckoutPage => ({
  checkout,
  country: 'AU',
  sandbox: false,
  language: 'en',
  greeting: null,
  accessToken: 'access-1',
  signIn: { signatoryId: 501 },
  viewAs: null,
});

/** A server that answers the page's reads with what `next` returns. */
export function stubCheckout(next: () => SentCheckout, handlers: Handlers = {}): Seen[] {
  history.replaceState(null, '', '/applications/10231');
  vi.stubGlobal('scrollTo', () => undefined);
  return stubServer({
    'GET /v1/agreements/10231/checkout': () => next(),
    [`GET ${eventsPath}`]: () => new Response(new ReadableStream()),
    ...handlers,
  });
}

/** The page of a payer, and its server. */
export function renderCheckout(
  checkout: SentCheckout,
  handlers: Handlers = {},
  next: () => SentCheckout = () => checkout,
) {
  const calls = stubCheckout(next, handlers);
  const page = pageOf(checkout);
  const { container, unmount } = render(<App page={page} />);
  return { calls, container, page, unmount };
}
