import { calendarEntry, calendarSpan, type DatedCampaign } from '@kerb/domain/calendar/calendar-dates.ts';
import { describe, expect, it } from 'vitest';

const place = { country: { code: 'NZ' }, publicUrl: 'https://kerb.example' } as const;
const campaign = (change: Partial<DatedCampaign> = {}): DatedCampaign => ({
  id: 10231,
  campaignBudgetFundsPurpose: 'marketing',
  date: 'settlement',
  day: '2026-12-01',
  tenantId: 7,
  address: '12 Rata St, Levin',
  version: 4,
  lastUpdateDate: '2026-11-02T00:00:00.000Z',
  ...change,
});

describe('an entry of the calendar', () => {
  it('names the date, the address and the Flow No., and leads to the campaign', () => {
    expect(calendarEntry(campaign(), place)).toEqual({
      uid: 'settlement-10231@nz.kerb',
      day: '2026-12-01',
      summary: 'Settlement Date: 12 Rata St, Levin (NZ10231)',
      category: 'Settlement Date',
      url: 'https://kerb.example/agencies/7/applications/10231',
      sequence: 4,
      lastModified: '2026-11-02T00:00:00.000Z',
    });
  });

  it('has the Flow No. alone without a property, because the campaign is named after its payers', () => {
    expect(calendarEntry(campaign({ address: null, campaignBudgetFundsPurpose: 'deposit' }), place).summary).toBe(
      'Settlement Date: DNZ10231',
    );
  });

  it('keeps its id if the day moves', () => {
    const moved = calendarEntry(campaign({ day: '2027-01-01', version: 5 }), place);
    expect(moved.uid).toBe(calendarEntry(campaign(), place).uid);
  });

  it('is within a month ago and a year ahead', () => {
    expect(calendarSpan('2026-11-18')).toEqual({ from: '2026-10-18', to: '2027-11-19' });
  });
});
