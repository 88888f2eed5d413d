import type { SurchargeTable } from '@kerb/domain/countries/surcharge-table.ts';
import { taxWithin } from '@kerb/domain/payments/invoices.ts';
import { surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  [11_000_00, 1_000, 1_000_00],
  [11_500_00, 1_500, 1_500_00],
])('an amount of %i cents includes, at %i basis points, a tax of %i', (amount, rate, tax) => {
  expect(taxWithin(amount, rate)).toBe(tax);
});

it('the surcharges of a day are those of the latest table that has begun, in any order of the tables', () => {
  const tableFrom = (from: string, basisPoints: number): SurchargeTable => ({
    from,
    rows: [{ label: 'Visa credit', schemes: ['visa'], fundings: ['credit'], basisPoints }],
  });
  const first = tableFrom('2026-01-01', 100);
  const second = tableFrom('2027-01-01', 200);
  for (const surcharges of [
    [first, second],
    [second, first],
  ]) {
    expect(surchargesOn({ surcharges }, '2025-12-31')).toEqual([]);
    expect(surchargesOn({ surcharges }, '2026-12-31')).toEqual(first.rows);
    expect(surchargesOn({ surcharges }, '2027-01-01')).toEqual(second.rows);
  }
});
