import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Letterhead } from '@kerb/server/platform/pdf/pdf-document.ts';

type Settings = Pick<Deps, 'config' | 'country'>;

/** Who writes: the brand, and under it the company with its number for tax. */
export function letterheadOf({ config, country }: Settings): Letterhead {
  const { name, taxNumber, address } = config.supplier;
  const number = taxNumber === null ? null : `${country.taxNumberLabel} ${taxNumber}`;
  const sender = [name, number, address, config.support.email].filter((line) => line !== null);
  return { brand: country.brand, colour: country.brandColour, sender };
}

/** On paper cents always stand, so that every figure of a column ends in the same place. */
export const moneyOnPaper = (cents: Cents, { country: { locale, currency } }: Settings): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    dollarsFromCents(cents),
  );

/** '14 November 2026'. A day has no zone: it is the organisation's own already. */
export const dayOnPaper = (day: Day | null, { country }: Settings): string =>
  day === null
    ? '–'
    : new Intl.DateTimeFormat(country.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${day}T12:00:00Z`),
      );
