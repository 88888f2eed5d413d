import { seesEveryOrganisation } from '@kerb/domain/access/access-scope.ts';
import { organisationTypeLabels, type Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { useExistingPage, useSavedAddress } from '@kerb/web/design/list-state.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { PagedTable } from '@kerb/web/design/paged-table.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { noOrganisationsFound, organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';

const CreateOrganisationDialog = lazyComponent(
  async () =>
    (await import('@kerb/web/features/organisations/create-organisation.dialog.tsx')).CreateOrganisationDialog,
);

const route = getRouteApi('/agencies');
const to = '/agencies/$tenantId/applications';
const lastCampaign = 'lastAgreementCreateDate';

const columns: Column<Tenant>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '55%',
    onCard: 'title',
    cell: (row) => (
      <LinkText to={to} params={{ tenantId: row.id }} size="sm">
        {row.name}
      </LinkText>
    ),
  },
  { key: 'type', header: 'Type', width: '20%', cell: (row) => organisationTypeLabels[row.type] },
  {
    key: 'last',
    header: 'Last campaign',
    width: '25%',
    sortBy: lastCampaign,
    cell: ({ lastAgreementCreateDate: last }) => (last ? <DateText value={last} style="short" /> : 'No agreements'),
  },
];

type Search = ReturnType<typeof route.useSearch>;

/** The only order is by the last campaign; the address records only that it is reversed. */
const orderOf = ({ sortBy, sortDesc }: Search) => ({
  by: lastCampaign,
  descending: sortBy !== lastCampaign || sortDesc,
});

function useOrganisations() {
  const isRestoring = useSavedAddress('organisations');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const order = orderOf(search);
  const query = { ...search, sortBy: lastCampaign, sortDesc: order.descending } as const;
  const list = useQuery({ ...organisationQueries.list(query), enabled: !isRestoring });
  const change = (next: Partial<Search>) => void navigate({ search: (now) => ({ ...now, page: 1, ...next }) });
  useExistingPage(query, list.data, (page) => void navigate({ search: (now) => ({ ...now, page }), replace: true }));
  return { query, order, list, change };
}

function CreateOrganisation() {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()('tenant.create')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create New Organisation</Button>
      {isOpen && (
        <Suspense>
          <CreateOrganisationDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function OrganisationsScreen() {
  const { query, order, list, change } = useOrganisations();
  const open = useNavigate();
  const title = seesEveryOrganisation(useSession()) ? 'All Organisations' : 'Organisations';
  const empty = query.textQuery ? noOrganisationsFound : 'There are no organisations.';
  return (
    <>
      <PageHeader title={title} actions={<CreateOrganisation />} />
      <Stack gap="md">
        <SearchField
          label="Search organisations"
          value={query.textQuery ?? ''}
          onSearch={(text) => change({ textQuery: text || undefined })}
          debounceMs={500}
        />
        <PagedTable
          label="Organisations"
          columns={columns}
          list={list}
          paging={{ page: query.page, perPage: query.perPage }}
          onPaging={change}
          perPageChoices={pageSizes.organisations}
          rowKey={(row) => row.id}
          onOpen={(row) => void open({ to, params: { tenantId: row.id } })}
          sort={order}
          onSort={({ descending }) =>
            change(descending ? { sortBy: undefined, sortDesc: undefined } : { sortBy: lastCampaign, sortDesc: false })
          }
          emptyText={empty}
        />
      </Stack>
    </>
  );
}
