import { decideOperatingAccount } from '@kerb/domain/batches/operating-account.ts';
import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { describe, expect, it } from 'vitest';

const auTrust = { accountName: 'Kerb Trust', bsbNumber: '062000', accountNumber: '12345678' };
const nzTrust = { accountName: 'Kerb Trust', bsbNumber: null, accountNumber: '0109020068389000' };
const au = { accountName: 'Kerb Operating', bsbNumber: '062-000', accountNumber: '8765 4321' };
const nz = { accountName: 'Kerb Operating', bsbNumber: '', accountNumber: '01-0902-0068389-001' };

const becauseOf = (
  given: typeof au,
  trust: Parameters<typeof decideOperatingAccount>[1],
  country: typeof australia,
) => {
  const verdict = decideOperatingAccount(given, trust, country);
  return verdict.ok ? null : verdict.because;
};

describe('the account of our own money', () => {
  it('is another account than the one that payers pay into', () => {
    expect(decideOperatingAccount(au, auTrust, australia)).toMatchObject({
      value: { accountName: 'Kerb Operating', bsbNumber: '062000', accountNumber: '87654321' },
    });
    expect(decideOperatingAccount(nz, nzTrust, newZealand)).toMatchObject({
      value: { bsbNumber: null, accountNumber: '0109020068389001' },
    });
  });

  it('may have the same number at another bank', () => {
    const given = { ...au, bsbNumber: '033-000', accountNumber: auTrust.accountNumber };
    expect(becauseOf(given, auTrust, australia)).toBeNull();
  });

  // biome-ignore format: a table
  it.each([
    ['the same account',  { ...au, accountNumber: '1234-5678' },                          'OPERATING_ACCOUNT_NUMBER is the account of BANK_ACCOUNT_NUMBER: set another account, or none.'],
    ['no name',           { ...au, accountName: '' },                                     'The bank account of OPERATING_ACCOUNT_NUMBER is not right: Enter the account name.'],
    ['a guessed BSB',     { ...au, bsbNumber: '12-345' },                                 'The bank account of OPERATING_ACCOUNT_NUMBER is not right: We read this as 012-345. Please check. Write all six digits.'],
    ['no values',         { accountName: '', bsbNumber: '', accountNumber: '' },          'OPERATING_ACCOUNT_NUMBER is missing: set the account of your own money.'],
  ])('is refused for %s', (_what, given, because) => expect(becauseOf(given, auTrust, australia)).toBe(because));
});
