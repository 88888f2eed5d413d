import type { BooksReport } from '@kerb/domain/books/books-reports.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import classes from '@kerb/web/features/books/books.module.css';
import { type FileQuery, saveBooks } from '@kerb/web/features/books/books.queries.ts';
import { type BooksView, booksViews } from '@kerb/web/features/books/books-search.ts';
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type BooksPageProps = {
  view: BooksView;
  title: string;
  subtitle?: ReactNode;
  /** The report that the buttons save, and its filter. */
  file?: { table: BooksReport; query: FileQuery };
  actions?: ReactNode;
  children: ReactNode;
};

function FileButtons({ table, query }: { table: BooksReport; query: FileQuery }) {
  return (
    <>
      <Button variant="default" onClick={() => void saveBooks('csv', table, query)}>
        Spreadsheet (.csv)
      </Button>
      <Button variant="default" onClick={() => void saveBooks('pdf', table, query)}>
        PDF
      </Button>
    </>
  );
}

/** A page of the books: the links to the others, its title, and its files. */
export function BooksPage({ view, title, subtitle, file, actions, children }: BooksPageProps) {
  const buttons = (file || actions) && (
    <Group gap="xs">
      {file && <FileButtons {...file} />}
      {actions}
    </Group>
  );
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={buttons} />
      <nav aria-label="Books" className="kerb-no-print">
        <ul className={classes.views}>
          {booksViews
            .filter(({ isListed }) => isListed)
            .map((each) => (
              <li key={each.view}>
                <LinkText
                  to="/admin/books/$view"
                  params={{ view: each.view }}
                  search={{}}
                  size="sm"
                  aria-current={each.view === view ? 'page' : undefined}
                >
                  {each.label}
                </LinkText>
              </li>
            ))}
        </ul>
      </nav>
      <Stack gap="md">{children}</Stack>
    </>
  );
}
