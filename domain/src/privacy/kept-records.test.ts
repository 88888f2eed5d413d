import { countries } from '@kerb/domain/countries/countries.ts';
import { logKeptYears } from '@kerb/domain/privacy/kept-records.ts';
import { expect, it } from 'vitest';

it.each(Object.values(countries))(
  'the log is kept at least as long as the records of a campaign in $code',
  (country) => {
    expect(logKeptYears).toBeGreaterThanOrEqual(country.retentionYears);
  },
);
