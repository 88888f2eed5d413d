import { maskedNumber } from '@kerb/domain/organisations/bank-change.ts';
import type { SettingName, Settings } from '@kerb/domain/organisations/setting-fields.ts';

/** The value of a setting as the log has it: of a bank account only the last three digits. */
export function loggedSetting(name: SettingName, value: unknown): unknown {
  if (name !== 'bankAccount') return value;
  const account = value as Settings['bankAccount'];
  return account?.accountNumber ? maskedNumber(account.accountNumber) : null;
}
