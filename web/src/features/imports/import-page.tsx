import type { ImportCheck } from '@kerb/domain/imports/imports.contract.ts';
import type { Mapping } from '@kerb/domain/imports/mapping.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { CheckFile } from '@kerb/web/features/imports/check-file.tsx';
import { ChooseFile, type ChosenFile } from '@kerb/web/features/imports/choose-file.tsx';
import { EarlierImports } from '@kerb/web/features/imports/earlier-imports.tsx';
import { counted, type ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import { useImportChanges } from '@kerb/web/features/imports/imports.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Alert, Stack } from '@mantine/core';
import { useState } from 'react';

type Checked = ChosenFile & { check: ImportCheck };

function useImport(spec: ImportSpec, onImported: (importId: number) => void) {
  const { create } = useImportChanges(spec);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (run: () => Promise<void>) => {
    setProblem(null);
    setBusy(true);
    try {
      await run();
    } catch (error) {
      setProblem(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const take = (file: ChosenFile) =>
    attempt(async () => {
      const check = await withProgress('Checking the file...', () => spec.check({ text: file.text }));
      setChecked({ ...file, check });
    });
  const map = ({ fileName, text }: Checked, mapping: Mapping) =>
    attempt(async () => setChecked({ fileName, text, check: await spec.check({ text, mapping }) }));
  const run = ({ fileName, text, check }: Checked, lines: number[]) =>
    attempt(async () => {
      const body = { fileName, text, mapping: check.mapping, lines };
      const { id, counts } = await withProgress('Importing...', () => create(body));
      setChecked(null);
      toast.success(`${counted(spec, counts.created)} imported`);
      onImported(id);
    });
  return { checked, problem, setProblem, isBusy, take, map, run, cancel: () => setChecked(null) };
}

/** Choose a file, check its rows, import the chosen ones, and undo earlier imports. */
export function ImportPage({ spec }: { spec: ImportSpec }) {
  const [open, setOpen] = useState<number | null>(null);
  const { checked, problem, setProblem, isBusy, take, map, run, cancel } = useImport(spec, setOpen);
  return (
    <Stack gap="md">
      {!checked && <ChooseFile spec={spec} onFile={(file) => void take(file)} onRefused={setProblem} />}
      {problem && (
        <Alert color="danger" title="Nothing was imported" role="alert">
          {problem}
        </Alert>
      )}
      {checked && (
        <CheckFile
          spec={spec}
          fileName={checked.fileName}
          check={checked.check}
          isBusy={isBusy}
          onMapping={(mapping) => void map(checked, mapping)}
          onImport={(lines) => void run(checked, lines)}
          onCancel={cancel}
        />
      )}
      <EarlierImports spec={spec} open={open} onOpen={setOpen} />
    </Stack>
  );
}
