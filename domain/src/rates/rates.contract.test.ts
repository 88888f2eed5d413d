import { askedRates, newRates, rateChange, rateEndpoints, ratesView } from '@kerb/domain/rates/rates.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const asked = { from: '2026-12-01', values: [{ name: 'payLaterInterest' as const, value: 15 }] };

describe('a change of rates on the wire', () => {
  it('has a day, values and a reason of at most 1,000 characters; a preview has no reason', () => {
    const isAsked = (body: object) => z.safeDecode(newRates, body as never).success;
    expect(z.decode(newRates, { ...asked, reason: 'The bank raised its rate.' })).toMatchObject({
      from: '2026-12-01',
      values: [{ name: 'payLaterInterest', value: 1_500 }],
    });
    expect(isAsked({ ...asked, reason: 'a'.repeat(1_000) })).toBe(true);
    expect(isAsked({ ...asked, reason: 'a'.repeat(1_001) })).toBe(false);
    expect(isAsked(asked)).toBe(false);
    expect(isAsked({ reason: 'No day.' })).toBe(false);
    expect(z.safeDecode(askedRates, asked as never).success).toBe(true);
    expect(z.safeDecode(askedRates, { ...asked, reason: 'No.' } as never).success).toBe(false);
  });

  it.each(['coming', 'begun', 'withdrawn'] as const)('can be %s', (state) => {
    expect(z.safeEncode(rateChange.shape.state, state).success).toBe(true);
  });

  it.each(['percent', 'money'] as const)('can be of a rate in %s', (unit) => {
    const rates = [{ name: 'payLaterInterest' as const, label: 'Interest', unit, value: 1_500 }];
    expect(z.encode(ratesView, { today: '2026-11-17', rates, changes: [] }).rates).toMatchObject([{ unit, value: 15 }]);
  });

  it('has an endpoint for each step', () => {
    expect(Object.values(rateEndpoints).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/rates',
      'POST /v1/rates/preview',
      'POST /v1/rates',
      'POST /v1/rates/{id}/withdraw',
    ]);
  });
});
