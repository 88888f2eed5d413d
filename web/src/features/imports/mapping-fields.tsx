import type { ImportCheck } from '@kerb/domain/imports/imports.contract.ts';
import type { Mapping } from '@kerb/domain/imports/mapping.ts';
import type { ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import classes from '@kerb/web/features/imports/imports.module.css';
import { NativeSelect } from '@mantine/core';

type MappingProps = {
  spec: ImportSpec;
  check: ImportCheck;
  onChange: (mapping: Mapping) => void;
};

/** The mapping with another column for a field, or without one. */
function withColumn(mapping: Mapping, field: string, column: string): Mapping {
  const { [field]: _, ...others } = mapping;
  return column === '' ? others : { ...others, [field]: Number(column) };
}

/** Which column of the file each field is. A change checks the rows again. */
export function MappingFields({ spec: { fields }, check: { headers, mapping }, onChange }: MappingProps) {
  const columns = headers.map((header, at) => ({ value: String(at), label: header || `Column ${at + 1}` }));
  return (
    <fieldset className={classes.mapping}>
      <legend>Columns</legend>
      {Object.entries(fields).map(([field, { label, isRequired }]) => (
        <NativeSelect
          key={field}
          label={label}
          withAsterisk={isRequired}
          aria-required={isRequired}
          value={mapping[field] === undefined ? '' : String(mapping[field])}
          error={isRequired && mapping[field] === undefined ? 'Choose a column.' : undefined}
          data={[{ value: '', label: 'Not in the file' }, ...columns]}
          onChange={({ currentTarget: { value } }) => onChange(withColumn(mapping, field, value))}
        />
      ))}
    </fieldset>
  );
}
