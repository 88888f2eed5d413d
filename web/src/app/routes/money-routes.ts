import { ageings } from '@kerb/domain/loan-books/ageings.ts';
import { lvrNames } from '@kerb/domain/loan-books/lvr.ts';
import { lineCursorForm } from '@kerb/domain/statements/line-cursor.ts';
import { lineStates } from '@kerb/domain/statements/line-moves.ts';
import { asDigits, guarded, listSearch } from '@kerb/web/app/route-rules.ts';
import { root } from '@kerb/web/app/routes/root-route.ts';
import { lazyModule } from '@kerb/web/design/lazy.tsx';
import { countField, dayField, flagField, idField, usualWordField, wordField } from '@kerb/web/platform/search.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

const batchPayments = createRoute({
  getParentRoute: () => root,
  path: '/batch-payments',
  ...listSearch({ page: countField(1) }),
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/batches/batch-payments.screen.tsx')),
    'BatchPaymentsScreen',
  ),
});

const lineCursorField = (text: string | undefined) => (lineCursorForm.test(text ?? '') ? text : undefined);
const loadStatements = lazyModule(() => import('@kerb/web/features/statements/bank-statements.screen.tsx'));

const bankStatements = createRoute({
  getParentRoute: () => root,
  path: '/batch-payments/statements',
  ...listSearch({ cursor: lineCursorField, state: usualWordField(lineStates, 'unmatched') }),
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(loadStatements, 'BankStatementsScreen'),
});

const batchPayment = createRoute({
  getParentRoute: () => root,
  path: '/batch-payments/$batchId',
  params: asDigits('batchId'),
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/batches/batch.screen.tsx')),
    'BatchScreen',
  ),
});

const loanBook = createRoute({
  getParentRoute: () => root,
  path: '/admin/loan-book',
  ...listSearch({
    page: countField(1),
    ageing: wordField(ageings),
    tenant: idField,
    lvr: wordField(lvrNames),
    dueFrom: dayField,
    dueTo: dayField,
    undated: flagField(false),
  }),
  beforeLoad: guarded('/admin/loan-book'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/loan-book/loan-book.screen.tsx')),
    'LoanBookScreen',
  ),
});

const figures = createRoute({
  getParentRoute: () => root,
  path: '/admin/figures',
  beforeLoad: guarded('/admin/figures'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/figures/figures.screen.tsx')),
    'FiguresScreen',
  ),
});

/** The screen parses them: this file is in the first load. */
type BooksAddress = {
  [Name in 'day' | 'from' | 'to' | 'account' | 'event' | 'agreementId' | 'tenantId' | 'basis']?: string;
};

const books = createRoute({
  getParentRoute: () => root,
  path: '/admin/books/$view',
  validateSearch: (search: BooksAddress) => search,
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/books/books.screen.tsx')),
    'BooksScreen',
  ),
});

const booksStart = createRoute({
  getParentRoute: () => root,
  path: '/admin/books',
  beforeLoad: () => {
    throw redirect({ to: '/admin/books/$view', params: { view: 'trial-balance' }, replace: true });
  },
});

export const moneyRoutes = [batchPayments, bankStatements, batchPayment, loanBook, figures, booksStart, books] as const;
