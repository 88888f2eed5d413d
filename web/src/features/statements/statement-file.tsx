import { fileTooLarge, mostCharacters } from '@kerb/domain/statements/statement-limits.ts';
import { type ImportedStatement, statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { DropZone } from '@kerb/web/design/drop-zone.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/statements/statements.module.css';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';

import { settings } from '@kerb/web/platform/settings.ts';
import { Alert, Button, List } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';

const counted = (count: number, words: string) => `${count} ${count === 1 ? 'line' : 'lines'} ${words}`;

function Outcome({ read }: { read: ImportedStatement }) {
  const { newLines, knownLines, refused } = read;
  const words = [counted(newLines, 'new'), counted(knownLines, 'known already'), counted(refused.length, 'refused')];
  return (
    <Alert color={refused.length > 0 ? 'attention' : 'success'} title="Statement read" role="status">
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
    </Alert>
  );
}

/** Accepts a file that is dropped, pasted or chosen. */
function FilePicker({ onFile }: { onFile: (file: File | undefined) => void }) {
  return (
    <DropZone
      inputLabel="Statement: choose file"
      accept=".csv,text/csv"
      isMultiple={false}
      onFiles={([file]) => onFile(file)}
    >
      {(choose) => (
        <>
          <Button leftSection={<IconUpload size={16} aria-hidden="true" />} variant="default" onClick={choose}>
            Choose statement
          </Button>
          <span className={classes.small}>Drop a bank statement (CSV) here, or choose one</span>
          {settings().sandbox && (
            <Button variant="subtle" size="sm" onClick={() => void saveSample()}>
              Download a sample
            </Button>
          )}
        </>
      )}
    </DropZone>
  );
}

async function saveSample(): Promise<void> {
  try {
    await saveDownload(statementEndpoints.sample, {}, { nameOf: () => 'Sample-Statement.csv' });
  } catch (problem) {
    toast.error(problem);
  }
}

/** Imports a statement, and shows what was read. */
export function StatementFile() {
  const { importFile } = useStatementChanges();
  const [read, setRead] = useState<ImportedStatement | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setRead(null);
    setProblem(file.size > mostCharacters ? fileTooLarge : null);
    if (file.size > mostCharacters) return;
    try {
      const text = await file.text();
      setRead(await withProgress('Reading statement...', () => importFile(file.name, text)));
    } catch (error) {
      setProblem(sentenceFor(error));
    }
  };
  return (
    <>
      <FilePicker onFile={(file) => void take(file)} />
      {problem && (
        <Alert color="danger" title="The statement was not read" role="alert">
          {problem}
        </Alert>
      )}
      {read && <Outcome read={read} />}
    </>
  );
}
