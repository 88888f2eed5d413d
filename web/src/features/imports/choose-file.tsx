import { importTooLarge, mostImportCharacters, mostImportRows } from '@kerb/domain/imports/import-limits.ts';
import { sampleFile } from '@kerb/domain/imports/sample-file.ts';
import { DropZone } from '@kerb/web/design/drop-zone.tsx';
import { counted, type ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import classes from '@kerb/web/features/imports/imports.module.css';
import { textFrom } from '@kerb/web/features/imports/read-text.ts';
import { saveFile } from '@kerb/web/platform/files.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';

export type ChosenFile = { fileName: string; text: string };

/** A file of this many bytes can have fewer characters, and never more. */
const mostBytes = mostImportCharacters;

/** The first 200 characters: the name is shown to people, and never used as a path. */
const nameOf = (file: File): string => file.name.slice(0, 200) || 'import.csv';

type ChooseFileProps = {
  spec: ImportSpec;
  onFile: (file: ChosenFile) => void;
  onRefused: (because: string) => void;
};

/** Accepts a file that is dropped, pasted or chosen. Says the limits, and gives a sample. */
export function ChooseFile({ spec, onFile, onRefused }: ChooseFileProps) {
  const { fields, sample, most } = spec;
  const saveSample = () =>
    saveFile(new Blob([sampleFile(fields, sample.rows)], { type: 'text/csv;charset=utf-8' }), sample.fileName);
  const take = async (file: File) => {
    if (file.size > mostBytes) return onRefused(importTooLarge);
    onFile({ fileName: nameOf(file), text: textFrom(new Uint8Array(await file.arrayBuffer())) });
  };
  return (
    <>
      <DropZone
        inputLabel="CSV file: choose file"
        accept=".csv,.txt,text/csv"
        isMultiple={false}
        onFiles={([file]) => file && void take(file)}
      >
        {(choose) => (
          <>
            <Button leftSection={<IconUpload size={16} aria-hidden="true" />} variant="default" onClick={choose}>
              Choose a CSV file
            </Button>
            <span className={classes.small}>Drop a CSV file here, or choose one. Nothing is imported yet.</span>
            <Button
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              variant="subtle"
              size="sm"
              onClick={saveSample}
            >
              Download a sample file
            </Button>
          </>
        )}
      </DropZone>
      <p className={classes.small}>
        At most {mostImportRows.toLocaleString('en')} rows and {mostBytes / 1000} KB. You can import{' '}
        {counted(spec, most.rows)} at once{most.because}. The first row has the names of the columns. Commas, semicolons
        and tabs can separate them.
      </p>
    </>
  );
}
