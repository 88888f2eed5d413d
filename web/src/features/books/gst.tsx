import { postingKinds } from '@kerb/domain/books/account-table.ts';
import type { GstLine, GstView } from '@kerb/domain/books/books.contract.ts';
import { type GstBasis, type GstSection, gstBases, gstBasisLabels, gstSections } from '@kerb/domain/books/gst.ts';
import { formatPercent } from '@kerb/domain/kernel/money.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/books/books.module.css';
import { bookQueries, type GstQuery } from '@kerb/web/features/books/books.queries.ts';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { useBooksSearch } from '@kerb/web/features/books/books-search.ts';
import { Span } from '@kerb/web/features/books/journal.tsx';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { today } from '@kerb/web/platform/clock.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Figure = GstView['sections'][number];

const figureColumns = (onOpen: (section: GstSection) => void): Column<Figure>[] => [
  {
    key: 'section',
    header: 'Sales',
    onCard: 'title',
    cell: ({ section }) => (
      <span className={classes.stack}>
        <span>{gstSections[section].label}</span>
        <span className={classes.small}>{gstSections[section].means}</span>
      </span>
    ),
  },
  { key: 'net', header: 'Without GST', width: '16%', align: 'end', cell: ({ net }) => <Money cents={net} isExact /> },
  {
    key: 'tax',
    header: 'GST',
    width: '16%',
    align: 'end',
    cell: ({ section, tax }) => (gstSections[section].isTaxed ? <Money cents={tax} isExact /> : 'None'),
  },
  {
    key: 'lines',
    header: 'Postings',
    width: '14%',
    align: 'end',
    cell: ({ section, lines }) =>
      lines === 0 ? (
        '0'
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Show the ${lines} postings of ${gstSections[section].label}`}
          onClick={() => onOpen(section)}
        >
          {lines.toLocaleString()}
        </Button>
      ),
  },
];

const lineColumns: Column<GstLine>[] = [
  {
    key: 'day',
    header: 'Day',
    width: '7.5rem',
    onCard: 'corner',
    cell: ({ day }) => <DateText value={day} style="short" />,
  },
  {
    key: 'posting',
    header: 'Posting',
    onCard: 'title',
    cell: ({ posting, event }) => `${postingKinds[event]}, No. ${posting}`,
  },
  {
    key: 'campaign',
    header: 'Campaign',
    width: '18%',
    cell: ({ agreement, tenant, flowNumber }) =>
      agreement === null || tenant === null ? (
        '–'
      ) : (
        <CampaignLinkText campaign={{ id: agreement, tenant }}>{flowNumber}</CampaignLinkText>
      ),
  },
  { key: 'net', header: 'Without GST', width: '16%', align: 'end', cell: ({ net }) => <Money cents={net} isExact /> },
  { key: 'tax', header: 'GST', width: '16%', align: 'end', cell: ({ tax }) => <Money cents={tax} isExact /> },
];

/** The postings behind a figure, the newest first. */
function Lines({ query, section }: { query: GstQuery; section: GstSection }) {
  const [before, setBefore] = useState<number[]>([]);
  const list = useQuery(bookQueries.gstLines({ ...query, section }, before.at(-1) ?? null));
  const last = list.data?.items.at(-1);
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Surface title={gstSections[section].label} flush>
      <DataTable
        label={`Postings of ${gstSections[section].label}`}
        columns={lineColumns}
        rows={list.data?.items}
        rowKey={({ posting }) => posting}
        isStale={list.isPlaceholderData}
        empty={<EmptyState text="No posting in these days." />}
      />
      {(before.length > 0 || list.data?.isMore) && (
        <Group gap="sm" p="md">
          <Button variant="default" disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Button>
          <Button
            variant="default"
            disabled={!list.data?.isMore || !last}
            onClick={() => last && setBefore([...before, last.posting])}
          >
            Older
          </Button>
        </Group>
      )}
    </Surface>
  );
}

/** The quarter of a day, because returns are made by quarter. */
function quarterOf(day: string): { from: string; to: string } {
  const date = Temporal.PlainDate.from(day);
  const from = date.with({ month: Math.floor((date.month - 1) / 3) * 3 + 1, day: 1 });
  return { from: from.toString(), to: from.add({ months: 3 }).subtract({ days: 1 }).toString() };
}

const summaryOf = (data: GstView) =>
  [
    ['Sales with GST, GST included', moneyText(data.taxableSales)],
    ['Sales without GST', moneyText(data.otherSales)],
    ['GST on sales', moneyText(data.tax)],
    [`GST at ${formatPercent(data.gstRate)} of the sales with GST`, moneyText(data.atRate)],
  ] as const;

/** GST on sales by period, on a cash or accrual basis. */
export function GstPage() {
  const { search, change } = useBooksSearch();
  const [section, setSection] = useState<GstSection | null>(null);
  const usual = quarterOf(today());
  const query: GstQuery = {
    from: search.from ?? usual.from,
    to: search.to ?? usual.to,
    basis: search.basis ?? 'accrual',
  };
  const { data, error, refetch, isPlaceholderData } = useQuery(bookQueries.gst(query));
  return (
    <BooksPage view="gst" title="GST" file={{ table: 'gst', query }}>
      <div className={classes.filters}>
        <Span search={{ ...search, from: query.from, to: query.to }} change={change} />
        <ButtonChoice<GstBasis>
          label="Basis"
          value={query.basis ?? 'accrual'}
          options={gstBases.map((value) => ({ value, label: gstBasisLabels[value] }))}
          onChange={(basis) => change({ basis })}
        />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <Surface flush>
            <DataTable
              label="GST by kind of sales"
              columns={figureColumns(setSection)}
              rows={data?.sections}
              rowKey={(figure) => figure.section}
              placeholderRows={4}
              isStale={isPlaceholderData}
              empty={<EmptyState text="No sales in these days." />}
            />
          </Surface>
          {data && (
            <Surface title="Return">
              <Facts rows={summaryOf(data)} />
            </Surface>
          )}
          {section && <Lines key={JSON.stringify([query, section])} query={query} section={section} />}
        </>
      )}
    </BooksPage>
  );
}
