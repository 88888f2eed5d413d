import { decideSendingAccount } from '@kerb/domain/batches/sending-account.ts';
import { addressPartErrors } from '@kerb/domain/countries/address-scheme.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { numberSchemes } from '@kerb/domain/countries/number-schemes.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
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

describe.each(countryCodes)('what else %s needs', (code) => {
  const country = countries[code];

  it('has days to cancel exactly if its rules say so', () => {
    expect(serverCountries[code].cancellationWorkingDays > 0).toBe(country.payLater.hasCancellationPeriod);
  });

  it('has a postcode that is an example of its pattern and fits the input', () => {
    const { pattern, example, longest } = country.address.postcode;
    expect(example).toMatch(new RegExp(`^(?:${pattern})$`));
    expect(example.length).toBeLessThanOrEqual(longest);
    expect(addressPartErrors({ postalCode: example }, country.address)).toEqual({});
    expect(addressPartErrors({ postalCode: `${example}?` }, country.address)).toHaveProperty('postalCode');
  });

  it('has an input for each number of a bank account, and for no other', () => {
    const { bsbNumber } = numberSchemes[code].bankAccount;
    const numbers = bsbNumber === null ? ['accountNumber'] : ['bsbNumber', 'accountNumber'];
    expect(country.bankAccountFields.map(({ name }) => name)).toEqual(numbers);
  });

  it('has a bank account for its sandbox that it accepts itself, and a bank file', () => {
    const { sandboxAccount, bankFiles } = serverCountries[code];
    const given = { ...sandboxAccount, format: '', namesOwnAccount: false, isSelfBalancing: false };
    expect(decideSendingAccount(given, country)).toMatchObject({
      ok: true,
      value: { format: Object.keys(bankFiles)[0] },
    });
  });

  it('has postcodes only for states that it has', () => {
    const states: readonly string[] = country.address.state?.names ?? [];
    for (const state of Object.keys(numberSchemes[code].postcodesByState)) expect(states).toContain(state);
  });

  it('has its own time zones, the default first', () => {
    const zones = serverCountries[code].timeZones.map(({ identifier }) => identifier);
    expect(zones[0]).toBe(country.defaultTimeZone);
    for (const zone of zones) expect(() => new Temporal.ZonedDateTime(0n, zone)).not.toThrow();
  });
});

/** The rates among them never change here: campaigns quoted before rates had days keep them. A new rate is a row. */
describe('the settings that the product owner gave', () => {
  // biome-ignore format: a table
  const given = [
    ['AU', 'KerbPay',  '+61', 1_450, 550, 1_200, 184_00, 1_000, '1300 665 136', '#4A7B93'],
    ['NZ', 'KerbFlow', '+64', 1_595, 600, null,  120_00, 1_500, '0800 100 265', '#0C2B38'],
  ] as const;

  it('are written here for every country', () => {
    expect(given.map(([code]) => code)).toEqual(countryCodes);
  });

  it.each(given)('for %s are these', (code, brand, dialCode, interest, fee, success, caveat, gst, phone, colour) => {
    const country = countries[code];
    expect(country).toMatchObject({ brand, dialCode, gstBasisPoints: gst, supportPhone: phone, brandColour: colour });
    expect(country.payLater).toMatchObject({ interestRateBasisPoints: interest, serviceFeeBasisPoints: fee });
    expect(country.payOnSuccess?.serviceFeeBasisPoints ?? null).toBe(success);
    expect(country).toMatchObject({
      securityRegistrationFeeCents: caveat,
      defaultCampaignPeriodDays: 90,
      longestLoanDays: 180,
    });
  });
});
