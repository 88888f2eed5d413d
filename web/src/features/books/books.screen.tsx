import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { AccountPage } from '@kerb/web/features/books/account.tsx';
import { AccountCodesPage } from '@kerb/web/features/books/account-codes.tsx';
import { BankAccountsPage } from '@kerb/web/features/books/bank-accounts.tsx';
import type { BooksView } from '@kerb/web/features/books/books-search.ts';
import { GstPage } from '@kerb/web/features/books/gst.tsx';
import { HeldMoneyPage } from '@kerb/web/features/books/held-money.tsx';
import { JournalPage } from '@kerb/web/features/books/journal.tsx';
import { OwedPage } from '@kerb/web/features/books/owed.tsx';
import { PeriodsPage } from '@kerb/web/features/books/periods.tsx';
import { TrialBalancePage } from '@kerb/web/features/books/trial-balance.tsx';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';

const route = getRouteApi('/admin/books/$view');

const pages: Record<BooksView, ComponentType> = {
  'trial-balance': TrialBalancePage,
  journal: JournalPage,
  account: AccountPage,
  'bank-accounts': BankAccountsPage,
  held: HeldMoneyPage,
  owed: OwedPage,
  gst: GstPage,
  periods: PeriodsPage,
  codes: AccountCodesPage,
};

/** The books, for admins: one address for each page of them. */
export function BooksScreen() {
  const { view } = route.useParams();
  const Page = Object.hasOwn(pages, view) ? pages[view as BooksView] : null;
  return Page ? <Page key={view} /> : <EmptyState isPage text="There is no such page of the books." />;
}
