import { type AccountingSystem, accountingSystemLabels, accountingSystems } from '@kerb/domain/books/journal-files.ts';
import type { BookPeriodView } from '@kerb/domain/books/periods.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/books/books.module.css';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { ClosePeriodDialog } from '@kerb/web/features/books/close-period.dialog.tsx';
import { useExports } from '@kerb/web/features/books/exports.queries.ts';
import { periodsQuery } from '@kerb/web/features/books/periods.queries.ts';
import { ReopenPeriodDialog } from '@kerb/web/features/books/reopen-period.dialog.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

function State({ period }: { period: BookPeriodView }) {
  const { closed, reopened } = period;
  return (
    <span className={classes.stack}>
      <span>{reopened ? 'Opened again' : 'Closed'}</span>
      <span className={classes.small}>
        Closed by {closed.userName} <DateText value={closed.date} style="time" />
      </span>
      {reopened && (
        <span className={classes.small}>
          Opened again by {reopened.userName} <DateText value={reopened.date} style="time" />: {reopened.reason}
        </span>
      )}
    </span>
  );
}

/** Exports the period once; afterwards it gives the same file. */
function Exports({ period }: { period: BookPeriodView }) {
  const { make, download } = useExports();
  const save = async (system: AccountingSystem) => {
    try {
      if (!period.exports.some((each) => each.system === system)) {
        const label = accountingSystemLabels[system];
        const isSure = await confirm({
          title: `Export to ${label}?`,
          text: 'The period then stays closed for good, because the other system has its figures.',
          confirmLabel: 'Export',
        });
        if (!isSure) return;
        await withProgress('Exporting...', () => make(period.id, system));
      }
      await download(period.id, system);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <span className={classes.stack}>
      {accountingSystems.map((system) => {
        const made = period.exports.find((each) => each.system === system);
        const label = accountingSystemLabels[system];
        return (
          <Button
            key={system}
            size="compact-sm"
            variant={made ? 'default' : 'subtle'}
            aria-label={`${made ? 'Download' : 'Export'} the period until ${period.lastDay} for ${label}`}
            onClick={() => void save(system)}
          >
            {made ? `${label} file` : `Export to ${label}`}
          </Button>
        );
      })}
    </span>
  );
}

const columnsWith = (onReopen: (period: BookPeriodView) => void): Column<BookPeriodView>[] => [
  {
    key: 'days',
    header: 'Days',
    width: '26%',
    onCard: 'title',
    cell: ({ firstDay, lastDay }) => (
      <>
        {firstDay ? <DateText value={firstDay} style="short" /> : 'First posting'} to{' '}
        <DateText value={lastDay} style="short" />
      </>
    ),
  },
  { key: 'entries', header: 'Entries', width: '12%', align: 'end', cell: ({ entries }) => entries.toLocaleString() },
  {
    key: 'exports',
    header: 'Export',
    width: '16%',
    onCard: 'wide',
    cell: (period) => (period.reopened ? '' : <Exports period={period} />),
  },
  { key: 'state', header: 'State', onCard: 'wide', cell: (period) => <State period={period} /> },
  {
    key: 'actions',
    header: 'Action',
    width: '22%',
    onCard: 'wide',
    cell: (period) => {
      if (period.reopened) return '';
      if (period.reopenRefusal) return <span className={classes.small}>{period.reopenRefusal}</span>;
      return (
        <Button size="xs" variant="default" onClick={() => onReopen(period)}>
          Open again
        </Button>
      );
    },
  },
];

/** The periods that were closed, and the first day that is open. */
export function PeriodsPage() {
  const { data, error, refetch } = useQuery(periodsQuery);
  const [isClosing, setIsClosing] = useState(false);
  const [reopened, setReopened] = useState<BookPeriodView | null>(null);
  const subtitle =
    data &&
    (data.openFrom ? (
      <>
        Open from <DateText value={data.openFrom} style="long" />.
      </>
    ) : (
      'No period is closed.'
    ));
  return (
    <BooksPage
      view="periods"
      title="Periods"
      subtitle={subtitle}
      actions={
        <Button disabled={!data} onClick={() => setIsClosing(true)}>
          Close a period
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Surface flush>
          <DataTable
            label="Periods"
            columns={columnsWith(setReopened)}
            rows={data?.items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                text="No period is closed."
                help="In a closed period nothing is posted any more. Corrections are posted on the first open day."
              />
            }
          />
        </Surface>
      )}
      {isClosing && data && <ClosePeriodDialog today={data.today} onClose={() => setIsClosing(false)} />}
      {reopened && <ReopenPeriodDialog period={reopened} onClose={() => setReopened(null)} />}
    </BooksPage>
  );
}
