import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** The props that a form gives an input. */
type OfficeFieldProps = { value?: string; onChange: (tenantId: string) => void; error?: ReactNode };

/** The organisation of a referral: one of the user's own; an admin searches all of them. */
export function OfficeField(props: OfficeFieldProps) {
  return useSession().role === 'admin' ? <AnyOffice {...props} /> : <OwnOffice {...props} />;
}

function OwnOffice({ onChange, ...props }: OfficeFieldProps) {
  const { memberships } = useSession();
  const offices = memberships.map(({ tenantId, tenantName }) => ({ value: String(tenantId), label: tenantName }));
  return (
    <NativeSelect
      label="Office"
      required
      {...props}
      data={[{ value: '', label: 'Choose an office', disabled: true }, ...offices]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function AnyOffice({ value = '', onChange, ...props }: OfficeFieldProps) {
  const [typed, setTyped] = useState('');
  const [textQuery] = useDebouncedValue(typed.trim(), 250);
  const { data, isFetching } = useQuery(
    organisationQueries.list({ perPage: 50, sortBy: 'name', sortDesc: false, ...(textQuery && { textQuery }) }),
  );
  const offices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label="Office"
      required
      searchable
      placeholder="Search by name"
      nothingFoundMessage={isFetching ? 'Searching…' : 'No matching organisations found.'}
      {...props}
      data={offices}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      onSearchChange={setTyped}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
