import { NativeSelect } from '@mantine/core';

export type Office = { id: number; name: string };
type Option = { value: string; label: string; disabled?: boolean };

type OfficeSelectProps = {
  label: string;
  offices: readonly Office[];
  officeId: number | undefined;
  onChange: (officeId: number | undefined) => void;
  /** What stands above the offices; the one with an empty value stands for none of them. */
  first?: readonly Option[];
  className?: string | undefined;
};

/** The browser's own selector, which a phone shows as large as the screen. */
export function OfficeSelect({ label, offices, officeId, onChange, first = [], className }: OfficeSelectProps) {
  return (
    <NativeSelect
      label={label}
      className={className}
      value={officeId === undefined ? '' : String(officeId)}
      data={[...first, ...offices.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
    />
  );
}
