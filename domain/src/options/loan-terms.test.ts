import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { type CampaignOption, type TenantOption, tenantOptions } from '@kerb/domain/options/finance-options.ts';
import { interestFreeDaysOf, type LoanFacts, loanTerms, payOnSuccessFee } from '@kerb/domain/options/option-terms.ts';
import { describe, expect, it } from 'vitest';

const tenant = tenantOptions([], australia).find(({ optionCode }) => optionCode === 'pl') as TenantOption;
const campaign = { optionCode: 'pl', interestFreeOffered: true, serviceFee: null } as CampaignOption;
const facts: LoanFacts = {
  campaignBudget: 10_000_00,
  campaignAdditionalAmount: null,
  financeOptionCode: 'pl',
  serviceFee: null,
  caveatFee: null,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  interestRate: null,
  interestFreeDays: null,
};
const terms = (change: Partial<LoanFacts>, own: Partial<TenantOption> = {}, option: Partial<CampaignOption> = {}) =>
  loanTerms(
    { ...facts, ...change },
    {
      tenant: { ...tenant, ...own },
      campaign: { ...campaign, ...option },
      tenantIdentifier: 'harbour',
      exemptNames: [],
      today: '2026-11-15',
    },
    australia,
  );

describe('the terms of a loan', () => {
  it('are the country’s if neither organisation nor campaign has its own', () => {
    expect(terms({})).toEqual({
      financedCents: 10_000_00,
      serviceFeeCents: 550_00,
      caveatFeeCents: 184_00,
      budgetOwnerFeeCents: 0,
      budgetOwnerFeeName: null,
      interestRateBasisPoints: 1_450,
      interestFreeDays: 0,
    });
    expect(terms({ campaignBudget: null })).toMatchObject({ financedCents: 0, serviceFeeCents: 0 });
    expect(terms({ campaignAdditionalAmount: 2_000_00 })).toMatchObject({
      financedCents: 12_000_00,
      serviceFeeCents: 660_00,
    });
  });

  it('are the organisation’s if it has its own', () => {
    const own = {
      serviceFeePercent: 300,
      budgetOwnerFee: 20_00,
      budgetOwnerFeeName: 'Handling fee',
      interestRate: 1_000,
    };
    expect(terms({}, own)).toMatchObject({
      serviceFeeCents: 300_00,
      budgetOwnerFeeCents: 20_00,
      budgetOwnerFeeName: 'Handling fee',
      interestRateBasisPoints: 1_000,
    });
    expect(terms({}, own, { serviceFee: 100_00 }).serviceFeeCents).toBe(100_00);
  });

  it('are the campaign’s if Pay Later was chosen and they were saved there', () => {
    const settled = {
      serviceFee: 1_00,
      caveatFee: 2_00,
      budgetOwnerFee: 3_00,
      budgetOwnerFeeName: 'Own name',
      interestRate: 4,
      interestFreeDays: 5,
    };
    const own = { budgetOwnerFee: 20_00, budgetOwnerFeeName: 'Handling fee' };
    expect(terms(settled, own)).toEqual({
      financedCents: 10_000_00,
      serviceFeeCents: 1_00,
      caveatFeeCents: 2_00,
      budgetOwnerFeeCents: 3_00,
      budgetOwnerFeeName: 'Own name',
      interestRateBasisPoints: 4,
      interestFreeDays: 5,
    });
    expect(terms({ ...settled, financeOptionCode: 'pos' }, own)).toMatchObject({
      serviceFeeCents: 550_00,
      budgetOwnerFeeCents: 20_00,
    });
  });
});

describe('interest-free days', () => {
  const running = {
    ...tenant,
    interestFreeOffered: true,
    interestFreeDays: 30,
    interestFreeOfferExpiryDate: '2026-11-15',
  };
  const days = (own: Partial<TenantOption>, interestFreeOffered = true) =>
    interestFreeDaysOf({
      tenant: { ...running, ...own },
      campaign: { ...campaign, interestFreeOffered },
      today: '2026-11-15',
    });

  it('apply while the offer runs and the campaign has it', () => {
    expect(days({})).toBe(30);
    expect(days({ interestFreeOfferExpiryDate: null })).toBe(30);
    expect(days({ interestFreeOfferExpiryDate: '2026-11-14' })).toBe(0);
    expect(days({ interestFreeOffered: false })).toBe(0);
    expect(days({ interestFreeDays: null })).toBe(0);
    expect(days({}, false)).toBe(0);
  });
});

it('the fee of Pay On Success is zero without a budget, and in a country without this option', () => {
  expect(payOnSuccessFee({ campaignBudget: null, discount: null }, australia)).toBe(0);
  expect(payOnSuccessFee({ campaignBudget: 1_000_000_00, discount: null }, { payOnSuccess: null })).toBe(0);
});
