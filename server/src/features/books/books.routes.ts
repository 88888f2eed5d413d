import { type BooksFileQuery, bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import { type BooksReport, booksFileName, booksReports } from '@kerb/domain/books/books-reports.ts';
import { readHeld, readOwed } from '@kerb/server/features/books/balances.repository.ts';
import { booksPaper } from '@kerb/server/features/books/books-paper.ts';
import { type FileQuery, linesOf } from '@kerb/server/features/books/books-sources.ts';
import { todayOf } from '@kerb/server/features/books/close-period.ts';
import { readGst, readGstLines } from '@kerb/server/features/books/gst.repository.ts';
import { readJournal } from '@kerb/server/features/books/journal.repository.ts';
import { movementRoutes } from '@kerb/server/features/books/movements.routes.ts';
import { periodRoutes } from '@kerb/server/features/books/periods.routes.ts';
import { readTrialBalance, summaryOfAccount } from '@kerb/server/features/books/totals.repository.ts';
import { streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { drawFor } from '@kerb/server/platform/pdf/draw-pdf.ts';

/** The days that a file is about, for its name. */
function aboutOf(report: BooksReport, { day, from, to, account, basis }: FileQuery): string {
  if (report === 'trial-balance' || report === 'held' || report === 'owed') return day;
  return [report === 'account' ? account : basis, from, to].filter(Boolean).join(' ');
}

export function bookRoutes(app: App, deps: Deps): void {
  periodRoutes(app, deps);
  movementRoutes(app, deps);
  const reading = <T>(read: (place: Pick<Deps, 'db' | 'country'>) => Promise<T>): Promise<T> =>
    deps.reader.read(({ db }) => read({ db, country: deps.country }));
  const queryOf = (query: BooksFileQuery): FileQuery => ({ ...query, day: query.day ?? todayOf(deps) });

  mount(app, bookEndpoints.trialBalance, async ({ query }) => {
    const day = query.day ?? todayOf(deps);
    return { day, ...(await reading(({ db }) => readTrialBalance(db, day))) };
  });

  mount(app, bookEndpoints.journal, ({ query }) => reading((place) => readJournal(place, query)));

  mount(app, bookEndpoints.account, ({ params, query }) =>
    reading(({ db }) =>
      summaryOfAccount(db, params.account, { from: query.from ?? null, to: query.to ?? todayOf(deps) }),
    ),
  );

  mount(app, bookEndpoints.held, ({ query }) => reading((place) => readHeld(place, query)));

  mount(app, bookEndpoints.owed, () => reading(readOwed));

  mount(app, bookEndpoints.gst, async ({ query }) => ({
    ...query,
    gstRate: deps.country.gstBasisPoints,
    ...(await reading((place) => readGst(place, query))),
  }));

  mount(app, bookEndpoints.gstLines, ({ query }) => reading((place) => readGstLines(place, query, query)));

  mount(app, bookEndpoints.csv, ({ scope, params: { table }, query, reply }) => {
    const asked = queryOf(query);
    return streamCsv(
      deps,
      { scope, reply },
      {
        what: `books ${table}`,
        fileName: booksFileName(deps.country.brand, table, aboutOf(table, asked), 'csv'),
        columns: booksReports[table].columns,
        select: linesOf(table, asked, deps.country),
        // Counting the entries of a filter costs as much as reading them.
        count: null,
      },
    );
  });

  mount(app, bookEndpoints.pdf, async ({ scope, params: { table }, query, reply }) => {
    const asked = queryOf(query);
    const content = await drawFor(deps, scope.actor, async (draw) => draw(await booksPaper(deps, table, asked)));
    const fileName = booksFileName(deps.country.brand, table, aboutOf(table, asked), 'pdf');
    return sendFile(reply, { fileName, contentType: 'application/pdf', content });
  });
}
