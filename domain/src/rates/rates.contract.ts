import { rateNames } from '@kerb/domain/countries/country-rates.ts';
import { day, digits, id, link, moment, rate, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const name = z.enum(rateNames);
const unit = z.enum(['percent', 'money']);
const step = z.object({ date: moment, user: z.nullable(link('/v1/users')), userName: z.string() });

const currentRate = z.object({ name, label: z.string(), unit, value: rate });
export const changedRate = z.object({ name, label: z.string(), unit, before: rate, after: rate });

/** 'begun': its day has come. A later row may have changed the same rates again. */
export const rateChangeStates = ['coming', 'begun', 'withdrawn'] as const;

export const rateChange = z.object({
  id,
  href: z.string(),
  /** The first day of the country on which it holds. */
  from: day,
  state: z.enum(rateChangeStates),
  rates: z.array(changedRate),
  reason: z.string(),
  asked: step,
  confirmed: step,
  withdrawn: z.nullable(step),
});
export type RateChangeView = z.output<typeof rateChange>;

export const ratesView = z.object({
  today: day,
  rates: z.array(currentRate),
  /** The row with the latest day first. */
  changes: z.array(rateChange),
});
export type RatesView = z.output<typeof ratesView>;

const asked = { from: day, values: z.array(z.strictObject({ name, value: rate })) };
export const askedRates = z.strictObject(asked);
export const newRates = z.strictObject({ ...asked, reason: text(1_000) });

export const ratesPreview = z.object({
  from: day,
  rates: z.array(changedRate),
  /** Campaigns without a quote: they follow the new rates. */
  following: z.int(),
  /** Open campaigns that were quoted: they keep the rates of that day. */
  keeping: z.int(),
});
export type RatesPreview = z.output<typeof ratesPreview>;

// biome-ignore format: a table
export const rateEndpoints = defineEndpoints({
  get:      { method: 'GET',  path: '/v1/rates', permission: 'rates.read', summary: 'Read the rates and fees of the country: those of today, and every change', response: ratesView },
  preview:  { method: 'POST', path: '/v1/rates/preview', permission: 'rates.change', summary: 'Preview what a change of rates would change', body: askedRates, response: ratesPreview, withoutKey: 'reads' },
  ask:      { method: 'POST', path: '/v1/rates', permission: 'rates.change', summary: 'Ask for a change of rates from a day on; a second admin confirms it', body: newRates, response: ratesView, proof: 'always' },
  withdraw: { method: 'POST', path: '/v1/rates/{id}/withdraw', permission: 'rates.change', summary: 'Withdraw a change of rates whose day has not come', params: z.object({ id: digits }), response: ratesView, proof: 'always' },
});
