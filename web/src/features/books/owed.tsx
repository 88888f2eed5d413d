import type { OwedInBooks } from '@kerb/domain/books/books.contract.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { bookQueries } from '@kerb/web/features/books/books.queries.ts';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { useQuery } from '@tanstack/react-query';

const amount = (name: 'kept' | 'onItsWay' | 'owed') => (row: OwedInBooks) => <Money cents={row[name]} isExact />;

const columns: Column<OwedInBooks>[] = [
  {
    key: 'organisation',
    header: 'Organisation',
    onCard: 'title',
    cell: ({ tenant, tenantName }) => (
      <LinkText to="/admin/books/$view" params={{ view: 'journal' }} search={{ tenantId: String(tenant) }} size="sm">
        {tenantName}
      </LinkText>
    ),
  },
  { key: 'campaigns', header: 'Campaigns', width: '11%', align: 'end', cell: ({ campaigns }) => campaigns },
  {
    key: 'since',
    header: 'Since',
    width: '14%',
    cell: ({ since }) => <DateText value={since} style="short" />,
  },
  { key: 'kept', header: 'Kept', width: '16%', align: 'end', cell: amount('kept') },
  { key: 'transit', header: 'On its way', width: '16%', align: 'end', cell: amount('onItsWay') },
  { key: 'owed', header: 'Owed', width: '16%', align: 'end', cell: amount('owed') },
];

/** What each organisation is owed by the ledger. */
export function OwedPage() {
  const { data, error, refetch } = useQuery(bookQueries.owed);
  const subtitle = data && (
    <>
      Owed to all: <Money cents={data.owed} isExact />.
    </>
  );
  return (
    <BooksPage view="owed" title="Owed to Organisations" subtitle={subtitle} file={{ table: 'owed', query: {} }}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Surface flush>
          <DataTable
            label="Owed to organisations"
            columns={columns}
            rows={data?.items}
            rowKey={({ tenant }) => tenant}
            empty={<EmptyState text="Nothing is owed to any organisation." />}
          />
        </Surface>
      )}
    </BooksPage>
  );
}
