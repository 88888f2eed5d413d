import { amlCheckByDefault, campaignDefaults } from '@kerb/domain/agreements/campaign-defaults.ts';
import { describe, expect, it } from 'vitest';

const none = {
  type: 'agency',
  fundManually: false,
  recommendAgency: false,
  recommendConveyancer: false,
  recommendConveyancerSettings: { partnerName: 'no-partner', defaultResponse: null },
  loanLiveReminders: true,
  preSettlementReminders: true,
  postSettlementReminders: true,
} as const;
const partner = (defaultResponse: 'yes' | 'no' | null) => ({
  recommendConveyancer: true,
  recommendConveyancerSettings: { partnerName: 'landmark', defaultResponse } as const,
});

describe('a new campaign', () => {
  // biome-ignore format: a table
  it.each([
    ['has the funding of its organisation',      { fundManually: true },                          { fundManually: true }],
    ['has the reminders of its organisation',    { loanLiveReminders: false },                    { loanLiveReminders: false, preSettlementReminders: true }],
    ['recommends if the default is yes',         partner('yes'),                                  { recommendConveyancer: true }],
    ['recommends nobody if the default is no',   partner('no'),                                   { recommendConveyancer: false }],
    ['leaves the answer open without a default', partner(null),                                   { recommendConveyancer: false }],
    ['recommends nobody if it is switched off',  { ...partner('yes'), recommendConveyancer: false }, { recommendConveyancer: false }],
    ['of a supplier recommends an agency',       { type: 'supplier', recommendAgency: true } as const, { recommendAgency: true }],
    ['of an agency recommends none',             { recommendAgency: true },                       { recommendAgency: false }],
  ])('%s', (_what, settings, expected) => {
    expect(campaignDefaults({ ...none, ...settings })).toMatchObject(expected);
  });
});

describe('a new payer', () => {
  // biome-ignore format: a table
  it.each([
    [true,  'yes', true],
    [true,  'no',  false],
    [true,  null,  false],
    [false, 'yes', false],
  ] as const)('with AML delegation %j and default %j is checked: %j', (amlDelegation, defaultResponse, is) => {
    expect(amlCheckByDefault({ amlDelegation, amlDelegationSettings: { askAgent: true, defaultResponse } })).toBe(is);
  });
});
