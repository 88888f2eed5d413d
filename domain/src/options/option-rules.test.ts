import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { tenantOptions } from '@kerb/domain/options/finance-options.ts';
import {
  decideInterestFree,
  decideOffer,
  decideWithdraw,
  interestFreeState,
  type OptionFacts,
  optionsShown,
  toggleOf,
} from '@kerb/domain/options/option-rules.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const options = tenantOptions([], australia);
const offering = (...codes: FinanceOptionCode[]) =>
  codes.map((optionCode) => ({ optionCode, interestFreeOffered: false }));
const campaign: OptionFacts = {
  status: 'draft',
  campaignBudget: 4_200_00,
  campaignBudgetFundsPurpose: 'marketing',
  financeOptionCode: null,
  hasMoney: false,
  offered: [],
  available: options,
  today: '2026-11-15',
};
const small = { ...campaign, campaignBudget: 999_99 };
const codeOf = (verdict: { ok: boolean; code?: string }) => (verdict.ok ? 'allowed' : verdict.code);

describe('offering an option', () => {
  // biome-ignore format: a table
  const expected: Record<AgreementStatus, string> = {
    cancelled: 'options-closed', rejected: 'options-closed', draft: 'allowed', 'waiting-invite': 'allowed',
    'waiting-info': 'allowed', 'waiting-approval': 'allowed', approved: 'options-closed', signed: 'options-closed',
    executed: 'options-closed', withdrawn: 'options-closed', 'waiting-settlement': 'options-closed', complete: 'options-closed',
  };
  it.each(agreementStatuses)('in %s is possible until the campaign is approved', (status) => {
    for (const code of financeOptionCodes) {
      expect(codeOf(decideOffer({ ...campaign, status }, code, australia))).toBe(expected[status]);
      const offered = { ...campaign, status, offered: offering(code) };
      expect(codeOf(decideWithdraw(offered, code, 'admin', australia))).toBe(expected[status]);
    }
  });

  it('needs 1000 for Pay Later in Australia and for Pay On Success, to the cent, also for an admin', () => {
    const enough = { ...campaign, campaignBudget: 1_000_00 };
    expect(financeOptionCodes.map((code) => codeOf(decideOffer(small, code, australia)))).toEqual([
      'allowed',
      'budget-too-small',
      'budget-too-small',
    ]);
    expect(financeOptionCodes.map((code) => codeOf(decideOffer(enough, code, australia)))).toEqual(
      financeOptionCodes.map(() => 'allowed'),
    );
    expect(codeOf(decideOffer(small, 'pl', newZealand))).toBe('allowed');
    expect(codeOf(decideOffer({ ...campaign, campaignBudget: null }, 'pl', australia))).toBe('budget-too-small');
  });

  it('is refused if the organisation or the country lacks it, and Pay Later for a deposit', () => {
    const without = (flag: 'active' | 'enabled') => options.map((option) => ({ ...option, [flag]: false }));
    for (const flag of ['active', 'enabled'] as const) {
      const facts = { ...campaign, available: without(flag) };
      expect(decideOffer(facts, 'pn', australia)).toMatchObject({
        because: 'Pay Upfront is not available for this campaign.',
      });
    }
    const inNewZealand = { ...campaign, available: tenantOptions([], newZealand) };
    expect(codeOf(decideOffer(inNewZealand, 'pos', newZealand))).toBe('option-not-available');
    const deposit = { ...campaign, campaignBudgetFundsPurpose: 'deposit' as const };
    expect(codeOf(decideOffer(deposit, 'pl', australia))).toBe('option-not-available');
    expect(optionsShown(deposit, australia)).toEqual(['pn', 'pos']);
    expect(optionsShown(campaign, newZealand)).toEqual(['pn', 'pl']);
  });
});

describe('switching an option off', () => {
  const all = { ...campaign, offered: offering('pn', 'pos', 'pl') };

  it('is refused once it is chosen or paid for', () => {
    expect(codeOf(decideWithdraw({ ...all, financeOptionCode: 'pl' }, 'pl', 'admin', australia))).toBe('option-chosen');
    expect(codeOf(decideWithdraw({ ...all, financeOptionCode: 'pl' }, 'pn', 'admin', australia))).toBe('allowed');
    const paid = { ...all, financeOptionCode: 'pn' as const, hasMoney: true };
    expect(codeOf(decideWithdraw(paid, 'pn', 'admin', australia))).toBe('money-received');
    expect(codeOf(decideWithdraw(paid, 'pl', 'admin', australia))).toBe('allowed');
  });

  it.each(['manager', 'employee'] as const)(
    'below 1000: an organisation’s %s may switch off Pay On Success but not Pay Later',
    (standing) => {
      const low = { ...all, campaignBudget: 999_99 };
      expect(financeOptionCodes.map((code) => codeOf(decideWithdraw(low, code, standing, australia)))).toEqual([
        'allowed',
        'allowed',
        'budget-too-small',
      ]);
      expect(codeOf(decideWithdraw(low, 'pl', 'admin', australia))).toBe('allowed');
      expect(codeOf(decideWithdraw(low, 'pl', standing, newZealand))).toBe('allowed');
    },
  );
});

describe('the message on an option’s card', () => {
  const tooSmallForLater =
    'This campaign is not eligible for Pay Later Finance as the Campaign Budget is less than $1000.';
  const tooSmallForSuccess =
    'This campaign is not eligible for Pay On Success Finance as the Campaign Budget is less than $1000.';

  it('for a small budget: always for Pay Later, for Pay On Success only while it is not offered', () => {
    const offered = { ...small, offered: offering('pos', 'pl') };
    expect(toggleOf(small, 'pos', 'employee', australia).message).toBe(tooSmallForSuccess);
    expect(toggleOf(offered, 'pos', 'employee', australia)).toMatchObject({ message: null, mayToggle: true });
    expect(toggleOf(small, 'pl', 'employee', australia).message).toBe(tooSmallForLater);
    expect(toggleOf(offered, 'pl', 'employee', australia)).toMatchObject({
      message: tooSmallForLater,
      mayToggle: false,
    });
    expect(toggleOf(small, 'pn', 'employee', australia)).toMatchObject({ message: null, mayToggle: true });
  });

  it('for an option that the organisation lacks', () => {
    const facts = { ...campaign, available: options.map((option) => ({ ...option, active: false })) };
    expect(toggleOf(facts, 'pn', 'manager', australia)).toEqual({
      code: 'pn',
      isOffered: false,
      mayToggle: false,
      message: 'Pay Upfront is not available for this campaign',
    });
  });
});

describe('the interest-free offer', () => {
  const offerUntil = (interestFreeOfferExpiryDate: string | null) => ({
    ...campaign,
    offered: offering('pl'),
    available: options.map((option) => ({ ...option, interestFreeOffered: true, interestFreeOfferExpiryDate })),
  });
  const running = offerUntil('2026-11-15');
  const ended = offerUntil('2026-11-14');

  it('runs to the end of its last day', () => {
    expect([running, ended, offerUntil(null), campaign].map(interestFreeState)).toEqual([
      'running',
      'ended',
      'running',
      'none',
    ]);
  });

  // biome-ignore format: a table
  it.each([
    ['running', true,  'admin', 'allowed'], ['running', false, 'admin', 'allowed'],
    ['running', true,  'employee', 'allowed'], ['running', false, 'manager', 'allowed'],
    ['ended',   true,  'admin', 'no-interest-free-offer'], ['ended', false, 'admin', 'allowed'],
    ['ended',   true,  'employee', 'no-interest-free-offer'], ['ended', false, 'manager', 'no-interest-free-offer'],
  ] as const)('%s, switched to %s by %s: %s', (state, isOn, standing, outcome) => {
    const facts = state === 'running' ? running : ended;
    expect(codeOf(decideInterestFree(facts, isOn, standing))).toBe(outcome);
  });

  it('needs Pay Later among the options, and an admin once approved', () => {
    expect(codeOf(decideInterestFree({ ...running, offered: [] }, true, 'admin'))).toBe('option-not-offered');
    const approved = { ...running, status: 'approved' as const };
    expect(codeOf(decideInterestFree(approved, true, 'admin'))).toBe('allowed');
    expect(codeOf(decideInterestFree(approved, true, 'manager'))).toBe('options-closed');
    expect(codeOf(decideInterestFree({ ...running, status: 'signed' }, true, 'admin'))).toBe('options-closed');
  });
});
