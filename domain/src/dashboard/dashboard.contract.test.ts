import { dashboardEndpoints } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the dashboard', () => {
  it('is asked for by office, by words, or by neither', () => {
    const { query } = dashboardEndpoints.filter;
    expect(z.parse(query, {})).toEqual({});
    expect(z.parse(query, { tenantId: '7', textQuery: ' example ' })).toEqual({ tenantId: 7, textQuery: 'example' });
    expect(z.safeParse(query, { tenantId: 'all' }).success).toBe(false);
  });

  it('answers the total funded in dollars', () => {
    const { response } = dashboardEndpoints.funded;
    expect(z.encode(response, { label: 'FY26/27', total: 420_050, campaigns: 1 })).toMatchObject({ total: 4200.5 });
  });
});
