/** Written here and not by the browser: the server draws the first paint, and both must write the same. */
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** '$8,750.00', from dollars as they are sent. */
export function money(dollars: number): string {
  const [whole = '0', cents = '00'] = Math.abs(dollars).toFixed(2).split('.');
  return `${dollars < 0 ? '−' : ''}$${grouped(whole)}.${cents}`;
}

/** Adds dollars without the errors of fractions. */
export const sumOf = (...dollars: number[]): number =>
  dollars.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;

/** '14 November 2026' from '2026-11-14'. */
export function longDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** '2026-11-14' from '14/11/2026'; null if it is no day. */
export function dayFromTyped(typed: string): string | null {
  const match = /^\s*(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})\s*$/.exec(typed);
  if (!match) return null;
  const [, date = '', month = '', year = ''] = match;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const real = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== day ? null : day;
}

export const typedFromDay = (day: string): string => day.split('-').reverse().join('/');
