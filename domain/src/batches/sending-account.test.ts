import { decideSendingAccount, type GivenSendingAccount } from '@kerb/domain/batches/sending-account.ts';
import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { describe, expect, it } from 'vitest';

const switches = { format: '', namesOwnAccount: false, isSelfBalancing: true };
const au: GivenSendingAccount = { ...serverCountries.AU.sandboxAccount, ...switches };
const nz: GivenSendingAccount = { ...serverCountries.NZ.sandboxAccount, ...switches };
const verdictOf = (given: GivenSendingAccount, country: typeof australia | typeof newZealand) => {
  const verdict = decideSendingAccount(given, country);
  return verdict.ok ? verdict.value : verdict.because;
};

describe('the account that organisations are paid from', () => {
  it('of a sandbox is valid in each country, and writes the country’s first file format', () => {
    expect(verdictOf(au, australia)).toEqual({
      format: 'aba',
      account: { accountName: 'Kerb Demo Funds', bsbNumber: '012345', accountNumber: '123456789' },
      bankCode: 'ANZ',
      userIdNumber: '123456',
      namesOwnAccount: false,
      isSelfBalancing: true,
    });
    expect(verdictOf(nz, newZealand)).toMatchObject({
      format: 'bnz',
      account: { accountName: 'Kerb Demo Funds', bsbNumber: null, accountNumber: '0109020068389000' },
    });
  });

  it.each(['bnz', 'anz', 'asb', 'westpac'])('may write the file of %s in New Zealand', (format) => {
    expect(verdictOf({ ...nz, format }, newZealand)).toMatchObject({ format });
  });

  // biome-ignore format: a table
  it.each([
    ['an unknown file format', { ...au, format: 'qif' },               australia,  "BANK_FILE_FORMAT is 'qif': write aba."],
    ['no file format',         { ...au, format: 'constructor' },       australia,  "BANK_FILE_FORMAT is 'constructor': write aba."],
    ['another country’s',      { ...nz, format: 'aba' },               newZealand, "BANK_FILE_FORMAT is 'aba': write bnz, anz, asb, westpac."],
    ['a wrong account',        { ...nz, accountNumber: '01-0242-0100195-00' }, newZealand, 'The bank account of BANK_ACCOUNT_NUMBER is not right: That bank account number is not valid. Please check each digit.'],
    ['no name',                { ...au, accountName: '' },             australia,  'The bank account of BANK_ACCOUNT_NUMBER is not right: Enter the account name.'],
    ['a guessed BSB',          { ...au, bsbNumber: '12-345' },         australia,  'The bank account of BANK_ACCOUNT_NUMBER is not right: We read this as 012-345. Please check. Write all six digits.'],
    ['no values',              { ...au, accountName: '', bsbNumber: '', accountNumber: '' }, australia, 'BANK_ACCOUNT_NUMBER is missing: set the account that funds are paid from.'],
    ['no bank',                { ...au, bankCode: 'anz' },             australia,  "BANK_CODE is 'anz': write the three letters of the bank, such as ANZ."],
    ['a long user id',         { ...au, userIdNumber: '1234567' },     australia,  "BANK_USER_ID is '1234567': write the number of at most 6 digits that the bank gave."],
  ])('is refused for %s', (_what, given, country, because) => expect(verdictOf(given, country)).toBe(because));
});
