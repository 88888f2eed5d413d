import { isOwed, isPaidByBatch, type OwedFacts, owedAmount, transferOf } from '@kerb/domain/batches/owed.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const paidUpfront: OwedFacts = {
  status: 'approved',
  financeOptionCode: 'pn',
  campaignUpfrontPaymentRef: 'REF-1',
  campaignAgencySettlementDate: null,
};

describe('what is owed to an organisation', () => {
  // biome-ignore format: a table
  it.each([
    ['pn',  'approved', 'REF-1', true ],
    ['pn',  'approved', null,    false],
    ['pn',  'approved', '',      false],
    ['pn',  'signed',   'REF-1', false],
    ['pn',  'complete', 'REF-1', false],
    ['pos', 'approved', null,    false],
    ['pos', 'signed',   null,    true ],
    ['pos', 'executed', null,    false],
    ['pl',  'approved', null,    false],
    ['pl',  'approved', 'REF-1', false],
    ['pl',  'signed',   null,    true ],
    ['pl',  'executed', null,    false],
    [null,  'approved', 'REF-1', false],
    [null,  'signed',   null,    false],
  ] as const)('by %s in %s, paid by %j: %j', (financeOptionCode, status, campaignUpfrontPaymentRef, expected) => {
    expect(isOwed({ ...paidUpfront, financeOptionCode, status, campaignUpfrontPaymentRef })).toBe(expected);
  });

  it('is owed in exactly one status of each option', () => {
    const owed = financeOptionCodes.map((financeOptionCode) =>
      agreementStatuses.filter((status) => isOwed({ ...paidUpfront, financeOptionCode, status })),
    );
    expect(owed).toEqual([['approved'], ['signed'], ['signed']]);
  });

  it.each(financeOptionCodes)('is no longer owed once the funds of a %s campaign have been transferred', (option) => {
    const campaign = { ...paidUpfront, financeOptionCode: option, status: option === 'pn' ? 'approved' : 'signed' };
    expect(isOwed(campaign as OwedFacts)).toBe(true);
    expect(isOwed({ ...campaign, campaignAgencySettlementDate: '2026-11-15' } as OwedFacts)).toBe(false);
  });
});

describe('the transfer of owed funds', () => {
  // biome-ignore format: a table
  it.each([
    [false, false, 'next-batch'],
    [false, true,  'manual'    ],
    [true,  false, 'in-batch'  ],
    [true,  true,  'in-batch'  ],
  ] as const)('in a batch (%j), funded manually (%j): %s', (isInBatch, fundManually, expected) => {
    expect(transferOf({ isInBatch, fundManually })).toBe(expected);
  });

  it('is by batch only for funds that are owed and not funded manually', () => {
    expect(isPaidByBatch({ ...paidUpfront, fundManually: false })).toBe(true);
    expect(isPaidByBatch({ ...paidUpfront, fundManually: true })).toBe(false);
    expect(isPaidByBatch({ ...paidUpfront, fundManually: false, campaignUpfrontPaymentRef: null })).toBe(false);
  });
});

describe('the amount that is owed', () => {
  // biome-ignore format: a table
  it.each([
    ['the budget',                                null,    420_000, 420_000],
    ['the settlement amount, if it is set',       400_000, 420_000, 400_000],
    ['the settlement amount, even if it is zero', 0,       420_000, 0      ],
    ['zero if neither is known',                  null,    null,    0      ],
  ] as const)('is %s', (_which, campaignAgencySettlementAmount, campaignBudget, expected) => {
    expect(owedAmount({ campaignAgencySettlementAmount, campaignBudget })).toBe(expected);
  });
});
