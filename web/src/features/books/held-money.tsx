import type { HeldMoney } from '@kerb/domain/books/books.contract.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { bookQueries } from '@kerb/web/features/books/books.queries.ts';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const columns: Column<HeldMoney>[] = [
  {
    key: 'campaign',
    header: 'Campaign',
    width: '14%',
    onCard: 'title',
    cell: ({ agreement, tenant, flowNumber }) => (
      <CampaignLinkText campaign={{ id: agreement, tenant }}>{flowNumber}</CampaignLinkText>
    ),
  },
  { key: 'name', header: 'Property', onCard: 'wide', cell: ({ name }) => name },
  { key: 'organisation', header: 'Organisation', width: '22%', cell: ({ tenantName }) => tenantName },
  { key: 'held', header: 'Held', width: '15%', align: 'end', cell: ({ held }) => <Money cents={held} isExact /> },
  {
    key: 'refund',
    header: 'Under refund',
    width: '15%',
    align: 'end',
    cell: ({ underRefund }) => <Money cents={underRefund || null} isExact />,
  },
];

/** Money of payers that is held or on its way back to their cards, by campaign. */
export function HeldMoneyPage() {
  const [after, setAfter] = useState<number[]>([]);
  const { data, error, refetch, isPlaceholderData } = useQuery(bookQueries.held(after.at(-1) ?? null));
  const last = data?.items.at(-1);
  const subtitle = data && (
    <>
      Held: <Money cents={data.held} isExact />. Under refund: <Money cents={data.underRefund} isExact />.
    </>
  );
  return (
    <BooksPage view="held" title="Held Money" subtitle={subtitle} file={{ table: 'held', query: {} }}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Surface flush>
          <DataTable
            label="Held money"
            columns={columns}
            rows={data?.items}
            rowKey={({ agreement }) => agreement}
            isStale={isPlaceholderData}
            empty={<EmptyState text="No money is held." />}
          />
          {(after.length > 0 || data?.isMore) && (
            <Group gap="sm" p="md">
              <Button variant="default" disabled={after.length === 0} onClick={() => setAfter(after.slice(0, -1))}>
                Back
              </Button>
              <Button
                variant="default"
                disabled={!data?.isMore || !last}
                onClick={() => last && setAfter([...after, last.agreement])}
              >
                More
              </Button>
            </Group>
          )}
        </Surface>
      )}
    </BooksPage>
  );
}
