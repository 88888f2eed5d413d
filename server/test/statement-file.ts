import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { statementPart } from '@kerb/domain/statements/statements.contract.ts';
import { aForm } from './multipart.ts';

/** A bank's file as a browser sends it: the body and the headers of a call. */
export function statementFile(
  text: string | Buffer,
  fileName = 'nov.csv',
  account?: OwnAccount,
): [Buffer, Record<string, string>] {
  const file = { name: statementPart, value: text, fileName, type: 'text/csv' };
  const { payload, headers } = aForm(...(account ? [{ name: 'account', value: account }] : []), file);
  return [payload, headers];
}
