import { dashboardEndpoints } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { fundedAnswer, fundedYears } from '@kerb/domain/dashboard/funded.ts';
import { largestAmountCents } from '@kerb/domain/kernel/money.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the dashboard', () => {
  it('can be filtered by organisation, by search text, or by neither', () => {
    const { query } = dashboardEndpoints.filter;
    expect(z.parse(query, {})).toEqual({});
    expect(z.parse(query, { tenantId: '7', textQuery: ' example ' })).toEqual({ tenantId: 7, textQuery: 'example' });
    expect(z.safeParse(query, { tenantId: 'all' }).success).toBe(false);
  });
});

describe('the total funded', () => {
  const { response } = dashboardEndpoints.funded;
  const answerOf = (cents: number) =>
    fundedAnswer(fundedYears(7, '2026-11-15'), [{ month: '2026-09', cents, centsToDate: 0, campaigns: 1 }]);

  it('is answered in dollars', () => {
    expect(z.encode(response, answerOf(420_050))).toMatchObject({ total: 4200.5, lastYear: { total: 0 } });
  });

  it('may exceed the largest amount of one campaign, exact to the cent', () => {
    const answer = answerOf(3 * largestAmountCents + 7);
    expect(z.decode(response, z.encode(response, answer))).toEqual(answer);
  });

  it('is never a fraction of a cent, nor negative', () => {
    const wire = z.encode(response, answerOf(100));
    expect(z.safeDecode(response, { ...wire, total: 0.001 }).success).toBe(false);
    expect(z.safeDecode(response, { ...wire, total: -1 }).success).toBe(false);
  });
});
