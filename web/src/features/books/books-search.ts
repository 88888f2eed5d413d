import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import { day, digits } from '@kerb/domain/wire/codecs.ts';
import { searchBy } from '@kerb/web/platform/search.ts';
import { getRouteApi } from '@tanstack/react-router';
import * as z from 'zod/mini';

// biome-ignore format: a table
export const booksViews = [
  { view: 'trial-balance', label: 'Trial Balance',         isListed: true  },
  { view: 'journal',       label: 'Journal',               isListed: true  },
  { view: 'account',       label: 'Account',               isListed: false },
  { view: 'held',          label: 'Held Money',            isListed: true  },
  { view: 'owed',          label: 'Owed to Organisations', isListed: true  },
] as const;
export type BooksView = (typeof booksViews)[number]['view'];

/** Every value of an address of the books. The route knows only their names, because it is in the first load. */
const parse = searchBy(
  z.object({
    day: z.optional(day),
    from: z.optional(day),
    to: z.optional(day),
    account: z.optional(z.enum(accountNames)),
    event: z.optional(z.enum(ledgerEventNames)),
    agreementId: z.optional(digits),
    tenantId: z.optional(digits),
  }),
);

const route = getRouteApi('/admin/books/$view');

export type BooksSearch = ReturnType<typeof parse>;

/** Without what is undefined, as a query is sent. */
export const stated = (search: BooksSearch) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof BooksSearch]: NonNullable<BooksSearch[Name]>;
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
