import { countries } from '@kerb/domain/countries/countries.ts';
import { type TenantOption, tenantOptions } from '@kerb/domain/options/finance-options.ts';
import { decideTenantOption, feesOnExample, hasCustomFees } from '@kerb/domain/options/tenant-option-rules.ts';
import { optionFlags } from '@kerb/domain/organisations/option-flags.ts';
import { describe, expect, it } from 'vitest';

const { AU } = countries;
const [pn, pos, pl] = tenantOptions([], AU) as [TenantOption, TenantOption, TenantOption];
const asker = { today: '2026-11-15', country: AU };
const decide = (current: TenantOption, sent: object, isAdmin = true) =>
  decideTenantOption(current, sent, { ...asker, role: isAdmin ? 'admin' : 'tenant_user' });
const errors = (...of: Parameters<typeof decide>) => {
  const decision = decide(...of);
  return decision.ok ? [] : Object.keys(decision.validation ?? {});
};
const next = (...of: Parameters<typeof decide>) => {
  const decision = decide(...of);
  if (!decision.ok) throw new Error(decision.because);
  return decision.value;
};

describe('changing a payment option', () => {
  it('lets an admin activate any; a manager may only enable, and not Pay On Success', () => {
    expect([pn, pos, pl].map((option) => errors(option, { active: false }))).toEqual([[], [], []]);
    expect([pn, pos, pl].map((option) => errors(option, { active: false }, false))).toEqual([
      ['active'],
      ['active'],
      ['active'],
    ]);
    expect([pn, pos, pl].map((option) => errors(option, { enabled: false }, false))).toEqual([[], ['enabled'], []]);
    expect(errors(pl, { interestRate: 1_000, interestFreeOffered: true }, false)).toEqual([
      'interestRate',
      'interestFreeOffered',
    ]);
  });

  it('allows fees and offers only for Pay Later', () => {
    expect(errors(pn, { serviceFeePercent: 300 })).toEqual(['serviceFeePercent']);
    expect(next(pl, { serviceFeePercent: 300 }).serviceFeePercent).toBe(300);
  });

  it('offers an enabled option by default', () => {
    expect(next(pl, { enabled: false })).toMatchObject({ enabled: false, offeredByDefault: false });
    expect(next(pos, { active: false }).offeredByDefault).toBe(false);
    expect(next({ ...pos, enabled: false }, { enabled: true }).offeredByDefault).toBe(true);
  });
});

describe('an interest-free offer', () => {
  it('starts with the default days and ends in thirty', () => {
    expect(next(pl, { interestFreeOffered: true })).toMatchObject({
      interestFreeDays: 90,
      interestFreeOfferExpiryDate: '2026-12-15',
    });
  });

  it('clears its fields when it is switched off', () => {
    const running = next(pl, { interestFreeOffered: true });
    expect(next(running, { interestFreeOffered: false })).toMatchObject({
      interestFreeDays: null,
      interestFreeOfferExpiryDate: null,
    });
  });

  // biome-ignore format: a table
  it.each([
    [{ interestFreeDays: 0 },   'interestFreeDays'],
    [{ interestFreeDays: 121 }, 'interestFreeDays'],
    [{ interestFreeOfferExpiryDate: '2026-11-14' }, 'interestFreeOfferExpiryDate'],
    [{ interestFreeOfferExpiryDate: null },         'interestFreeOfferExpiryDate'],
  ])('refuses %o', (sent, field) => {
    const running = next(pl, { interestFreeOffered: true });
    expect(errors(running, sent)).toEqual([field]);
  });

  it('accepts one day, a hundred and twenty, and today', () => {
    const running = next(pl, { interestFreeOffered: true });
    for (const sent of [
      { interestFreeDays: 1 },
      { interestFreeDays: 120 },
      { interestFreeOfferExpiryDate: '2026-11-15' },
    ]) {
      expect(errors(running, sent)).toEqual([]);
    }
  });

  it('that has ended does not prevent switching the option off', () => {
    const ended = { ...pl, interestFreeOffered: true, interestFreeDays: 60, interestFreeOfferExpiryDate: '2026-10-01' };
    expect(errors(ended, { enabled: false })).toEqual([]);
  });
});

describe('custom fees', () => {
  it('are on if there is any', () => {
    expect([hasCustomFees(pl), hasCustomFees({ ...pl, interestRate: 0 })]).toEqual([false, true]);
  });

  it('determine the comparison rate, with the country’s terms for missing ones', () => {
    const none = { serviceFeePercent: null, interestRate: null, budgetOwnerFee: null };
    expect(feesOnExample(1_000_00, none, AU)).toEqual({ serviceFeeCents: 55_00, comparisonRateBasisPoints: 36_80 });
    expect(feesOnExample(1_000_00, { ...none, budgetOwnerFee: 10_00 }, AU).comparisonRateBasisPoints).toBe(40_86);
  });
});

describe('the flags of the organisation model', () => {
  it('follow the options, and are off for an option that the country lacks', () => {
    const flags = optionFlags([
      { ...pn, active: false },
      { ...pl, enabled: false },
    ]);
    expect(flags).toEqual({
      payNowActive: false,
      payNowEnabled: true,
      payLaterActive: true,
      payLaterEnabled: false,
      payOnSuccessActive: false,
      payOnSuccessEnabled: false,
    });
  });
});
