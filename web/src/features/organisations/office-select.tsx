import { NativeSelect } from '@mantine/core';

export type Office = { id: number; name: string };
type Option = { value: string; label: string; disabled?: boolean };

type OfficeSelectProps = {
  label: string;
  offices: readonly Office[];
  officeId: number | undefined;
  onChange: (officeId: number | undefined) => void;
  /** Options above the organisations; an empty value means no organisation. */
  first?: readonly Option[];
  className?: string | undefined;
};

/** A native selector, which a phone shows at full screen size. */
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
