import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { decideSchedule, isMarketingScheduleMissing } from '@kerb/domain/documents/marketing-schedule.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

describe('the Marketing Schedule', () => {
  // biome-ignore format: a table
  it.each<[CountryCode, FundsPurpose, number | null, AttachmentPurpose[], boolean]>([
    ['AU', 'marketing', null,      [],                                    false],
    ['AU', 'marketing', 9_999_99,  [],                                    false],
    ['AU', 'marketing', 10_000_00, [],                                    false],
    ['AU', 'marketing', 10_000_01, [],                                    true ],
    ['AU', 'styling',   10_000_01, [],                                    true ],
    ['AU', 'deposit',   90_000_00, [],                                    false],
    ['AU', 'marketing', 10_000_01, ['supporting-doc', 'internal-doc'],    true ],
    ['AU', 'marketing', 10_000_01, ['supporting-doc', 'marketing'],       false],
    ['AU', 'marketing', 10_000_01, ['marketing-vendor'],                  false],
    ['NZ', 'marketing', 90_000_00, [],                                    false],
  ])('of %s, %s, %s cents, with %j: missing %s', (country, purpose, campaignBudget, filed, isMissing) => {
    const campaign = { campaignBudget, campaignBudgetFundsPurpose: purpose };
    expect(isMarketingScheduleMissing(campaign, filed, countries[country])).toBe(isMissing);
    expect(decideSchedule(campaign, filed, countries[country]).ok).toBe(!isMissing);
  });

  it('is named by the refusal', () => {
    const campaign = { campaignBudget: 15_000_00, campaignBudgetFundsPurpose: 'marketing' } as const;
    expect(decideSchedule(campaign, [], countries.AU)).toMatchObject({
      code: 'marketing-schedule-missing',
      because: expect.stringContaining('A Marketing Schedule is required for campaigns over $10,000.'),
    });
  });
});
