import type { BankAccountScheme } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { BusinessNumberScheme } from '@kerb/domain/countries/business-number-scheme.ts';

/** The postcodes of a state, from and to included. */
export type PostcodeRanges = readonly (readonly [from: number, to: number])[];

/** How a country's numbers are parsed, checked and formatted. */
export type CountryNumbers = {
  businessNumber: BusinessNumberScheme;
  bankAccount: BankAccountScheme;
  /** Empty if postcodes do not depend on the state. */
  postcodesByState: Record<string, PostcodeRanges>;
};
