import { DataCards } from '@kerb/web/design/data-cards.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import { HeadCell } from '@kerb/web/design/data-table-head.tsx';
import type { Column, DataTableProps, Sort } from '@kerb/web/design/data-table-props.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PagedTable } from '@kerb/web/design/paged-table.tsx';
import { Pager, PerPage } from '@kerb/web/design/pager.tsx';
import { RowCheck } from '@kerb/web/design/row-check.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { type GalleryPart, longText, longWord } from '@kerb/web/features/gallery/gallery-part.tsx';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Row = { id: number; title: string; payer: string; cents: number | null };

const rows: readonly Row[] = [
  { id: 10_231, title: '12 Point Road', payer: 'Pat Payer', cents: 420_000 },
  { id: 10_232, title: longText, payer: longWord, cents: 123_456_789 },
  { id: 10_233, title: '7 Short Street', payer: 'Kiri Kōwhai', cents: null },
];

// biome-ignore format: a table
const columns: readonly Column<Row>[] = [
  { key: 'title',  header: 'Campaign', cell: (row) => <LinkText to="/sandbox/outbox" size="sm">{row.title}</LinkText>,  sortBy: 'title', onCard: 'title' },
  { key: 'status', header: 'Status',   cell: () => <ToneBadge tone="progress">Approved</ToneBadge>,           width: '9rem',   onCard: 'corner' },
  { key: 'payer',  header: 'Payer',    cell: (row) => row.payer,                                              width: '14rem',  onCard: 'wide' },
  { key: 'budget', header: 'Budget',   cell: (row) => <Money cents={row.cents} />, sortBy: 'budget', align: 'end', width: '9rem' },
];

const table = (label: string, shown: readonly Row[] | undefined): DataTableProps<Row> => ({
  label,
  columns,
  rows: shown,
  rowKey: ({ id }) => id,
  empty: <EmptyState text="No campaigns yet." help="A campaign that you create appears here." />,
});

function SortedTable() {
  const [sort, setSort] = useState<Sort>({ by: 'title', descending: false });
  return <DataTable {...table('Campaigns', rows)} sort={sort} onSort={setSort} />;
}

function Pages({ label, totalItems }: { label: string; totalItems: number | undefined }) {
  const [page, setPage] = useState(2);
  return <Pager label={label} page={page} perPage={25} totalItems={totalItems} onPage={setPage} />;
}

function PagesAndSizes() {
  const [perPage, setPerPage] = useState(25);
  const [page, setPage] = useState(1);
  return (
    <Pager
      label="Pages of many campaigns"
      page={page}
      perPage={perPage}
      totalItems={10_000}
      isMore
      onPage={setPage}
      perPageChoices={[10, 25, 50]}
      onPerPage={setPerPage}
    />
  );
}

function ChosenRow({ label }: { label: string }) {
  const [isChosen, setIsChosen] = useState(false);
  return <RowCheck label={label} checked={isChosen} onCheck={setIsChosen} />;
}

const found = async () => ({ items: rows, totalItems: 78 });

const refuse = async () => {
  throw new ApiProblem({ kind: 'refused', status: 403, displayText: 'You may not see these campaigns.' });
};

function TableWithPages({ label, fetchList }: { label: string; fetchList: typeof found }) {
  const [paging, setPaging] = useState({ page: 1, perPage: 25 });
  const list = useQuery({ queryKey: ['gallery', label], queryFn: fetchList, retry: false });
  return (
    <Stack gap="md">
      <PagedTable
        label={label}
        columns={columns}
        rowKey={({ id }) => id}
        list={list}
        paging={paging}
        onPaging={(next) => setPaging({ ...paging, ...next })}
        perPageChoices={[10, 25, 50]}
        emptyText="No campaigns yet."
      />
    </Stack>
  );
}

export const listParts: readonly GalleryPart[] = [
  {
    title: 'DataTable',
    components: [DataTable, HeadCell],
    examples: [
      { state: 'with rows, one of them with long text', show: () => <SortedTable />, isWide: true },
      { state: 'dense', show: () => <DataTable {...table('Dense campaigns', rows)} dense />, isWide: true },
      { state: 'stale', show: () => <DataTable {...table('Stale campaigns', rows)} isStale />, isWide: true },
      {
        state: 'loading',
        show: () => <DataTable {...table('Campaigns on the way', undefined)} placeholderRows={3} />,
        isWide: true,
      },
      { state: 'empty', show: () => <DataTable {...table('No campaigns', [])} />, isWide: true },
    ],
  },
  {
    title: 'RowCheck',
    components: [RowCheck],
    examples: [
      { state: 'not chosen', show: () => <ChosenRow label="Choose 12 Point Road" /> },
      { state: 'chosen', show: () => <RowCheck label="Choose 7 Short Street" checked onCheck={() => {}} /> },
    ],
  },
  {
    title: 'DataCards',
    components: [DataCards],
    isOnPage: true,
    examples: [
      { state: 'with rows', show: () => <DataCards {...table('Campaign cards', rows)} />, isWide: true },
      { state: 'loading', show: () => <DataCards {...table('Cards on the way', undefined)} />, isWide: true },
    ],
  },
  {
    title: 'PagedTable',
    components: [PagedTable],
    isOnPage: true,
    examples: [
      { state: 'with rows', show: () => <TableWithPages label="Paged campaigns" fetchList={found} />, isWide: true },
      { state: 'error', show: () => <TableWithPages label="Refused campaigns" fetchList={refuse} />, isWide: true },
    ],
  },
  {
    title: 'Pager and PerPage',
    components: [Pager, PerPage],
    isOnPage: true,
    examples: [
      { state: 'several pages', show: () => <Pages label="Pages of campaigns" totalItems={1_234} />, isWide: true },
      { state: 'more than can be counted', show: () => <PagesAndSizes />, isWide: true },
      { state: 'loading: only its height', show: () => <Pages label="Pages on the way" totalItems={undefined} /> },
      { state: 'empty: nothing', show: () => <Pages label="No pages" totalItems={0} /> },
    ],
  },
];
