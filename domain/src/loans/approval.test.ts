import { countries } from '@kerb/domain/countries/countries.ts';
import { type ApprovalFacts, checkApproval, decideApproval } from '@kerb/domain/loans/approval.ts';
import { describe, expect, it } from 'vitest';

const ready: ApprovalFacts = {
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

const broken = (option: 'pl' | 'pos', change: Partial<ApprovalFacts>, code: 'AU' | 'NZ' = 'AU') =>
  checkApproval(option, { ...ready, ...change }, countries[code])
    .filter(({ holds }) => !holds)
    .map(({ name }) => name);

describe('approving Pay Later', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<ApprovalFacts>, string[]]>([
    ['everything is complete',               {},                                                                  []],
    ['the card is being edited',             { isEditing: true },                                                 ['saved']],
    ['there is no budget',                   { campaignBudget: null },                                            ['budget']],
    ['the budget is zero',                   { campaignBudget: 0 },                                               ['budget']],
    ['no fee is set',                        { serviceFee: null },                                                ['feeSet']],
    ['the fee is set to zero',               { serviceFee: 0 },                                                   []],
    ['no interest rate is set',              { interestRate: null },                                              ['rateSet']],
    ['the interest rate is zero',            { interestRate: 0 },                                                 []],
    ['there is no comparison rate',          { comparisonRate: null },                                            ['comparisonRate']],
    ['the comparison rate is zero',          { comparisonRate: 0 },                                               ['comparisonRate']],
    ['it is not manual, without a document', { lendingAgreements: 0 },                                            []],
    ['it is manual, without a document',     { lendingAgreements: 0, manualAgreement: true },                     ['manualDocument']],
    ['it is manual, with its document',      { manualAgreement: true },                                           []],
    ['it is at 2.99 %',                      { campaignBudget: 29_900_00 },                                       []],
    ['it is a cent under 3 %',               { campaignBudget: 29_999_99 },                                       []],
    ['it is at 3.00 %',                      { campaignBudget: 30_000_00 },                                       ['valuation']],
    ['the additional amount reaches 3 %',    { campaignBudget: 29_999_99, campaignAdditionalAmount: 1 },          ['valuation']],
    ['the property has no valuation',        { sellingPriceMin: null, sellingPriceMax: null },                    ['valuation']],
    ['several things are missing',           { isEditing: true, serviceFee: null, comparisonRate: null },         ['saved', 'feeSet', 'comparisonRate']],
  ])('if %s', (_why, change, expected) => {
    expect(broken('pl', change)).toEqual(expected);
    expect(decideApproval('pl', { ...ready, ...change }, countries.AU).ok).toBe(expected.length === 0);
  });

  it.each(['pl', 'pos'] as const)('of option %s needs the Marketing Schedule if the campaign needs one', (option) => {
    expect(broken(option, { isScheduleMissing: true })).toEqual(['schedule']);
    expect(broken(option, { isScheduleMissing: false })).toEqual([]);
    const names = checkApproval(option, ready, countries.AU).map(({ name }) => name);
    expect(names).not.toContain('schedule');
  });

  it('asks for no comparison rate in NZ, and does not list the rule', () => {
    expect(broken('pl', { comparisonRate: null }, 'NZ')).toEqual([]);
    expect(broken('pl', { interestRate: null }, 'NZ')).toEqual(['rateSet']);
    expect(checkApproval('pl', ready, countries.NZ).map(({ name }) => name)).not.toContain('comparisonRate');
  });

  it('shows each rule’s figure and where to change it', () => {
    const checked = checkApproval('pl', ready, countries.AU);
    expect(checked.find(({ name }) => name === 'valuation')).toMatchObject({
      figure: { kind: 'share', value: 1_00 },
      mendedBy: 'sellingPriceMin',
    });
    expect(checked.find(({ name }) => name === 'budget')?.figure).toEqual({ kind: 'money', value: 10_000_00 });
  });
});

describe('approving Pay On Success', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<ApprovalFacts>, string[]]>([
    ['everything is complete',             {},                                               []],
    ['the card is being edited',           { isEditing: true },                              ['saved']],
    ['there is no budget',                 { campaignBudget: 0 },                            ['budget']],
    ['the fee is zero',                    { serviceFee: 0 },                                ['feeAbove']],
    ['no fee is set',                      { serviceFee: null },                             ['feeAbove']],
    ['no agreement is attached',           { lendingAgreements: 0 },                         ['document']],
    ['none is attached, but it is manual', { lendingAgreements: 0, manualAgreement: true },  []],
    ['the valuation is unknown',           { sellingPriceMin: null, comparisonRate: null },  []],
    ['it has no interest',                 { interestRate: null },                           []],
  ])('if %s', (_why, change, expected) => {
    expect(broken('pos', change)).toEqual(expected);
  });
});

it.each(['pn', null] as const)('does not exist for %s', (option) => {
  expect(decideApproval(option, ready, countries.AU)).toMatchObject({ ok: false, code: 'not-financed' });
});
