import { missingBefore, type ReadinessFacts } from '@kerb/domain/actions/readiness.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { type ApprovalFacts, decideApproval } from '@kerb/domain/loans/approval.ts';
import { describe, expect, it } from 'vitest';

const approval: ApprovalFacts = {
  isEditing: false,
  campaignBudget: 10_000_00,
  campaignAdditionalAmount: null,
  serviceFee: 550_00,
  interestRate: 14_50,
  comparisonRate: 36_81,
  manualAgreement: false,
  lendingAgreements: 1,
  isScheduleMissing: null,
  sellingPriceMin: 900_000_00,
  sellingPriceMax: 1_100_000_00,
};

const ready: ReadinessFacts = {
  financeOptionCode: 'pl',
  campaignBudget: 10_000_00,
  campaignPlannedStartDate: '2026-12-01',
  payers: 2,
  approval,
};

const fixes = (name: 'send' | 'approve', change: Partial<ReadinessFacts>) =>
  missingBefore(name, { ...ready, ...change }, countries.AU).map(({ fixedAt }) => fixedAt);

describe('what is missing before sending', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<ReadinessFacts>, string[]]>([
    ['nothing',                 {},                                                       []],
    ['a payer',                 { payers: 0 },                                            ['payers']],
    ['the budget',              { campaignBudget: null },                                 ['campaignBudget']],
    ['the funding date',        { campaignPlannedStartDate: null },                       ['campaignPlannedStartDate']],
    ['the Marketing Schedule',  { approval: { ...approval, isScheduleMissing: true } },   ['marketingDocuments']],
    ['everything',              { payers: 0, campaignBudget: 0, campaignPlannedStartDate: null }, ['payers', 'campaignBudget', 'campaignPlannedStartDate']],
  ])('is %s', (_, change, expected) => {
    expect(fixes('send', change)).toEqual(expected);
  });

  it('names the field as the refusal of the server does', () => {
    const [item] = missingBefore('send', { ...ready, campaignBudget: null }, countries.AU);
    expect(item?.words).toBe('Enter the Marketing Budget');
    const facts = { status: 'draft', campaignBudget: null, campaignPlannedStartDate: '2026-12-01' } as const;
    const refused = decideStatusChange(facts, 'waiting-invite', 'manager');
    expect(refused.ok ? '' : refused.because).toContain('Marketing Budget');
  });
});

describe('what is missing before approving', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<ApprovalFacts>]>([
    ['nothing',             {}],
    ['a saved card',        { isEditing: true }],
    ['the fee',             { serviceFee: null }],
    ['fee and rate',        { serviceFee: null, interestRate: null, comparisonRate: null }],
    ['a higher valuation',  { sellingPriceMin: 100_000_00, sellingPriceMax: 100_000_00 }],
    ['the schedule',        { isScheduleMissing: true }],
  ])('is what the approval would be refused for: %s', (_, change) => {
    const facts = { ...approval, ...change };
    const isReady = missingBefore('approve', { ...ready, approval: facts }, countries.AU).length === 0;
    expect(isReady).toBe(decideApproval('pl', facts, countries.AU).ok);
  });

  it('names each field once, though several rules need it', () => {
    expect(fixes('approve', { approval: { ...approval, serviceFee: null, comparisonRate: null } })).toEqual([
      'serviceFee',
    ]);
  });

  it('is nothing where nothing is lent', () => {
    expect(fixes('approve', { financeOptionCode: 'pn', approval: { ...approval, serviceFee: null } })).toEqual([]);
  });
});
