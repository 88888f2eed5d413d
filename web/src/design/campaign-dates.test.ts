import { dateLine, settlementCountdown } from '@kerb/web/design/campaign-dates.ts';
import { describe, expect, it } from 'vitest';

const lastUpdateDate = '2026-11-02T00:00:00.000Z';

describe('the date on a card', () => {
  it.each([
    ['2026-12-01', '2026-11-03', 'Settlement', '2026-12-01'],
    [null, '2026-11-03', 'Funding Request Date', '2026-11-03'],
    [null, null, 'Last updated', lastUpdateDate],
  ])('of settlement %j and funding %j is its %s', (propertySettlementDate, campaignPlannedStartDate, label, value) => {
    expect(dateLine({ propertySettlementDate, campaignPlannedStartDate, lastUpdateDate })).toEqual({ label, value });
  });
});

describe('the days to settlement', () => {
  // biome-ignore format: a table
  it.each([
    ['executed',  '2026-12-15', '30 days to settlement',    'neutral'],
    ['signed',    '2026-11-22', '7 days to settlement',     'attention'],
    ['withdrawn', '2026-11-16', '1 day to settlement',      'attention'],
    ['executed',  '2026-11-15', 'Settlement today',         'attention'],
    ['executed',  '2026-11-14', '1 day past settlement',    'danger'],
  ] as const)('of %s on %s read %s', (status, propertySettlementDate, text, tone) => {
    expect(settlementCountdown({ status, propertySettlementDate }, '2026-11-15')).toEqual({ text, tone });
  });

  it.each(['draft', 'complete', 'approved'] as const)('are not counted for %s', (status) => {
    expect(settlementCountdown({ status, propertySettlementDate: '2026-11-20' }, '2026-11-15')).toBeNull();
  });
});
