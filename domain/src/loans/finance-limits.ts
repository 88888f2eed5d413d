import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';

/** What the finance cards take: per cent in basis points, days as they are. */
// biome-ignore format: a table
export const financeLimits = {
  interestRate:     { most: 100_00, words: 'Enter a rate from 0 to 100.' },
  interestFreeDays: { most: 365,    words: 'Enter a whole number of days from 0 to 365.' },
} as const;
type Limited = keyof typeof financeLimits;

/** Each field that lies outside its limits, with the words for it. */
export function beyondFinanceLimits(changes: { [Name in Limited]?: AgreementValues[Name] | undefined }): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of Object.keys(financeLimits) as Limited[]) {
    const value = changes[name];
    const { most, words } = financeLimits[name];
    if (value !== undefined && value !== null && (value < 0 || value > most)) {
      Object.assign(errors, fieldError(name, 'notValid', words));
    }
  }
  return errors;
}
