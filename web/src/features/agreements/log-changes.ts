import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { agreementStatuses, statusLabel } from '@kerb/domain/agreements/agreement-status.ts';
import {
  type FundsPurpose,
  financeOptionLabels,
  fundsPurposeLabels,
  methodOfSaleLabels,
  natureOfOwnershipLabels,
} from '@kerb/domain/agreements/value-lists.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { exactly, longDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { saleLabels } from '@kerb/web/features/properties/property-labels.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** One changed field, for people. A new record has no before. */
export type LogChange = { field: string; before: string | null; after: string };

export type LogReader = { purpose: FundsPurpose; nameOf: (userId: number) => string | undefined };

// biome-ignore format: a table
const fieldLabels: Record<string, string> = {
  ...saleLabels,
  name:                       'Campaign Title',
  agentUser:                  'Assigned To',
  campaignPlannedStartDate:   'Funding Request Date',
  campaignBudgetFundsPurpose: 'Funds Purpose',
  caveatFee:                  'Security Registration Fee',
  financeOptionCode:          'Payment Option',
  emailAddress:               'Email',
  mobilePhone:                'Mobile',
  agentNotes:                 'Internal Notes',
  agentOrg:                   'Agent Organisation',
  agentCcEmails:              'Agent CC Emails',
  conveyancerOrg:             'Conveyancer Organisation',
  externalListingUrl:         'Property Listing',
};

/** Of fields that hold one value of a list, what the page calls each. */
// biome-ignore format: a table
const valueLabels: Record<string, Record<string, string>> = {
  campaignBudgetFundsPurpose: fundsPurposeLabels,
  financeOptionCode:          financeOptionLabels,
  methodOfSale:               methodOfSaleLabels,
  natureOfOwnership:          natureOfOwnershipLabels,
};

const inWords = (name: string): string =>
  name.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());

/** As the page calls it, where a conveyancer is what the country calls one. */
const labelOf = (field: string): string =>
  (fieldLabels[field] ?? inWords(field)).replace('Conveyancer', countryRules().conveyancerLabel);

const nothing = 'nothing';
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

function numberText(field: string, value: number): string {
  const known = agreementFields[field as AgreementFieldName];
  if (known?.storage !== 'hundredths') return String(value);
  return /Rate$/.test(field) ? `${decimalFromCents(value)} %` : moneyText(value);
}

function textOf(field: string, value: unknown, reader: LogReader): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'agentUser') return reader.nameOf(Number(value)) ?? `User ${String(value)}`;
  if (typeof value === 'number') return numberText(field, value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'status') {
    const status = agreementStatuses.find((candidate) => candidate === value);
    return status ? statusLabel(status, reader.purpose) : value;
  }
  const label = valueLabels[field]?.[value];
  if (label) return label;
  if (isDay(value)) return longDay(value);
  return isMoment(value) ? exactly(value) : value;
}

function parsed(logData: string): unknown {
  try {
    return JSON.parse(logData);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  isRecord(value) && 'before' in value && 'after' in value;

/** What an entry changed. Nothing where its data is not of fields. */
export function changesIn(logData: string, reader: LogReader): LogChange[] {
  const data = parsed(logData);
  if (!isRecord(data)) return [];
  return Object.entries(data).map(([field, value]) => {
    const label = labelOf(field);
    if (!isChange(value)) return { field: label, before: null, after: textOf(field, value, reader) };
    return { field: label, before: textOf(field, value.before, reader), after: textOf(field, value.after, reader) };
  });
}

/** The entry's data as it was written, laid out to be read. */
export function prettyLog(logData: string): string {
  const data = parsed(logData);
  return data === null ? logData : JSON.stringify(data, null, 2);
}
