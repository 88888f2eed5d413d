import { countries } from '@kerb/domain/countries/countries.ts';
import { retentionDate } from '@kerb/domain/payers/retention.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

describe('how long personal data is kept', () => {
  it('is seven years in Australia and five in New Zealand, from the end', () => {
    const ended = { status: 'complete', statusDay: '2026-11-15' } as const;
    expect(retentionDate(ended, countries.AU)).toBe('2033-11-15');
    expect(retentionDate(ended, countries.NZ)).toBe('2031-11-15');
    expect(retentionDate({ ...ended, statusDay: '2024-02-29' }, countries.NZ)).toBe('2029-02-28');
  });

  it('does not begin before the campaign has ended', () => {
    const begun = agreementStatuses.filter((status) =>
      retentionDate({ status, statusDay: '2026-11-15' }, countries.AU),
    );
    expect(begun).toEqual(['cancelled', 'rejected', 'complete']);
  });
});
