import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { describe, expect, it } from 'vitest';

describe.each(countryCodes)('the rules of %s', (code) => {
  const country = countries[code];

  it('are registered under their own code', () => {
    expect(country.code).toBe(code);
  });

  it('name a time zone, a locale and a currency that exist', () => {
    expect(() => new Temporal.ZonedDateTime(0n, country.defaultTimeZone)).not.toThrow();
    expect(Intl.NumberFormat.supportedLocalesOf([country.locale])).toEqual([country.locale]);
    expect(Intl.supportedValuesOf('currency')).toContain(country.currency);
  });

  it('offer Pay On Success exactly if it has a fee', () => {
    expect(country.financeOptions.includes('pos')).toBe(country.payOnSuccess !== null);
  });

  it('have whole rates and fees above zero', () => {
    const { payLater, securityRegistrationFeeCents, gstBasisPoints } = country;
    const rates = [
      payLater.interestRateBasisPoints,
      payLater.serviceFeeBasisPoints,
      securityRegistrationFeeCents,
      gstBasisPoints,
    ];
    expect(rates.every((rate) => Number.isInteger(rate) && rate > 0)).toBe(true);
  });
});

describe('the settings that the product owner gave', () => {
  // biome-ignore format: a table
  it.each([
    ['AU', 'KerbPay',  '+61', 1_450, 550, 1_200, 184_00, 1_000, '1300 665 136', '#4A7B93'],
    ['NZ', 'KerbFlow', '+64', 1_595, 600, null,  120_00, 1_500, '0800 100 265', '#0C2B38'],
  ] as const)('for %s are these', (code, brand, dialCode, interest, fee, success, caveat, gst, phone, colour) => {
    const country = countries[code];
    expect(country).toMatchObject({ brand, dialCode, gstBasisPoints: gst, supportPhone: phone, brandColour: colour });
    expect(country.payLater).toMatchObject({ interestRateBasisPoints: interest, serviceFeeBasisPoints: fee });
    expect(country.payOnSuccess?.serviceFeeBasisPoints ?? null).toBe(success);
    expect(country).toMatchObject({ securityRegistrationFeeCents: caveat, defaultCampaignPeriodDays: 90, longestLoanDays: 180 });
  });
});
