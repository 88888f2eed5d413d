import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { bookAccounts, postingKinds } from '@kerb/domain/books/account-table.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import classes from '@kerb/web/features/books/books.module.css';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { stated, useBooksSearch } from '@kerb/web/features/books/books-search.ts';
import { Postings } from '@kerb/web/features/books/postings.tsx';
import { Button, NativeSelect } from '@mantine/core';

type Search = ReturnType<typeof useBooksSearch>;

/** The first and the last day, inclusive. */
export function Span({ search, change }: Search) {
  return (
    <>
      <DateField
        label="From"
        value={search.from ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <DateField
        label="To"
        value={search.to ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
    </>
  );
}

const accountChoices = accountNames.map((value) => ({ value, label: bookAccounts[value].label }));
const kindChoices = ledgerEventNames.map((value) => ({ value, label: postingKinds[value] }));

function Filters({ search, change }: Search) {
  return (
    <div className={classes.filters}>
      <Span search={search} change={change} />
      <NativeSelect
        label="Account"
        value={search.account ?? ''}
        data={[{ value: '', label: 'All accounts' }, ...accountChoices]}
        onChange={(event) => change({ account: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Kind"
        value={search.event ?? ''}
        data={[{ value: '', label: 'All kinds' }, ...kindChoices]}
        onChange={(event) => change({ event: event.currentTarget.value || undefined })}
      />
      <SearchField
        label={flowNumberLabel}
        value={search.agreementId === undefined ? '' : String(search.agreementId)}
        onSearch={(text) => change({ agreementId: text.replace(/\D/g, '').slice(0, 15) || undefined })}
        debounceMs={500}
      />
      {search.tenantId !== undefined && (
        <Button variant="default" onClick={() => change({ tenantId: undefined })}>
          {`Only organisation ${search.tenantId}: show all`}
        </Button>
      )}
    </div>
  );
}

/** Every posting, by day, account, kind, campaign and organisation. */
export function JournalPage() {
  const { search, change } = useBooksSearch();
  const { day: _, basis: __, ...filter } = stated(search);
  return (
    <BooksPage view="journal" title="Journal" file={{ table: 'journal', query: filter }}>
      <Filters search={search} change={change} />
      <Postings key={JSON.stringify(filter)} query={filter} />
    </BooksPage>
  );
}
