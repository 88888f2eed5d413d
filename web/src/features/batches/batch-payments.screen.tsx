import type { OwedOrganisation } from '@kerb/domain/batches/batches.contract.ts';
import { type Column, DataTable } from '@kerb/web/design/data-table.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { batchQueries } from '@kerb/web/features/batches/batches.queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

const to = '/agencies/$tenantId/applications';

const columns: Column<OwedOrganisation>[] = [
  {
    key: 'organisation',
    header: 'Organisation',
    width: '46%',
    onCard: 'title',
    cell: (row) => (
      <LinkText to={to} params={{ tenantId: row.tenant }} size="sm">
        {row.tenantName}
      </LinkText>
    ),
  },
  { key: 'campaigns', header: 'Campaigns', width: '14%', align: 'end', cell: (row) => row.campaigns },
  {
    key: 'oldest',
    header: 'Owed since',
    width: '20%',
    cell: (row) => <DateText value={row.oldestDate} style="short" />,
  },
  {
    key: 'amount',
    header: 'Amount',
    width: '20%',
    align: 'end',
    onCard: 'corner',
    cell: (row) => <Money cents={row.amount} />,
  },
];

/** What is owed to which organisation right now, the most first. */
export function BatchPaymentsScreen() {
  const { data, error, refetch } = useQuery(batchQueries.owed);
  const open = useNavigate();
  const total = (
    <>
      Funds owed to organisations and not transferred yet. Total: <Money cents={data?.total} />
    </>
  );
  return (
    <>
      <PageHeader title="Batch Payments" subtitle={total} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Surface flush>
          <DataTable
            label="Owed to organisations"
            columns={columns}
            rows={data?.items}
            rowKey={(row) => row.tenant}
            onOpen={(row) => void open({ to, params: { tenantId: row.tenant } })}
            empty={<EmptyState text="Nothing is owed to any organisation." />}
          />
        </Surface>
      )}
    </>
  );
}
