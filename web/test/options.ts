import type { campaignCosts, campaignOptions } from '@kerb/domain/options/options.contract.ts';
import type * as z from 'zod/mini';

type WireOptions = z.input<typeof campaignOptions>;
type WireCosts = z.input<typeof campaignCosts>;
type Code = WireOptions['items'][number]['optionCode'];

const terms = {
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  serviceFeePercent: null,
  interestFreeOffered: false,
  interestFreeDays: null,
  interestFreeOfferExpiryDate: null,
};

export const offered = (optionCode: Code, changed: object = {}): WireOptions['items'][number] => ({
  optionCode,
  href: `/v1/agreements/10231/finance-options/${optionCode}`,
  enabled: true,
  serviceFee: null,
  discount: null,
  ...terms,
  ...changed,
});

export const available = (optionCode: Code, changed: object = {}): NonNullable<WireOptions['available']>[number] => ({
  optionCode,
  active: true,
  enabled: true,
  offeredByDefault: optionCode !== 'pos',
  ...terms,
  ...changed,
});

/** A campaign that offers Pay Upfront and Pay Later, of an organisation that has all three. */
export const options = (changed: Partial<WireOptions> = {}): WireOptions => ({
  items: [offered('pn'), offered('pl')],
  available: [available('pn'), available('pos'), available('pl')],
  chosen: null,
  application: null,
  ...changed,
});

const cost = (key: string, optionCode: Code, total: number, more: object = {}): WireCosts['items'][number] => ({
  key,
  optionCode,
  label: key,
  days: null,
  total,
  extra: Math.round((total - 4200) * 100) / 100,
  dueNow: optionCode === 'pn' ? total : 0,
  dueDate: null,
  isEstimate: optionCode === 'pl',
  ...more,
});

export const costs = (changed: Partial<WireCosts> = {}): WireCosts => ({
  items: [
    cost('bank-transfer', 'pn', 4200, { label: 'Bank transfer' }),
    cost('card-0', 'pn', 4233.6, { label: 'Visa and Mastercard debit' }),
    cost('pos', 'pos', 4704, { label: 'Pay On Success', dueNow: 504 }),
    cost('pl-30', 'pl', 4665.05, { label: '30 days', days: 30, dueDate: '2026-12-31' }),
    cost('pl-90', 'pl', 4765.16, { label: '90 days', days: 90, dueDate: '2027-03-01' }),
  ],
  crossovers: [
    { than: 'bank-transfer', fromDay: 0, onDate: '2026-12-01' },
    { than: 'card-0', fromDay: 0, onDate: '2026-12-01' },
    { than: 'pos', fromDay: 54, onDate: '2027-01-24' },
  ],
  usualDays: 90,
  longestDays: 180,
  startDate: '2026-12-01',
  ...changed,
});
