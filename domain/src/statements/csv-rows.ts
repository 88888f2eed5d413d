import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** A record of the file and the line on which it begins, as an editor counts. */
export type CsvRow = { line: number; fields: string[] };

export const mostCharacters = 900_000;
export const mostRows = 5_000;

const delimiters = [',', ';', '\t'] as const;

/** What stands most often in the first lines; quotes aside, no bank writes another one there. */
function delimiterOf(text: string): string {
  const beginning = text
    .split('\n', 20)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => beginning.split(delimiter).length;
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/** Records by RFC 4180, with a byte order mark, any line ending and any usual delimiter. Empty lines are left out. */
export function csvRows(text: string): Decision<CsvRow[]> {
  if (text.length > mostCharacters) return refuse('statement-too-large', 'The file is too large for a statement.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a file that is no text
  if (/[\x00-\x08\x0e-\x1f]/.test(text)) return refuse('statement-not-text', 'This is not a CSV file.');
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(plain);
  const field = new RegExp(` *"((?:[^"]|"")*)" *(?=[${delimiter}\\n]|$)|([^${delimiter}\\n]*)`, 'y');
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, fields: [] };
  let line = 1;
  for (let at = 0; at <= plain.length; at += 1) {
    field.lastIndex = at;
    const [whole = '', quoted, bare = ''] = field.exec(plain) ?? [];
    if (quoted === undefined && bare.trimStart().startsWith('"')) {
      return refuse('statement-not-csv', `Line ${line}: the quotation marks do not match.`);
    }
    row.fields.push((quoted?.replaceAll('""', '"') ?? bare).trim());
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (plain[at] === delimiter) continue;
    if (row.fields.some((value) => value !== '')) rows.push(row);
    if (rows.length > mostRows) return refuse('statement-too-long', `A statement has at most ${mostRows} lines.`);
    line += 1;
    row = { line, fields: [] };
  }
  return allow(rows);
}
