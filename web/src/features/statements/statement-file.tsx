import { type OwnAccount, ownAccountLabels, ownAccounts } from '@kerb/domain/payments/own-accounts.ts';
import { fileTooLarge, largestStatementBytes } from '@kerb/domain/statements/statement-limits.ts';
import { type ImportedStatement, statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DropZone } from '@kerb/web/design/drop-zone.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ImportOutcome } from '@kerb/web/features/statements/import-outcome.tsx';
import classes from '@kerb/web/features/statements/statements.module.css';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import type { OnProgress } from '@kerb/web/platform/files.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Alert, Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';

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

/** Shows how much is uploaded, and then that the server reads it: a long file takes some seconds for each. */
async function withBothSteps<T>(send: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const sent = Promise.withResolvers<null>();
  let answer: Promise<T> | null = null;
  await withProgress('Uploading statement...', (report) => {
    answer = send((share) => {
      report(share);
      if (share === 1) sent.resolve(null);
    });
    return Promise.race([sent.promise, answer]);
  });
  return withProgress('Reading statement...', () => answer as Promise<T>);
}

type Imported = { fileName: string; read: ImportedStatement };

const accountChoices = ownAccounts.map((value) => ({ value, label: ownAccountLabels[value] }));

/** Imports a statement, and shows what was read. With two accounts a person says first which one it is of. */
export function StatementFile({ hasTwoAccounts }: { hasTwoAccounts: boolean }) {
  const { importFile } = useStatementChanges();
  const [account, setAccount] = useState<OwnAccount | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setImported(null);
    setProblem(file.size > largestStatementBytes ? fileTooLarge : null);
    if (file.size > largestStatementBytes) return;
    try {
      const read = await withBothSteps((onProgress) => importFile(file, account, onProgress));
      setImported({ fileName: file.name, read });
    } catch (error) {
      setProblem(sentenceFor(error));
    }
  };
  return (
    <>
      {hasTwoAccounts && (
        <ButtonChoice label="Statement of" options={accountChoices} value={account} onChange={setAccount} />
      )}
      {hasTwoAccounts && account === null ? (
        <span className={classes.small}>Choose the account of the statement first.</span>
      ) : (
        <FilePicker onFile={(file) => void take(file)} />
      )}
      {problem && (
        <Alert color="danger" title="The statement was not read" role="alert">
          {problem}
        </Alert>
      )}
      {imported && <ImportOutcome fileName={imported.fileName} read={imported.read} />}
    </>
  );
}
