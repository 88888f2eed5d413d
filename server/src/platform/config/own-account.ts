import { decideOperatingAccount } from '@kerb/domain/batches/operating-account.ts';
import { decideSendingAccount } from '@kerb/domain/batches/sending-account.ts';
import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { SendingAccount } from '@kerb/domain/countries/bank-file.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

/** The account that payers pay into: the trust account. A sandbox has one that nobody owns. */
export function bankAccountOf({ values, mode, mistakes }: Reading): SendingAccount | null {
  const given = {
    accountName: values.BANK_ACCOUNT_NAME ?? '',
    bsbNumber: values.BANK_BSB ?? '',
    accountNumber: values.BANK_ACCOUNT_NUMBER ?? '',
    bankCode: values.BANK_CODE ?? '',
    userIdNumber: values.BANK_USER_ID ?? '',
  };
  const isGiven = Object.values(given).some(Boolean);
  if (!isGiven && mode === 'production') return null;
  const verdict = decideSendingAccount(
    {
      ...(isGiven ? given : serverCountries[values.COUNTRY.code].sandboxAccount),
      format: values.BANK_FILE_FORMAT ?? '',
      namesOwnAccount: values.BANK_FILE_NAMES_ACCOUNT,
      isSelfBalancing: values.BANK_FILE_BALANCED,
    },
    values.COUNTRY,
  );
  if (verdict.ok) return verdict.value;
  mistakes.push(verdict.because);
  return null;
}

/** An account of its own for our money. Null: our money is in the account that payers pay into. */
export function operatingAccountOf({ values, mistakes }: Reading, trust: SendingAccount | null): BankAccount | null {
  const given = {
    accountName: values.OPERATING_ACCOUNT_NAME ?? '',
    bsbNumber: values.OPERATING_BSB ?? '',
    accountNumber: values.OPERATING_ACCOUNT_NUMBER ?? '',
  };
  if (!Object.values(given).some(Boolean)) return null;
  if (trust === null) {
    // A wrong account of payers' money already has its own error message.
    const isMissing = values.BANK_ACCOUNT_NUMBER === null;
    if (isMissing) mistakes.push('OPERATING_ACCOUNT_NUMBER is set: set BANK_ACCOUNT_NUMBER too.');
    return null;
  }
  const verdict = decideOperatingAccount(given, trust.account, values.COUNTRY);
  if (verdict.ok) return verdict.value;
  mistakes.push(verdict.because);
  return null;
}

/** An e-mail address, a phone number or a business number, as a bank registers it. */
const payIdForm = /^([^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d -]{9,20})$/;

function mistakesInPayId(name: string, given: string, country: CountryRules): string[] {
  return [
    ...(country.payIdLabel === null ? [`${name} is set: accounts in ${country.name} have no PayID.`] : []),
    ...(payIdForm.test(given) ? [] : [`${name}: write an e-mail address, a phone number or a business number.`]),
  ];
}

/** Another name of the account that payers pay into, for instant payments. A sandbox has an invented one. */
export function payIdOf({ values, mode, mistakes }: Reading): string | null {
  const { BANK_PAYID: given, COUNTRY: country } = values;
  if (given === null) return mode === 'sandbox' && country.payIdLabel !== null ? 'payments@example.com' : null;
  mistakes.push(...mistakesInPayId('BANK_PAYID', given, country));
  return given;
}

/** Another name of the operating account, for repayments of loans. */
export function operatingPayIdOf({ values, mistakes }: Reading): string | null {
  const { OPERATING_PAYID: given, OPERATING_ACCOUNT_NUMBER: number, COUNTRY: country } = values;
  if (given === null) return null;
  mistakes.push(...mistakesInPayId('OPERATING_PAYID', given, country));
  if (number === null) mistakes.push('OPERATING_PAYID is set: set OPERATING_ACCOUNT_NUMBER too.');
  return given;
}
