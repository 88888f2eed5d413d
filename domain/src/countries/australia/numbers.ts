import { abn } from '@kerb/domain/countries/australia/abn.ts';
import { australianBankAccount } from '@kerb/domain/countries/australia/bank-account.ts';
import type { CountryNumbers } from '@kerb/domain/countries/country-numbers.ts';

/** The postcodes of each state by Australia Post, including boxes and large receivers. */
// biome-ignore format: a table
const postcodesByState: CountryNumbers['postcodesByState'] = {
  NSW: [[1000, 2599], [2619, 2899], [2921, 2999]],
  ACT: [[200, 299], [2600, 2618], [2900, 2920]],
  Vic: [[3000, 3999], [8000, 8999]],
  Qld: [[4000, 4999], [9000, 9999]],
  SA:  [[5000, 5999]],
  WA:  [[6000, 6999]],
  Tas: [[7000, 7999]],
  NT:  [[800, 999]],
};

export const australianNumbers: CountryNumbers = {
  businessNumber: abn,
  bankAccount: australianBankAccount,
  postcodesByState,
};
