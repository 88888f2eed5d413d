import { statementPart } from '@kerb/domain/statements/statements.contract.ts';
import { aForm } from './multipart.ts';

/** A bank's file as a browser sends it: the body and the headers of a call. */
export function statementFile(text: string | Buffer, fileName = 'nov.csv'): [Buffer, Record<string, string>] {
  const { payload, headers } = aForm({ name: statementPart, value: text, fileName, type: 'text/csv' });
  return [payload, headers];
}
