import {
  type AgreementValues,
  agreementFieldNames,
  agreementFields,
  type Storage,
} from '@kerb/domain/agreements/agreement-fields.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { momentFromPostgres } from '@kerb/server/platform/database/database.ts';

/** The fields that have a column of their own name. */
export const columnNames = agreementFieldNames.filter((name) => name !== 'agentUser');
type FieldName = (typeof columnNames)[number];

/** The column of `agreements a`. */
export const inTable = (name: string): string =>
  `a.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

const inJson = (name: FieldName): string =>
  agreementFields[name].storage === 'plain' ? inTable(name) : `${inTable(name)}::text`;

/**
 * All fields in one JSON array, for `valuesIn`: the driver spends more time on the description of a column than on its
 * value. Decimals and timestamps are as PostgreSQL writes them.
 */
export const fieldsJson = `json_build_array(${columnNames.map(inJson).join(', ')})`;
export type FieldsJson = (string | number | boolean | null)[];

// biome-ignore format: a table
const valueFrom: Record<Storage, (stored: unknown) => unknown> = {
  plain:      (value) => value,
  hundredths: (decimal) => centsFromDecimal(String(decimal)),
  moment:     (time) => momentFromPostgres(String(time)),
};

export function valuesIn(fields: FieldsJson): Omit<AgreementValues, 'agentUser'> {
  const values = columnNames.map((name, place) => {
    const stored = fields[place] ?? null;
    return [name, stored === null ? null : valueFrom[agreementFields[name].storage](stored)];
  });
  // The field table says how each value is stored. The compiler cannot check that.
  return Object.fromEntries(values) as Omit<AgreementValues, 'agentUser'>;
}
