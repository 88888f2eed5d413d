import { dateLine, settlementCountdown } from '@kerb/domain/agreements/campaign-dates.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const lastUpdateDate = '2026-11-02T00:00:00.000Z';

describe('the date on a card', () => {
  // biome-ignore format: a table
  it.each([
    // withdrawn     settlement    auction       funding       label                   value
    ['2026-10-20', '2026-12-01', '2026-11-21', '2026-11-03', 'Withdrawn Date',       '2026-10-20'  ],
    [null,         '2026-12-01', '2026-11-21', '2026-11-03', 'Settlement Date',      '2026-12-01'  ],
    [null,         null,         '2026-11-21', '2026-11-03', 'Auction Date',         '2026-11-21'  ],
    [null,         null,         null,         '2026-11-03', 'Funding Request Date', '2026-11-03'  ],
    [null,         null,         null,         null,         'Last Updated',         lastUpdateDate],
    ['2026-10-20', null,         null,         null,         'Withdrawn Date',       '2026-10-20'  ],
    [null,         '2026-12-01', null,         null,         'Settlement Date',      '2026-12-01'  ],
    [null,         null,         '2026-11-21', null,         'Auction Date',         '2026-11-21'  ],
  ])('with withdrawn %j, settlement %j, auction %j and funding %j is the %s', (withdrawn, settlement, auction, funding, label, value) => {
    const dates = {
      propertyWithdrawnFromSaleDate: withdrawn,
      propertySettlementDate: settlement,
      auctionDate: auction,
      campaignPlannedStartDate: funding,
      lastUpdateDate,
    };
    expect(dateLine(dates)).toEqual({ label, value });
  });
});

const today = '2026-11-15';
const sydney = 'Australia/Sydney';
const submitted = '2026-11-05T03:00:00.000Z';

describe('the days to settlement', () => {
  // biome-ignore format: a table
  it.each([
    ['executed',           '2026-12-15', '30 days to settlement',  'neutral'  ],
    ['waiting-settlement', '2026-11-23', '8 days to settlement',   'neutral'  ],
    ['signed',             '2026-11-22', '7 days to settlement',   'attention'],
    ['withdrawn',          '2026-11-16', '1 day to settlement',    'attention'],
    ['executed',           '2026-11-15', 'Settlement today',       'attention'],
    ['executed',           '2026-11-14', '1 day past settlement',  'danger'   ],
    ['waiting-settlement', '2026-11-01', '14 days past settlement', 'danger'  ],
  ] as const)('of %s on %s read %s', (status, propertySettlementDate, text, tone) => {
    const campaign = { status, propertySettlementDate, applicationSubmitDate: submitted };
    expect(settlementCountdown(campaign, today, sydney)).toEqual({ text, tone });
  });

  it.each(['signed', 'executed', 'waiting-settlement', 'withdrawn'] as const)(
    'of %s are absent without a settlement date, however long ago it was submitted',
    (status) => {
      const campaign = { status, propertySettlementDate: null, applicationSubmitDate: submitted };
      expect(settlementCountdown(campaign, today, sydney)).toBeNull();
    },
  );
});

describe('the days since a withdrawal', () => {
  // biome-ignore format: a table
  it.each([
    ['2026-11-15', 'Withdrawn today',         'attention'],
    ['2026-11-08', '7 days since withdrawal', 'attention'],
    ['2026-11-07', '8 days since withdrawal', 'danger'   ],
  ] as const)('on %s read %s, red once the loan is overdue', (propertyWithdrawnFromSaleDate, text, tone) => {
    const campaign = { status: 'withdrawn', propertySettlementDate: null, applicationSubmitDate: submitted } as const;
    expect(settlementCountdown({ ...campaign, propertyWithdrawnFromSaleDate }, today, sydney)).toEqual({ text, tone });
  });
});

describe('the days since submission', () => {
  // biome-ignore format: a table
  it.each([
    ['2026-11-15T01:00:00.000Z', 'Submitted today'         ],
    ['2026-11-14T03:00:00.000Z', '1 day since submission'  ],
    ['2026-11-05T03:00:00.000Z', '10 days since submission'],
    // 22:00 in London is the next morning in Sydney.
    ['2026-11-14T22:00:00.000Z', 'Submitted today'         ],
    // A submission slightly in the future, by a clock that is ahead, counts as today.
    ['2026-11-16T03:00:00.000Z', 'Submitted today'         ],
  ])('at %s read %s', (applicationSubmitDate, text) => {
    const campaign = { status: 'waiting-approval', propertySettlementDate: null, applicationSubmitDate } as const;
    expect(settlementCountdown(campaign, today, sydney)).toEqual({ text, tone: 'neutral' });
  });

  it('are counted while the campaign is open and not settled, even if the settlement date is known', () => {
    const counted = agreementStatuses.filter((status) => {
      const campaign = { status, propertySettlementDate: '2026-12-01', applicationSubmitDate: submitted };
      return settlementCountdown(campaign, today, sydney)?.text === '10 days since submission';
    });
    expect(counted).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved']);
  });

  it.each(['cancelled', 'rejected', 'complete'] as const)('are not counted for %s', (status) => {
    const campaign = { status, propertySettlementDate: '2026-12-01', applicationSubmitDate: submitted };
    expect(settlementCountdown(campaign, today, sydney)).toBeNull();
  });

  it('are absent before the submission', () => {
    const campaign = { status: 'waiting-invite', propertySettlementDate: null, applicationSubmitDate: null } as const;
    expect(settlementCountdown(campaign, today, sydney)).toBeNull();
  });
});
