import type { GivenAccount, SendingAccount } from '@kerb/domain/countries/bank-file.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { parseBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';

export type GivenSendingAccount = GivenAccount & Pick<SendingAccount, 'format' | 'namesOwnAccount' | 'isSelfBalancing'>;

/** Checks the account from which organisations are paid and into which payers pay. */
export function decideSendingAccount(
  given: GivenSendingAccount,
  country: Pick<CountryRules, 'code'>,
): Decision<SendingAccount> {
  const { bankCode, userIdNumber, namesOwnAccount, isSelfBalancing } = given;
  const { bankFiles } = serverCountries[country.code];
  const formats = Object.keys(bankFiles);
  const format = given.format || formats[0] || '';
  const wrong = (because: string) => refuse('sending-account', because);
  const writer = formats.includes(format) ? bankFiles[format] : undefined;
  if (!writer) return wrong(`BANK_FILE_FORMAT is '${given.format}': write ${formats.join(', ')}.`);
  const read = parseBankAccount(given, country);
  if (!read.ok) return wrong(`The bank account of BANK_ACCOUNT_NUMBER is not right: ${read.because}`);
  if (read.value === null) return wrong('BANK_ACCOUNT_NUMBER is missing: set the account that funds are paid from.');
  // A BSB that lost a digit belongs to another bank, and nobody is asked at start.
  const guessed = read.value.warnings.bsbNumber;
  if (guessed) return wrong(`The bank account of BANK_ACCOUNT_NUMBER is not right: ${guessed} Write all six digits.`);
  const mistake = writer.mistakeIn?.({ bankCode, userIdNumber }) ?? null;
  if (mistake !== null) return wrong(mistake);
  return allow({ format, account: read.value.account, bankCode, userIdNumber, namesOwnAccount, isSelfBalancing });
}
