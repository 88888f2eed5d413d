import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { applicationStatusWhile, applicationToLoad } from '@kerb/domain/options/applications.ts';
import { isUsable, tenantOptions } from '@kerb/domain/options/finance-options.ts';
import { interestFreeDaysOf, loanTerms, usualLoanTerms } from '@kerb/domain/options/option-terms.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const payLater = tenantOptions([], australia).at(-1)!;

describe('the payment options of an organisation', () => {
  it('are the country’s defaults if it has changed nothing', () => {
    expect(tenantOptions([], newZealand).map(({ optionCode }) => optionCode)).toEqual(['pn', 'pl']);
    const byDefault = tenantOptions([], australia).filter(({ offeredByDefault }) => offeredByDefault);
    expect(byDefault.map(({ optionCode }) => optionCode)).toEqual(['pn', 'pl']);
  });

  it('are its own rows if there are any, and never an option that the country lacks', () => {
    const own = { ...payLater, active: false };
    expect(tenantOptions([own], australia).at(-1)).toBe(own);
    expect(tenantOptions([{ ...own, optionCode: 'pos' }], newZealand).map(isUsable)).toEqual([true, true]);
  });

  it('are usable only if both the platform and the organisation have switched them on', () => {
    const pairs = [true, false].flatMap((active) => [true, false].map((enabled) => ({ active, enabled })));
    expect(pairs.map(isUsable)).toEqual([true, false, false, false]);
  });
});

describe('the terms of a loan', () => {
  const campaign = { optionCode: 'pl' as const, serviceFee: null, discount: null, interestFreeOffered: true };
  const offer = { tenant: payLater, campaign, tenantIdentifier: 'harbour', exemptNames: [], today: '2026-11-15' };
  const budget = { campaignBudget: 4_200_00, campaignAdditionalAmount: null };

  it('are the country’s by default', () => {
    expect(usualLoanTerms(budget, offer, australia)).toMatchObject({
      financedCents: 4_200_00,
      serviceFeeCents: 231_00,
      caveatFeeCents: 184_00,
      interestRateBasisPoints: 1_450,
      interestFreeDays: 0,
    });
    expect(usualLoanTerms(budget, { ...offer, exemptNames: ['Harbour'] }, australia).caveatFeeCents).toBe(0);
  });

  it('are the organisation’s if it has its own, and the campaign’s if entered there', () => {
    const tenant = { ...payLater, serviceFeePercent: 300, interestRate: 990, budgetOwnerFee: 55_00 };
    expect(usualLoanTerms(budget, { ...offer, tenant }, australia)).toMatchObject({
      serviceFeeCents: 126_00,
      interestRateBasisPoints: 990,
      budgetOwnerFeeCents: 55_00,
    });
    const settled = {
      ...budget,
      financeOptionCode: 'pl',
      serviceFee: 1_00,
      caveatFee: 0,
      budgetOwnerFee: null,
      budgetOwnerFeeName: null,
      interestRate: 500,
      interestFreeDays: 10,
    };
    expect(loanTerms(settled, { ...offer, tenant }, australia)).toMatchObject({
      serviceFeeCents: 1_00,
      caveatFeeCents: 0,
      budgetOwnerFeeCents: 55_00,
      interestRateBasisPoints: 500,
      interestFreeDays: 10,
    });
    // Another option's fee does not apply to the loan.
    const other = { ...settled, financeOptionCode: 'pos' };
    expect(loanTerms(other, { ...offer, tenant }, australia).serviceFeeCents).toBe(126_00);
  });

  it('include interest-free days while the offer runs and the campaign has it', () => {
    const tenant = { ...payLater, interestFreeOffered: true, interestFreeDays: 45 };
    const daysWith = (end: string | null, interestFreeOffered = true) =>
      interestFreeDaysOf({
        tenant: { ...tenant, interestFreeOfferExpiryDate: end },
        campaign: { ...campaign, interestFreeOffered },
        today: '2026-11-15',
      });
    expect([daysWith(null), daysWith('2026-11-15'), daysWith('2026-11-14'), daysWith(null, false)]).toEqual([
      45, 45, 0, 0,
    ]);
  });
});

describe('the finance application', () => {
  it("has the status that its campaign's status implies", () => {
    expect(agreementStatuses.map((status) => applicationStatusWhile[status])).toEqual([
      ...['cancelled', 'rejected', 'draft', 'draft', 'waiting-info', 'waiting-approval', 'approved'],
      ...['signed', 'signed', 'signed', 'signed', 'signed'],
    ]);
  });

  it('exists for financed options, not for Pay Upfront', () => {
    expect([isFinanced('pn'), isFinanced('pos'), isFinanced('pl'), isFinanced(null)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('to continue is the chosen option’s unless cancelled, else a draft, else a new one', () => {
    const ended = { optionCode: 'pl', status: 'cancelled' } as const;
    const other = { optionCode: 'pos', status: 'draft' } as const;
    const own = { optionCode: 'pl', status: 'approved' } as const;
    expect(applicationToLoad([other, ended, own], 'pl')).toBe(own);
    expect(applicationToLoad([ended, other], 'pl')).toBe(other);
    expect(applicationToLoad([ended], 'pl')).toBeNull();
  });
});
