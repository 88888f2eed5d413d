import { countries } from '@kerb/domain/countries/countries.ts';
import { type TenantOption, tenantOptions } from '@kerb/domain/options/finance-options.ts';
import {
  customFees,
  decideTenantOption,
  feesOnExample,
  hasCustomFees,
  mayEnable,
} from '@kerb/domain/options/tenant-option-rules.ts';
import { savedTenantOption } from '@kerb/domain/options/tenant-options.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const { AU } = countries;
const [pn, , pl] = tenantOptions([], AU) as [TenantOption, TenantOption, TenantOption];
const decide = (current: TenantOption, sent: object, isAdmin = true) =>
  decideTenantOption(current, sent, { role: isAdmin ? 'admin' : 'tenant_user', today: '2026-11-15', country: AU });
const running = { ...pl, interestFreeOffered: true, interestFreeDays: 30, interestFreeOfferExpiryDate: '2026-12-01' };

describe('a change of an organisation’s option that is refused', () => {
  // biome-ignore format: a table
  it.each<[string, TenantOption, object, boolean, string, RegExp]>([
    ['a manager sets a rate',              pl,      { interestRate: 1 },                             false, 'interestRate',                /Contact support/],
    ['Pay Upfront gets a fee',             pn,      { budgetOwnerFee: 1 },                           true,  'budgetOwnerFee',              /Only Pay Later/],
    ['Pay Upfront gets the name of a fee', pn,      { budgetOwnerFeeName: 'Fee' },                   true,  'budgetOwnerFeeName',          /Only Pay Later/],
    ['Pay Upfront gets a rate',            pn,      { interestRate: 1 },                             true,  'interestRate',                /Only Pay Later/],
    ['Pay Upfront gets an offer',          pn,      { interestFreeOffered: true },                   true,  'interestFreeOffered',         /Only Pay Later/],
    ['Pay Upfront gets free days',         pn,      { interestFreeDays: 5 },                         true,  'interestFreeDays',            /Only Pay Later/],
    ['Pay Upfront gets an end',            pn,      { interestFreeOfferExpiryDate: '2026-12-01' },   true,  'interestFreeOfferExpiryDate', /Only Pay Later/],
    ['an offer of too many days',          running, { interestFreeDays: 121 },                       true,  'interestFreeDays',            /Enter 1 to 120 days/],
    ['an offer without an end',            running, { interestFreeOfferExpiryDate: null },           true,  'interestFreeOfferExpiryDate', /Enter the day/],
    ['an offer that ended yesterday',      running, { interestFreeOfferExpiryDate: '2026-11-14' },   true,  'interestFreeOfferExpiryDate', /today or a later day/],
  ])('%s', (_what, current, sent, isAdmin, field, says) => {
    const message = expect.stringMatching(says);
    expect(decide(current, sent, isAdmin)).toMatchObject({
      ok: false,
      code: 'invalid',
      because: message,
      validation: { [field]: [{ message }] },
    });
  });
});

describe('a change that is allowed', () => {
  it('uses the days and the end date that were sent with the offer', () => {
    const sent = { interestFreeOffered: true, interestFreeDays: 45, interestFreeOfferExpiryDate: '2027-01-31' };
    expect(decide(pl, sent)).toMatchObject({ ok: true, value: sent });
  });

  it('keeps a running offer as it is when it is sent again', () => {
    expect(decide(running, { interestFreeOffered: true })).toEqual({ ok: true, value: running });
  });

  it('ignores unchanged values, so that a manager may send them back', () => {
    expect(decide(running, { ...running, enabled: false }, false).ok).toBe(true);
    expect(decide(pl, { interestRate: undefined }, false)).toEqual({ ok: true, value: pl });
  });

  it('an admin may enable any option, a manager all but Pay On Success', () => {
    expect((['pn', 'pos', 'pl'] as const).map((code) => mayEnable(code, 'admin'))).toEqual([true, true, true]);
    expect((['pn', 'pos', 'pl'] as const).map((code) => mayEnable(code, 'tenant_user'))).toEqual([true, false, true]);
  });
});

describe('custom fees', () => {
  const none = { budgetOwnerFee: null, budgetOwnerFeeName: null, serviceFeePercent: null, interestRate: null };

  it.each(customFees)('are on as soon as %s is set', (name) => {
    expect(hasCustomFees(none)).toBe(false);
    expect(hasCustomFees({ ...none, [name]: name === 'budgetOwnerFeeName' ? 'Fee' : 0 })).toBe(true);
  });

  it('of an example are the organisation’s own where it has them', () => {
    const own = { serviceFeePercent: 300, interestRate: 1_000, budgetOwnerFee: 100_00 };
    expect(feesOnExample(10_000_00, own, AU)).toEqual({ serviceFeeCents: 300_00, comparisonRateBasisPoints: 26_22 });
    const usual = { serviceFeePercent: null, interestRate: null, budgetOwnerFee: null };
    expect(feesOnExample(10_000_00, usual, AU)).toEqual({ serviceFeeCents: 550_00, comparisonRateBasisPoints: 36_81 });
  });

  it('have a rate of at most 100 per cent', () => {
    const problem = (interestRate: number) =>
      z.safeDecode(savedTenantOption, { interestRate }).error?.issues[0]?.message;
    expect(problem(100)).toBeUndefined();
    expect(problem(100.01)).toMatch(/at most 100 per cent/);
  });
});
