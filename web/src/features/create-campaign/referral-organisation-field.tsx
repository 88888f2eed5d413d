import { seesEveryOrganisation } from '@kerb/domain/access/access-scope.ts';
import { noOrganisationsFound, organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** The props that a form gives an input. */
type ReferralOrganisationFieldProps = { value?: string; onChange: (tenantId: string) => void; error?: ReactNode };

/** The organisation of a referral: one of the user's own; an admin searches all of them. */
export function ReferralOrganisationField(props: ReferralOrganisationFieldProps) {
  return seesEveryOrganisation(useSession()) ? <AnyOrganisation {...props} /> : <OwnOrganisation {...props} />;
}

function OwnOrganisation({ onChange, ...props }: ReferralOrganisationFieldProps) {
  const { memberships } = useSession();
  const organisations = memberships.map(({ tenantId, tenantName }) => ({ value: String(tenantId), label: tenantName }));
  return (
    <NativeSelect
      label="Office"
      required
      {...props}
      data={[{ value: '', label: 'Choose an office', disabled: true }, ...organisations]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function AnyOrganisation({ value = '', onChange, ...props }: ReferralOrganisationFieldProps) {
  const [typed, setTyped] = useState('');
  const [textQuery] = useDebouncedValue(typed.trim(), 250);
  const { data, isFetching } = useQuery(
    organisationQueries.list({ perPage: 50, sortBy: 'name', sortDesc: false, ...(textQuery && { textQuery }) }),
  );
  const organisations = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label="Office"
      required
      searchable
      placeholder="Search by name"
      nothingFoundMessage={isFetching ? 'Searching…' : noOrganisationsFound}
      {...props}
      data={organisations}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      onSearchChange={setTyped}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
