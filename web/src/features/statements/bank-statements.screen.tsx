import { ownAccountLabels } from '@kerb/domain/payments/own-accounts.ts';
import { type LineState, lineStateLabels, lineStates } from '@kerb/domain/statements/line-moves.ts';
import type { BankStatementLine } from '@kerb/domain/statements/statements.contract.ts';
import { amountColumn } from '@kerb/web/design/amount-column.tsx';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { countText } from '@kerb/web/design/pager.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { AcceptStrong } from '@kerb/web/features/statements/accept-strong.tsx';
import { LineActions } from '@kerb/web/features/statements/line-actions.tsx';
import { LinePages } from '@kerb/web/features/statements/line-pages.tsx';
import { StatementFile } from '@kerb/web/features/statements/statement-file.tsx';
import classes from '@kerb/web/features/statements/statements.module.css';
import { statementQueries } from '@kerb/web/features/statements/statements.queries.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/batch-payments/statements');
const perPage = 25;

const emptyWords: Record<LineState, string> = {
  unmatched: 'No unmatched lines.',
  matched: 'No line has been matched yet.',
  ignored: 'No line is ignored.',
};

const columnsFor = (hasTwoAccounts: boolean): Column<BankStatementLine>[] => [
  { key: 'date', header: 'Date', width: '14%', cell: (line) => <DateText value={line.date} /> },
  {
    key: 'words',
    header: 'Description',
    width: '32%',
    onCard: 'title',
    cell: (line) => (
      <span className={classes.stack}>
        <span>{line.words}</span>
        <span className={classes.small}>
          {hasTwoAccounts ? `${ownAccountLabels[line.account]}, ${line.fileName}` : line.fileName}
        </span>
      </span>
    ),
  },
  amountColumn,
  {
    key: 'campaign',
    header: 'Campaign',
    width: '40%',
    onCard: 'wide',
    cell: (line) => <LineActions line={line} hasTwoAccounts={hasTwoAccounts} />,
  },
];

/** The lines of the bank statements, and the campaigns that they pay. */
export function BankStatementsScreen() {
  const { cursor, state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQueries.lines({ state, perPage, cursor }));
  const hasTwoAccounts = data?.hasTwoAccounts ?? false;
  const countOf = (each: LineState) => data && countText(data.counts[each], data.uncounted.includes(each));
  const label = (each: LineState) => `${lineStateLabels[each]}${data ? ` (${countOf(each)})` : ''}`;
  return (
    <>
      <PageHeader
        title="Bank statements"
        subtitle={
          <LinkText to="/batch-payments" size="sm">
            Batch Payments
          </LinkText>
        }
      />
      <Stack gap="md">
        <StatementFile hasTwoAccounts={hasTwoAccounts} />
        <ButtonChoice
          label="Lines"
          options={lineStates.map((value) => ({ value, label: label(value) }))}
          value={state}
          onChange={(next) => void navigate({ search: { state: next } })}
        />
        {state === 'unmatched' && <AcceptStrong lines={data?.items ?? []} />}
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Surface flush>
            <DataTable
              label="Statement lines"
              columns={columnsFor(hasTwoAccounts)}
              rows={data?.items}
              rowKey={(line) => line.id}
              placeholderRows={3}
              isStale={isPlaceholderData}
              empty={<EmptyState text={emptyWords[state]} help="Add a statement to match more lines." />}
            />
          </Surface>
        )}
        {data && (
          <LinePages
            newerCursor={data.newerCursor}
            olderCursor={data.olderCursor}
            isNewest={cursor === undefined || (data.newerCursor === null && data.items.length > 0)}
            onCursor={(next) => void navigate({ search: { state, ...(next && { cursor: next }) } })}
          />
        )}
      </Stack>
    </>
  );
}
