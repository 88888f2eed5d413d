import type { ImportCheck } from '@kerb/domain/imports/imports.contract.ts';
import type { Mapping } from '@kerb/domain/imports/mapping.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { CheckedRows, isReady } from '@kerb/web/features/imports/checked-rows.tsx';
import { counted, type ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import classes from '@kerb/web/features/imports/imports.module.css';
import { MappingFields } from '@kerb/web/features/imports/mapping-fields.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** The first rows that can be imported, as many as one import takes. */
const firstReady = ({ rows }: ImportCheck, most: number): Set<number> =>
  new Set(
    rows
      .filter(isReady)
      .slice(0, most)
      .map(({ line }) => line),
  );

type CheckProps = {
  spec: ImportSpec;
  fileName: string;
  check: ImportCheck;
  isBusy: boolean;
  onMapping: (mapping: Mapping) => void;
  onImport: (lines: number[]) => void;
  onCancel: () => void;
};

function useChosen(spec: ImportSpec, check: ImportCheck) {
  const [chosen, setChosen] = useState(() => firstReady(check, spec.most.rows));
  const [checked, setChecked] = useState(check);
  // With other columns other rows are ready.
  if (checked !== check) {
    setChecked(check);
    setChosen(firstReady(check, spec.most.rows));
  }
  const choose = (line: number, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, line] : [...before].filter((other) => other !== line)));
  return { chosen, setChosen, choose };
}

/** The dry run: the columns, the rows with their errors, and the choice of rows. Nothing has been created yet. */
export function CheckFile({ spec, fileName, check, isBusy, onMapping, onImport, onCancel }: CheckProps) {
  const { chosen, setChosen, choose } = useChosen(spec, check);
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const ready = check.rows.filter(isReady).length;
  const isTooMany = chosen.size > spec.most.rows;
  return (
    <Stack gap="md">
      <Surface title={`Check ${fileName}`}>
        <Stack gap="md">
          <p ref={start} tabIndex={-1} className={classes.summary} role="status">
            {ready} of {check.rows.length} rows can be imported. {chosen.size} selected. Nothing is created before you
            press Import.
          </p>
          <MappingFields spec={spec} check={check} onChange={onMapping} />
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setChosen(firstReady(check, spec.most.rows))}>
              {ready > spec.most.rows ? `Select the first ${spec.most.rows}` : 'Select all'}
            </Button>
            <Button size="xs" variant="default" onClick={() => setChosen(new Set())}>
              Select none
            </Button>
          </Group>
        </Stack>
      </Surface>
      <CheckedRows spec={spec} check={check} chosen={chosen} isStale={isBusy} onChoose={choose} />
      <p className={classes.summary}>{spec.words.effect}</p>
      {isTooMany && (
        <p className={classes.error} role="alert">
          Select at most {spec.most.rows}.
        </p>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          disabled={chosen.size === 0 || isTooMany}
          aria-busy={isBusy}
          onClick={() => onImport([...chosen].sort((a, b) => a - b))}
        >
          Import {counted(spec, chosen.size)}
        </Button>
      </Group>
    </Stack>
  );
}
