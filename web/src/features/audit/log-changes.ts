import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { decimalFromCents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { exactly, longDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { isAmount, isForReaders, labelInLog, labelOfValue } from '@kerb/web/features/audit/log-words.ts';

/** One changed field in readable form. A new record has no `before`. */
export type LogChange = { field: string; before: string | null; after: string };

export type LogReader = {
  purpose: FundsPurpose;
  /** What the campaign's status 'approved' meant: an entry does not say with which option. */
  approvedWord: string;
  nameOf: (userId: number) => string | undefined;
  /** False if the entry is about a record of the campaign that has its own status. */
  isCampaigns?: boolean;
};

const nothing = 'nothing';
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

function numberText(field: string, value: number): string {
  if (isAmount(field)) return moneyText(value);
  const known = agreementFields[field as AgreementFieldName];
  if (known?.storage !== 'hundredths') return String(value);
  return /Rate$/.test(field) ? `${decimalFromCents(value)}%` : moneyText(value);
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const isLine = (value: unknown): value is { description: string; amount: number } =>
  isRecord(value) && typeof value.description === 'string' && typeof value.amount === 'number';

/** Only a campaign's own status uses the labels of the lists: an approved application does not wait for a signature. */
function statusText(value: string, { isCampaigns = true, purpose, approvedWord }: LogReader): string {
  const status = isCampaigns ? agreementStatuses.find((candidate) => candidate === value) : undefined;
  if (status === 'approved') return approvedWord;
  return status ? statusLabel(status, purpose) : value.replace(/-/g, ' ').replace(/^./, (first) => first.toUpperCase());
}

function textOf(field: string, value: unknown, reader: LogReader): string {
  if (isEmpty(value)) return nothing;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'agentUser') return reader.nameOf(Number(value)) ?? `User ${String(value)}`;
  if (typeof value === 'number') return numberText(field, value);
  if (Array.isArray(value)) return value.map((item) => textOf(field, item, reader)).join(', ');
  if (isLine(value)) return `${value.description} ${moneyText(value.amount)}`;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'status') return statusText(value, reader);
  const label = labelOfValue(field, value);
  if (label) return label;
  if (isDay(value)) return longDay(value);
  return isMoment(value) ? exactly(value) : value;
}

function parsed(logData: string): unknown {
  try {
    return JSON.parse(logData);
  } catch {
    // An old entry whose data is plain text has no changes to list.
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  isRecord(value) && 'before' in value && 'after' in value;

/** The changes of an entry; for a new record, all its fields. Empty if the entry has no fields. */
export function changesIn(logData: string, reader: LogReader): LogChange[] {
  const data = parsed(logData);
  if (!isRecord(data)) return [];
  const shown = Object.entries(data).filter(([field, value]) => isForReaders(field) && !isEmpty(value));
  return shown.map(([field, value]) => {
    const label = labelInLog(field);
    if (!isChange(value)) return { field: label, before: null, after: textOf(field, value, reader) };
    return { field: label, before: textOf(field, value.before, reader), after: textOf(field, value.after, reader) };
  });
}

/** Stored as whole hundredths, read as dollars or per cent. */
const isHundredths = (field: string): boolean =>
  isAmount(field) || agreementFields[field as AgreementFieldName]?.storage === 'hundredths';

/** The value with every amount and rate in it as a decimal. A change and a list belong to the field around them. */
function withDecimals(field: string, value: unknown): unknown {
  if (typeof value === 'number') return isHundredths(field) ? dollarsFromCents(value) : value;
  if (Array.isArray(value)) return value.map((item) => withDecimals(field, item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withDecimals(isChange(value) ? field : name, part)]),
  );
}

/** The entry's stored data, indented. */
export function prettyLog(logData: string): string {
  const data = parsed(logData);
  return data === null ? logData : JSON.stringify(withDecimals('', data), null, 2);
}
