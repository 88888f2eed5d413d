import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { parseBankAccount, type TypedBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';

/** Checks the account of our own money. It is another one than the account that payers pay into. */
export function decideOperatingAccount(
  given: TypedBankAccount,
  trust: BankAccount,
  country: Pick<CountryRules, 'code'>,
): Decision<BankAccount> {
  const wrong = (because: string) => refuse('operating-account', because);
  const read = parseBankAccount(given, country);
  if (!read.ok) return wrong(`The bank account of OPERATING_ACCOUNT_NUMBER is not right: ${read.because}`);
  if (read.value === null) return wrong('OPERATING_ACCOUNT_NUMBER is missing: set the account of your own money.');
  const { account, warnings } = read.value;
  // A BSB that lost a digit belongs to another bank, and nobody is asked at start.
  if (warnings.bsbNumber) {
    const words = `${warnings.bsbNumber} Write all six digits.`;
    return wrong(`The bank account of OPERATING_ACCOUNT_NUMBER is not right: ${words}`);
  }
  if (account.bsbNumber === trust.bsbNumber && account.accountNumber === trust.accountNumber) {
    return wrong('OPERATING_ACCOUNT_NUMBER is the account of BANK_ACCOUNT_NUMBER: set another account, or none.');
  }
  return allow(account);
}
