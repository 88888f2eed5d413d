import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type Books, emptyBooks, turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const amounts = [...accountNames, ...turnovers] as const;

/** The balances in a row. Null for a campaign without any event. */
export type WithBooks = {
  books: (Record<(typeof amounts)[number], string> & { version: number }) | null;
  booksOwedSince: string | null;
};

const pairs = amounts.map((name) => sql`${sql.lit(name)}, ${sql.ref(`k.${name}`)}::text`);

/**
 * The balances of `campaign_books k`, for `booksIn`. One JSON value, because the driver spends more time on the
 * description of a column than on its value.
 */
export const booksColumns = sql`
  case when k.agreement_id is not null then json_build_object('version', k.version, ${sql.join(pairs)}) end as books,
  k.owed_since as books_owed_since`;

export function booksIn({ books, booksOwedSince }: WithBooks): Books {
  if (!books) return emptyBooks;
  const cents = Object.fromEntries(amounts.map((name) => [name, centsFromDecimal(books[name])]));
  return { ...emptyBooks, ...cents, owedSince: booksOwedSince, version: books.version };
}

const booksStatement = compiledOnce<{ agreementId: number }, WithBooks>(
  ({ agreementId }) => sql`select ${booksColumns} from campaign_books k where k.agreement_id = ${agreementId}`,
);

/** The balances of a campaign now, with what this transaction has written. */
export async function booksOf(db: Database | Tx, agreementId: number): Promise<Books> {
  const [row] = await booksStatement(db, { agreementId });
  return row ? booksIn(row) : emptyBooks;
}
