/** One field of an imported record. */
export type ImportField = {
  label: string;
  /** The headers that mean this field, in letters and digits only, in order of preference. */
  headers: readonly string[];
  isRequired: boolean;
};
export type ImportFields = Readonly<Record<string, ImportField>>;

/** The texts of one row, by field. A field without a column is absent. */
export type RowTexts = Readonly<Record<string, string>>;

/** A text that a contract takes as absent if it is empty. */
export const unlessEmpty = (text: string | undefined): string | undefined => text || undefined;

const yes = ['yes', 'y', 'true', '1', 'x'];
const no = ['no', 'n', 'false', '0'];

/** 'yes' and 'no' as people write them. Any other text stays as it is, and the contract refuses it. */
export function flagFrom(text: string | undefined): boolean | string | undefined {
  const word = text?.toLowerCase();
  if (!word) return undefined;
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : text;
}
