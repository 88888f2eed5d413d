import type { BankAccount, BankAccountNumber } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { numberSchemes } from '@kerb/domain/countries/number-schemes.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

type Banking = Pick<CountryRules, 'code'>;
type AccountNumbers = Pick<BankAccount, BankAccountNumber>;

export type TypedBankAccount = {
  accountName?: string | null;
  bsbNumber?: string | null;
  accountNumber?: string | null;
};
export type ReadBankAccount = { account: BankAccount; warnings: Partial<Record<keyof BankAccount, string>> };

export const accountNameLabel = 'Account name';
const longestAccountName = 100;

const schemeOf = ({ code }: Banking) => numberSchemes[code].bankAccount;

/** Each number in the format that people read; null if the country's accounts do not have it. */
export function formatAccountNumbers({ bsbNumber, accountNumber }: AccountNumbers, country: Banking): AccountNumbers {
  const scheme = schemeOf(country);
  return {
    bsbNumber: scheme.bsbNumber?.format(bsbNumber ?? '') ?? null,
    accountNumber: scheme.accountNumber.format(accountNumber),
  };
}

/** The whole account in one line: '062-000 12345678', '01-0902-0068389-000'. */
export function formatBankAccount(account: AccountNumbers, country: Banking): string {
  const { bsbNumber, accountNumber } = formatAccountNumbers(account, country);
  return bsbNumber === null ? accountNumber : `${bsbNumber} ${accountNumber}`;
}

/** What a person who confirms the account should look at. */
export function accountWarnings(account: TypedBankAccount | null | undefined, country: Banking): string[] {
  const read = parseBankAccount(account ?? {}, country);
  return read.ok ? Object.values(read.value?.warnings ?? {}) : [];
}

/** A whole account. Null if nothing was entered: an organisation may have none. */
export function parseBankAccount(typed: TypedBankAccount, country: Banking): Decision<ReadBankAccount | null> {
  const scheme = schemeOf(country);
  const [name, bsb, number] = [typed.accountName, typed.bsbNumber, typed.accountNumber].map((part) =>
    (part ?? '').trim(),
  ) as [string, string, string];
  if (name === '' && number === '' && (bsb === '' || !scheme.bsbNumber)) return allow(null);
  const readBsb = scheme.bsbNumber?.parse(bsb) ?? null;
  const readNumber = scheme.accountNumber.parse(number);
  const validation: FieldErrors = {
    ...(name === '' && fieldError('accountName', 'isEmpty', 'Enter the account name.')),
    ...(name.length > longestAccountName &&
      fieldError('accountName', 'stringLengthTooLong', fieldWords.atMost(longestAccountName))),
    ...(readBsb && !readBsb.ok && readBsb.validation),
    ...(!readNumber.ok && readNumber.validation),
  };
  const [first] = Object.values(validation).flat();
  if (first || !readNumber.ok || (readBsb && !readBsb.ok)) {
    return refuse('bank-account-not-valid', first?.message ?? 'That bank account is not valid.', validation);
  }
  const warnings = {
    ...(readBsb?.value.warning && { bsbNumber: readBsb.value.warning }),
    ...(readNumber.value.warning && { accountNumber: readNumber.value.warning }),
  };
  const account = {
    accountName: name,
    bsbNumber: readBsb?.value.digits ?? null,
    accountNumber: readNumber.value.digits,
  };
  return allow({ account, warnings });
}
