import { NativeSelect } from '@mantine/core';

export type OrganisationOption = { id: number; name: string };
type Option = { value: string; label: string; disabled?: boolean };

type OrganisationSelectProps = {
  label: string;
  organisations: readonly OrganisationOption[];
  organisationId: number | undefined;
  onChange: (organisationId: number | undefined) => void;
  /** Options above the organisations; an empty value means no organisation. */
  first?: readonly Option[];
  className?: string | undefined;
};

/** A native selector, which a phone shows at full screen size. */
export function OrganisationSelect({
  label,
  organisations,
  organisationId,
  onChange,
  first = [],
  className,
}: OrganisationSelectProps) {
  return (
    <NativeSelect
      label={label}
      className={className}
      value={organisationId === undefined ? '' : String(organisationId)}
      data={[...first, ...organisations.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
    />
  );
}
