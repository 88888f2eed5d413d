import { gstBases } from '@kerb/domain/books/gst.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import { dayField, idField, searchBy, wordField } from '@kerb/web/platform/search.ts';
import { getRouteApi } from '@tanstack/react-router';

// biome-ignore format: a table
export const booksViews = [
  { view: 'trial-balance', label: 'Trial Balance',         isListed: true  },
  { view: 'journal',       label: 'Journal',               isListed: true  },
  { view: 'account',       label: 'Account',               isListed: false },
  { view: 'bank-accounts', label: 'Bank Accounts',         isListed: false },
  { view: 'held',          label: 'Held Money',            isListed: true  },
  { view: 'owed',          label: 'Owed to Organisations', isListed: true  },
  { view: 'gst',           label: 'GST',                   isListed: true  },
  { view: 'periods',       label: 'Periods',               isListed: true  },
  { view: 'codes',         label: 'Account Codes',         isListed: true  },
] as const;
export type BooksView = (typeof booksViews)[number]['view'];

/** Every value of an address of the books. The route knows only their names, because it is in the first load. */
const parse = searchBy({
  day: dayField,
  from: dayField,
  to: dayField,
  account: wordField(accountNames),
  event: wordField(ledgerEventNames),
  agreementId: idField,
  tenantId: idField,
  basis: wordField(gstBases),
});

const route = getRouteApi('/admin/books/$view');

export type BooksSearch = ReturnType<typeof parse>;

/** Without what is undefined, as a query is sent. */
export const stated = (search: BooksSearch) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof BooksSearch]?: NonNullable<BooksSearch[Name]>;
  };

export function useBooksSearch() {
  const search = parse(route.useSearch() as never);
  const navigate = route.useNavigate();
  const change = (next: Partial<Record<keyof BooksSearch, string | number | undefined>>) =>
    void navigate({
      search: (now) => ({
        ...now,
        ...Object.fromEntries(
          Object.entries(next).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
        ),
      }),
      replace: true,
    });
  return { search, change };
}
