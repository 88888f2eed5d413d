import type { ImportFields, RowTexts } from '@kerb/domain/imports/import-fields.ts';
import { undoHours } from '@kerb/domain/imports/import-limits.ts';
import type {
  ImportCheck,
  ImportDetails,
  ImportSummary,
  NewImport,
  RowOutcome,
} from '@kerb/domain/imports/imports.contract.ts';
import type { Mapping } from '@kerb/domain/imports/mapping.ts';

/** What the screen of an import needs to know of the records that it creates. */
export type ImportSpec = {
  /** The beginning of its cache keys. */
  key: string;
  fields: ImportFields;
  sample: { fileName: string; rows: readonly RowTexts[] };
  /** The most rows that are imported at once, and why. */
  most: { rows: number; because: string };
  words: {
    /** The records: one and several. */
    one: string;
    many: string;
    /** What an import does at once, said before it. */
    effect: string;
    /** What an undo does, said before it. */
    undo: string;
    outcomes: Record<RowOutcome, string>;
  };
  check: (file: { text: string; mapping?: Mapping }) => Promise<ImportCheck>;
  create: (body: NewImport, idempotencyKey: string) => Promise<ImportDetails>;
  list: (signal: AbortSignal) => Promise<ImportSummary[]>;
  get: (importId: number, signal: AbortSignal) => Promise<ImportDetails>;
  undo: (importId: number, idempotencyKey: string) => Promise<ImportDetails>;
  /** The caches that an import changes. */
  changes: readonly (readonly unknown[])[];
};

/** For example "1 team member", "3 team members". */
export const counted = ({ words }: Pick<ImportSpec, 'words'>, count: number): string =>
  `${count} ${count === 1 ? words.one : words.many}`;

export const undoWords = `You can undo the import for ${undoHours} hours.`;
