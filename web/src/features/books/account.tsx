import { accountClassLabels, bookAccounts } from '@kerb/domain/books/account-table.ts';
import { type Account, accounts, bankAccounts } from '@kerb/domain/payments/ledger.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { BetweenAccounts } from '@kerb/web/features/books/bank-accounts.tsx';
import classes from '@kerb/web/features/books/books.module.css';
import { bookQueries } from '@kerb/web/features/books/books.queries.ts';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { stated, useBooksSearch } from '@kerb/web/features/books/books-search.ts';
import { Span } from '@kerb/web/features/books/journal.tsx';
import { Postings } from '@kerb/web/features/books/postings.tsx';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const sideText = ({ debit, credit }: { debit: number; credit: number }): string =>
  credit > 0 ? `${moneyText(credit)} credit` : `${moneyText(debit)} debit`;

const isInBank = (account: Account): boolean =>
  account === 'operating' || bankAccounts.some((name) => name === account);

/** One account: its balances before and after the chosen days, and its postings between. */
export function AccountPage() {
  const { search, change } = useBooksSearch();
  const account = search.account ?? 'bank';
  const { from, to } = stated(search);
  const span = { ...(from && { from }), ...(to && { to }) };
  const { data, error, refetch } = useQuery(bookQueries.account(account, span));
  const { label, class: of } = bookAccounts[account];
  return (
    <BooksPage
      view="account"
      title={label}
      subtitle={`Account of the ledger: ${accountClassLabels[of].toLowerCase()}`}
      file={{ table: 'account', query: { account, ...span } }}
    >
      <Text size="sm">{accounts[account].means}.</Text>
      {isInBank(account) && <BetweenAccounts />}
      <div className={classes.filters}>
        <Span search={search} change={change} />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Surface title="Balance">
          <Facts
            rows={[
              ['Opening balance', sideText(data.opening)],
              ['Debits', moneyText(data.debit)],
              ['Credits', moneyText(data.credit)],
              ['Closing balance', sideText(data.closing)],
            ]}
          />
        </Surface>
      )}
      <Postings key={JSON.stringify({ account, span })} query={{ account, ...span }} account={account} />
    </BooksPage>
  );
}
