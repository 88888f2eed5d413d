import type { BatchSummary } from '@kerb/domain/batches/batches.contract.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { BatchBadge } from '@kerb/web/features/batches/batch-badges.tsx';
import { batchQueries } from '@kerb/web/features/batches/batches.queries.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

const route = getRouteApi('/batch-payments');
const to = '/batch-payments/$batchId';
const perPage = 25;

const columns: Column<BatchSummary>[] = [
  {
    key: 'batch',
    header: 'Batch',
    width: '16%',
    onCard: 'title',
    cell: (row) => (
      <LinkText to={to} params={{ batchId: row.id }} size="sm">
        Batch {row.id}
      </LinkText>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '20%',
    onCard: 'corner',
    cell: (row) => <BatchBadge batch={row} />,
  },
  {
    key: 'made',
    header: 'Made',
    width: '18%',
    cell: ({ created }) => <DateText value={created.date} style="time" />,
  },
  { key: 'by', header: 'By', width: '18%', cell: ({ created }) => created.userName },
  { key: 'campaigns', header: 'Campaigns', width: '12%', align: 'end', cell: (row) => row.campaigns },
  { key: 'total', header: 'Total', width: '16%', align: 'end', cell: (row) => <Money cents={row.total} /> },
];

/** All batches, newest first. */
export function BatchList() {
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const open = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(batchQueries.list({ page, perPage }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-labelledby="batches">
      <Title order={2} id="batches" mb="sm">
        Batches
      </Title>
      {(data?.totalItems ?? 0) > perPage && (
        <Pager
          page={page}
          perPage={perPage}
          totalItems={data?.totalItems}
          onPage={(next) => void navigate({ search: { page: next } })}
        />
      )}
      <Surface flush>
        <DataTable
          label="Batches"
          columns={columns}
          rows={data?.items}
          rowKey={(row) => row.id}
          placeholderRows={3}
          isStale={isPlaceholderData}
          onOpen={(row) => void open({ to, params: { batchId: row.id } })}
          empty={<EmptyState text="No batch has been made yet." />}
        />
      </Surface>
    </section>
  );
}
