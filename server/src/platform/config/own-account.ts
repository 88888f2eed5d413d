import { decideSendingAccount } from '@kerb/domain/batches/sending-account.ts';
import type { SendingAccount } from '@kerb/domain/countries/bank-file.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

/** The platform's own bank account. A sandbox has one that nobody owns. */
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

/** An e-mail address, a phone number or a business number, as a bank registers it. */
const payIdForm = /^([^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d -]{9,20})$/;

/** Another name of that account, for instant payments. A sandbox has an invented one. */
export function payIdOf({ values, mode, mistakes }: Reading): string | null {
  const { BANK_PAYID: given, COUNTRY: country } = values;
  if (given === null) return mode === 'sandbox' && country.payIdLabel !== null ? 'payments@example.com' : null;
  if (country.payIdLabel === null) mistakes.push(`BANK_PAYID is set: accounts in ${country.name} have no PayID.`);
  if (!payIdForm.test(given))
    mistakes.push('BANK_PAYID: write an e-mail address, a phone number or a business number.');
  return given;
}
