import type { CountryNumbers } from '@kerb/domain/countries/country-numbers.ts';
import { newZealandBankAccount } from '@kerb/domain/countries/new-zealand/bank-account.ts';
import { nzbn } from '@kerb/domain/countries/new-zealand/nzbn.ts';

export const newZealandNumbers: CountryNumbers = {
  businessNumber: nzbn,
  bankAccount: newZealandBankAccount,
  postcodesByState: {},
};
