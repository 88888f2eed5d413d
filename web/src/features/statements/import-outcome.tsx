import type { ImportedStatement } from '@kerb/domain/statements/statements.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { countText } from '@kerb/web/design/pager.tsx';
import { runChange } from '@kerb/web/features/statements/line-change.ts';
import classes from '@kerb/web/features/statements/statements.module.css';
import { useImportAnother } from '@kerb/web/features/statements/statements.queries.ts';
import { Alert, Button, List } from '@mantine/core';
import { useState } from 'react';

type Known = ImportedStatement['known'][number];

const counted = (count: number, words: string) => `${countText(count)} ${count === 1 ? 'line' : 'lines'} ${words}`;

/** Says that a list has only the first lines. */
const FirstOf = ({ shown, all }: { shown: number; all: number }) =>
  shown < all ? <span className={classes.small}>{`The first ${shown} of ${countText(all)} lines.`}</span> : null;

/** A line that was imported before. It may be a second, equal payment in a file of its own: a person says so. */
function KnownLine({ known, fileName }: { known: Known; fileName: string }) {
  const importAnother = useImportAnother();
  const [isImported, setImported] = useState(false);
  const name = `${moneyText(known.amount)}, ${known.words}`;
  const add = async () => {
    const isSure = await confirm({
      title: 'Import as another payment',
      text: `Only if your bank shows ${name} twice on this day. The line that was imported before stays, and this one becomes a second line.`,
      confirmLabel: 'Import as another payment',
    });
    if (!isSure) return;
    await runChange(async () => {
      await importAnother({ id: known.id, fileName, line: known.line });
      setImported(true);
    });
  };
  return (
    <li className={classes.offer}>
      <span className={classes.stack}>
        <span>{name}</span>
        <span className={classes.small}>
          Line {known.line}, <DateText value={known.date} />
        </span>
      </span>
      {isImported ? (
        <span className={classes.small}>Imported</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={`Import as another payment: line ${known.line}, ${name}`}
          onClick={() => void add()}
        >
          Import as another payment
        </Button>
      )}
    </li>
  );
}

/** What was read from a file, and which lines were not. */
export function ImportOutcome({ fileName, read }: { fileName: string; read: ImportedStatement }) {
  const { newLines, knownLines, refusedLines, refused, known } = read;
  const words = [counted(newLines, 'new'), counted(knownLines, 'known already'), counted(refusedLines, 'refused')];
  return (
    <Alert color={refusedLines > 0 ? 'attention' : 'success'} title="Statement read" role="status">
      {words.join(', ')}.
      {refused.length > 0 && (
        <List size="sm">
          {refused.map(({ line, because }) => (
            <List.Item key={line}>
              Line {line}: {because}
            </List.Item>
          ))}
        </List>
      )}
      <FirstOf shown={refused.length} all={refusedLines} />
      {known.length > 0 && (
        <details>
          <summary>Lines that are known already</summary>
          <ul className={classes.proposals} aria-label="Lines that are known already">
            {known.map((line) => (
              <KnownLine key={line.line} known={line} fileName={fileName} />
            ))}
          </ul>
          <FirstOf shown={known.length} all={knownLines} />
        </details>
      )}
    </Alert>
  );
}
