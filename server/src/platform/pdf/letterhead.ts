import { type Day, type Moment, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Letterhead } from '@kerb/server/platform/pdf/pdf-document.ts';

type Settings = Pick<Deps, 'config' | 'country'>;

/** The sender of a letter: the brand, and under it the company with its tax number. */
export function letterheadOf({ config, country }: Settings): Letterhead {
  const { name, taxNumber, address } = config.supplier;
  const number = taxNumber === null ? null : `${country.taxNumberLabel} ${taxNumber}`;
  const sender = [name, number, address, config.support.email].filter((line) => line !== null);
  return { brand: country.brand, colour: country.brandColour, sender };
}

/** Documents always show cents, so that the amounts of a column align. */
export const moneyOnPaper = (cents: Cents, { country }: Settings): string => formatMoney(cents, country, true);

/** The date of a file that states a day, whenever it is rendered, so that its bytes stay the same. */
export const fileDateOf = (day: Day): Moment => `${day}T00:00:00.000Z`;

/** '14 November 2026'. Needs no time zone: a day is already the organisation's own day. */
export const dayOnPaper = (day: Day | null, { country }: Settings): string =>
  day === null ? '–' : writtenDay(day, country.locale);
