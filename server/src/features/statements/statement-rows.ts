import type { Decision } from '@kerb/domain/kernel/decision.ts';
import type { StatementRow } from '@kerb/domain/statements/read-statement.ts';
import { fileTooLarge, mostCharacters, mostRows } from '@kerb/domain/statements/statement-limits.ts';
import { csvRows } from '@kerb/server/platform/csv/csv-rows.ts';

/** The rows of a bank's CSV file. */
export const statementRows = (text: string): Decision<StatementRow[]> =>
  csvRows(text, {
    what: 'statement',
    characters: mostCharacters,
    tooLarge: fileTooLarge,
    rows: mostRows,
    tooLong: `A statement has at most ${mostRows} lines.`,
  });
