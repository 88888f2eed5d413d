import { accountClassLabels, bookAccounts } from '@kerb/domain/books/account-table.ts';
import type { TrialBalanceView } from '@kerb/domain/books/books.contract.ts';
import { payersMoneyOf } from '@kerb/domain/books/trial-balance.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { BetweenAccounts } from '@kerb/web/features/books/bank-accounts.tsx';
import classes from '@kerb/web/features/books/books.module.css';
import { bookQueries } from '@kerb/web/features/books/books.queries.ts';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { useBooksSearch } from '@kerb/web/features/books/books-search.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { useQuery } from '@tanstack/react-query';

type Row = { account: TrialBalanceView['items'][number]['account'] | null; debit: number; credit: number };

const side = (name: 'debit' | 'credit') => (row: Row) =>
  row[name] === 0 && row.account !== null ? (
    ''
  ) : (
    <span className={row.account === null ? classes.total : undefined}>
      <Money cents={row[name]} isExact />
    </span>
  );

const columnsFor = (day: string): Column<Row>[] => [
  {
    key: 'account',
    header: 'Account',
    onCard: 'title',
    cell: ({ account }) =>
      account === null ? (
        <span className={classes.total}>Total</span>
      ) : (
        <LinkText to="/admin/books/$view" params={{ view: 'account' }} search={{ account, to: day }} size="sm">
          {bookAccounts[account].label}
        </LinkText>
      ),
  },
  {
    key: 'class',
    header: 'Class',
    width: '20%',
    onCard: 'corner',
    cell: ({ account }) => (account === null ? '' : accountClassLabels[bookAccounts[account].class]),
  },
  { key: 'debit', header: 'Debit', width: '20%', align: 'end', cell: side('debit') },
  { key: 'credit', header: 'Credit', width: '20%', align: 'end', cell: side('credit') },
];

/** Whether payers' money is all that is held for payers and organisations. */
function PayersMoney({ balance }: { balance: TrialBalanceView }) {
  const { places, owed } = payersMoneyOf(balance);
  return (
    <p className={classes.note}>
      Payers’ money in trust, at the card gateway and elsewhere: <Money cents={places} isExact />. Held for payers and
      organisations: <Money cents={owed} isExact />.
      {places !== owed &&
        ' They differ: on this day payers’ money and ours were not separate accounts yet, or the books are wrong.'}
    </p>
  );
}

/** The balance of every account at the end of a day. */
export function TrialBalancePage() {
  const { search, change } = useBooksSearch();
  const day = search.day ?? today();
  const { data, error, refetch, isPlaceholderData } = useQuery(bookQueries.trialBalance(day));
  const rows: Row[] | undefined = data && [...data.items, { account: null, debit: data.debit, credit: data.credit }];
  return (
    <BooksPage view="trial-balance" title="Trial Balance" file={{ table: 'trial-balance', query: { day } }}>
      <div className={classes.filters}>
        <DateField
          label="At the end of"
          value={day}
          onChange={(event) => event.currentTarget.value && change({ day: event.currentTarget.value })}
        />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Surface flush>
          <DataTable
            label="Trial balance"
            columns={columnsFor(day)}
            rows={data?.items.length === 0 ? [] : rows}
            rowKey={(row) => row.account ?? 'total'}
            placeholderRows={8}
            isStale={isPlaceholderData}
            empty={<EmptyState text="Nothing was posted until this day." />}
          />
        </Surface>
      )}
      {data && data.items.length > 0 && <PayersMoney balance={data} />}
      <BetweenAccounts />
    </BooksPage>
  );
}
