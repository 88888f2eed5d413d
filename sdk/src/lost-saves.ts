import type { Call, OperationRow } from './call.ts';
import { operations } from './generated/operations.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether a record has every value that was sent. It may have more. */
export function hasAll(stored: unknown, sent: unknown): boolean {
  if (isEmpty(sent)) return isEmpty(stored);
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      stored.length === sent.length &&
      sent.every((value, place) => hasAll(stored[place], value))
    );
  }
  if (isObject(sent)) {
    return isObject(stored) && Object.entries(sent).every(([name, value]) => hasAll(stored[name], value));
  }
  return typeof sent === 'string' && typeof stored === 'string' ? stored.trim() === sent.trim() : stored === sent;
}

const rows = Object.values(operations).flatMap((group) => Object.values(group));

/** The call that reads what this one saves. */
export const readerOf = ({ path }: OperationRow): OperationRow | undefined =>
  rows.find((row) => row.method === 'GET' && row.path === path && row.answer === 'json');

/** The first try may have saved the record and so ended the version that the second one names. */
export const mayBeOwnSave = ({ method }: OperationRow, { options }: Call, { status }: Response): boolean =>
  method === 'PUT' && options.ifMatch !== undefined && (status === 409 || status === 412);
