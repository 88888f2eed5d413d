import type { SendingAccount } from '@kerb/domain/batches/bank-file.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { parseBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import { type BankFileFormat, bankFileFormats } from '@kerb/domain/vocabulary/bank-file-formats.ts';

type Banking = Pick<CountryRules, 'bankAccountScheme' | 'bankFileFormats'>;

/** The account as it is given in the configuration. */
export type GivenAccount = {
  accountName: string;
  bsbNumber: string;
  accountNumber: string;
  bankCode: string;
  userIdNumber: string;
  format: string;
  namesOwnAccount: boolean;
  isSelfBalancing: boolean;
};

/** The accounts of a sandbox: numbers that pass their checks and belong to nobody. */
// biome-ignore format: a table
export const demoAccounts: Record<CountryRules['bankAccountScheme'], Pick<GivenAccount, 'accountName' | 'bsbNumber' | 'accountNumber' | 'bankCode' | 'userIdNumber'>> = {
  bsb:    { accountName: 'Kerb Demo Funds', bsbNumber: '012-345', accountNumber: '123456789',           bankCode: 'ANZ', userIdNumber: '123456' },
  branch: { accountName: 'Kerb Demo Funds', bsbNumber: '',        accountNumber: '01-0902-0068389-000', bankCode: '',    userIdNumber: ''       },
};

const isFormat = (name: string): name is BankFileFormat => bankFileFormats.some((format) => format === name);

/** Checks the account from which organisations are paid and into which payers pay. */
export function decideSendingAccount(given: GivenAccount, country: Banking): Decision<SendingAccount> {
  const { bankCode, userIdNumber, namesOwnAccount, isSelfBalancing } = given;
  const format = given.format || country.bankFileFormats[0] || '';
  const wrong = (because: string) => refuse('sending-account', because);
  if (!isFormat(format) || !country.bankFileFormats.includes(format)) {
    return wrong(`BANK_FILE_FORMAT is '${given.format}': write ${country.bankFileFormats.join(', ')}.`);
  }
  const read = parseBankAccount(given, country);
  if (!read.ok) return wrong(`The bank account of BANK_ACCOUNT_NUMBER is not right: ${read.because}`);
  if (read.value === null) return wrong('BANK_ACCOUNT_NUMBER is missing: set the account that funds are paid from.');
  if (format === 'aba' && !/^[A-Z]{3}$/.test(bankCode)) {
    return wrong(`BANK_CODE is '${bankCode}': write the three letters of the bank, such as ANZ.`);
  }
  if (format === 'aba' && !/^\d{1,6}$/.test(userIdNumber)) {
    return wrong(`BANK_USER_ID is '${userIdNumber}': write the number of at most 6 digits that the bank gave.`);
  }
  return allow({ format, account: read.value.account, bankCode, userIdNumber, namesOwnAccount, isSelfBalancing });
}
