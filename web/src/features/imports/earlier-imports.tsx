import type { ImportedRow, ImportSummary, RowOutcome } from '@kerb/domain/imports/imports.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import type { ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import classes from '@kerb/web/features/imports/imports.module.css';
import { importQueries, useImportChanges } from '@kerb/web/features/imports/imports.queries.ts';
import { now } from '@kerb/web/platform/clock.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

// biome-ignore format: a table
const tones: Record<RowOutcome, Tone> = {
  created: 'success',
  refused: 'danger',
  removed: 'neutral',
  kept:    'attention',
};
const order: readonly RowOutcome[] = ['refused', 'kept', 'removed', 'created'];

const summaryOf = ({ words }: ImportSpec, { counts }: ImportSummary): string =>
  order
    .toReversed()
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${words.outcomes[outcome].toLowerCase()}`)
    .join(', ');

function Rows({ spec, rows }: { spec: ImportSpec; rows: readonly ImportedRow[] }) {
  const sorted = order.flatMap((outcome) => rows.filter((row) => row.outcome === outcome));
  return (
    <ul className={classes.rows} aria-label="Outcome of each row">
      {sorted.map(({ line, outcome, name, message }) => (
        <li key={line}>
          <ToneBadge tone={tones[outcome]}>{spec.words.outcomes[outcome]}</ToneBadge>
          <span>Line {line}</span>
          {name !== null && <span>{name}</span>}
          {message !== spec.words.outcomes[outcome] && <span className={classes.small}>{message}</span>}
        </li>
      ))}
    </ul>
  );
}

type ImportProps = { spec: ImportSpec; imported: ImportSummary; isOpen: boolean; onToggle: () => void };

function useUndo(spec: ImportSpec, { id, fileName }: ImportSummary, onUndone: () => void) {
  const { undo } = useImportChanges(spec);
  return async () => {
    const isSure = await confirm({
      title: 'Undo this import?',
      text: `${fileName}: ${spec.words.undo}`,
      confirmLabel: 'Undo import',
      danger: true,
    });
    if (!isSure) return;
    try {
      const { counts } = await withProgress('Undoing...', () => undo(id));
      toast.success(counts.kept > 0 ? 'Undone in part: see each row' : 'Undone');
      onUndone();
    } catch (error) {
      toast.error(error);
    }
  };
}

function OneImport({ spec, imported, isOpen, onToggle }: ImportProps) {
  const { id, fileName, createdDate, createdByName, undoneDate, undoUntil } = imported;
  const { data, error, refetch } = useQuery({ ...importQueries.one(spec, id), enabled: isOpen });
  const undo = useUndo(spec, imported, () => !isOpen && onToggle());
  const mayUndo = undoUntil !== null && now() <= undoUntil && imported.counts.created > 0;
  return (
    <li className={classes.import}>
      <div className={classes.head}>
        <span className={classes.words}>
          <strong>{fileName}</strong>
          <span className={classes.small}>
            <DateText value={createdDate} style="time" />
            {createdByName !== null && `, ${createdByName}`}
            {undoneDate !== null && ', undone'}
          </span>
          <span>{summaryOf(spec, imported)}</span>
        </span>
        <span className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the rows of ${fileName}`}
            onClick={onToggle}
          >
            {isOpen ? 'Hide rows' : 'Show rows'}
          </Button>
          {mayUndo && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Undo the import of ${fileName}`}
              onClick={() => void undo()}
            >
              Undo
            </Button>
          )}
        </span>
      </div>
      {isOpen && (
        <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()}>
          {({ rows }) => <Rows spec={spec} rows={rows} />}
        </Loaded>
      )}
    </li>
  );
}

type EarlierProps = { spec: ImportSpec; open: number | null; onOpen: (importId: number | null) => void };

/** The last imports of the organisation: what became of each row, and the undo while there is time. */
export function EarlierImports({ spec, open, onOpen }: EarlierProps) {
  const { data, error, refetch } = useQuery(importQueries.list(spec));
  return (
    <Surface title="Earlier imports">
      <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()}>
        {(imports) =>
          imports.length === 0 ? (
            <EmptyState text="Nothing has been imported yet." />
          ) : (
            <ul className={classes.imports}>
              {imports.map((imported) => (
                <OneImport
                  key={imported.id}
                  spec={spec}
                  imported={imported}
                  isOpen={open === imported.id}
                  onToggle={() => onOpen(open === imported.id ? null : imported.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Surface>
  );
}
