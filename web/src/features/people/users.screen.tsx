import type { User } from '@kerb/domain/people/people.contract.ts';
import { roleLabels } from '@kerb/domain/people/role-labels.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { exactly } from '@kerb/web/design/dates.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { useExistingPage, useSavedAddress } from '@kerb/web/design/list-state.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { PagedTable } from '@kerb/web/design/paged-table.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { DueErasuresCard } from '@kerb/web/features/people/due-erasures.card.tsx';
import { peopleQueries } from '@kerb/web/features/people/people.queries.ts';
import classes from '@kerb/web/features/people/user-editor.module.css';
import { WaitingActsCard } from '@kerb/web/features/people/waiting-acts.card.tsx';
import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';

const route = getRouteApi('/admin/users');

const UserEditorDialog = lazyComponent(
  async () => (await import('@kerb/web/features/people/user-editor.dialog.tsx')).UserEditorDialog,
);

function State({ user }: { user: User }) {
  if (!user.disabledDate) return <ToneBadge tone="success">Active</ToneBadge>;
  return (
    <ToneBadge tone="neutral" title={`Disabled ${exactly(user.disabledDate)}`}>
      Disabled
    </ToneBadge>
  );
}

const columnsWith = (edit: (user: User) => void): Column<User>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '20%',
    sortBy: 'surname',
    onCard: 'title',
    cell: (row) => (
      <button
        type="button"
        className={classes.name}
        aria-label={`${row.displayName}, ${row.emailAddress}`}
        onClick={() => edit(row)}
      >
        {row.displayName}
      </button>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    width: '26%',
    sortBy: 'emailAddress',
    onCard: 'wide',
    cell: (row) => row.emailAddress,
  },
  { key: 'role', header: 'Role', width: '9rem', cell: (row) => roleLabels[row.role] },
  { key: 'organisations', header: 'Organisations', cell: (row) => row.agencyNames.join(', ') || '–' },
  { key: 'state', header: 'State', width: '8rem', onCard: 'corner', cell: (row) => <State user={row} /> },
];

type Search = ReturnType<typeof route.useSearch>;

function useUsers() {
  const isRestoring = useSavedAddress('users');
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery({ ...peopleQueries.list(query), enabled: !isRestoring });
  const change = (next: Partial<Search>) => void navigate({ search: (now) => ({ ...now, page: 1, ...next }) });
  useExistingPage(query, list.data, (page) => void navigate({ search: (now) => ({ ...now, page }), replace: true }));
  return { query, list, change };
}

export function UsersScreen() {
  const { query, list, change } = useUsers();
  const [open, setOpen] = useState<{ user: User | null } | null>(null);
  const columns = useMemo(() => columnsWith((user) => setOpen({ user })), []);
  const actions = (
    <>
      <Button variant="default" component={Link} to="/admin/rates">
        Rates and Fees
      </Button>
      <Button variant="default" component={Link} to="/admin/messages">
        Messages to Payers
      </Button>
      <Button variant="default" component={Link} to="/admin/security">
        Security Events
      </Button>
      <Button variant="default" component={Link} to="/admin/system">
        System
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen({ user: null })}>
        Add User
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title="Users" actions={actions} />
      <Stack gap="md">
        <WaitingActsCard />
        <DueErasuresCard />
        <SearchField
          label="Filter users"
          placeholder="Name or email"
          value={query.filter ?? ''}
          onSearch={(text) => change({ filter: text || undefined })}
          debounceMs={500}
        />
        <PagedTable
          label="Users"
          columns={columns}
          list={list}
          paging={{ page: query.page, perPage: query.perPage }}
          onPaging={change}
          perPageChoices={pageSizes.users}
          rowKey={(row) => row.id}
          onOpen={(user) => setOpen({ user })}
          sort={{ by: query.sortBy, descending: query.sortDesc }}
          onSort={({ by, descending }) =>
            change({ sortBy: by === 'emailAddress' ? by : 'surname', sortDesc: descending })
          }
          emptyText={query.filter ? 'No matching users found.' : 'There are no users.'}
        />
      </Stack>
      {open && (
        <Suspense>
          <UserEditorDialog user={open.user} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
