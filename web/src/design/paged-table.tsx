import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { DataTableProps } from '@kerb/web/design/data-table-props.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import type { UseQueryResult } from '@tanstack/react-query';

type Paging = { page: number; perPage: number };

type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'isStale' | 'empty'> & {
  list: UseQueryResult<{ items: readonly Row[]; totalItems: number; isMore?: boolean | undefined }>;
  paging: Paging;
  onPaging: (next: Partial<Paging>) => void;
  perPageChoices: readonly number[];
  emptyText: string;
};

/** A list from the server with its pager; an error replaces the table. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, paging, onPaging, perPageChoices, emptyText, ...table } = props;
  return (
    <>
      <Pager
        {...paging}
        totalItems={list.data?.totalItems}
        isMore={list.data?.isMore}
        onPage={(page) => onPaging({ page })}
        perPageChoices={perPageChoices}
        onPerPage={(perPage) => onPaging({ perPage })}
      />
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Surface flush>
          <DataTable
            {...table}
            rows={list.data?.items}
            isStale={list.isPlaceholderData}
            empty={<EmptyState text={emptyText} />}
          />
        </Surface>
      )}
    </>
  );
}
