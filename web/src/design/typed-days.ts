/** A typed number of days; null if the field is blank, NaN if it is no whole number of days, such as '1e1'. */
export function blankOrDays(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}
