import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type Books, emptyBooks, turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const amounts = [...accountNames, ...turnovers] as const;

type BooksRow = Record<(typeof amounts)[number], string> & { owedSince: string | null; version: number };

function booksFrom(row: BooksRow | undefined): Books {
  if (!row) return emptyBooks;
  const cents = Object.fromEntries(amounts.map((name) => [name, centsFromDecimal(row[name])]));
  return { ...emptyBooks, ...cents, owedSince: row.owedSince, version: row.version };
}

/** The balances of a campaign now, with what this transaction has written. */
export async function booksOf(db: Database | Tx, agreementId: number): Promise<Books> {
  const row = await db
    .selectFrom('campaignBooks')
    .select([...amounts, 'owedSince', 'version'])
    .where('agreementId', '=', agreementId)
    .executeTakeFirst();
  return booksFrom(row);
}

const columnNames = [...amounts, 'owedSince', 'version'] as const;
type ColumnName = (typeof columnNames)[number];

const aliasOf = <Name extends ColumnName>(name: Name) =>
  `books${name.charAt(0).toUpperCase()}${name.slice(1)}` as `books${Capitalize<Name>}`;

/** The same for the statement that reads the campaign: the columns of `campaign_books k`. `booksIn` reads its row. */
export const booksColumns = sql.join(
  columnNames.map((name) => sql`${sql.ref(`k.${name}`)} as ${sql.ref(aliasOf(name))}`),
);
export type WithBooks = { [Name in ColumnName as `books${Capitalize<Name>}`]: BooksRow[Name] | null };

export function booksIn(row: WithBooks): Books {
  // A campaign without any event has no balances.
  if (row.booksVersion === null) return emptyBooks;
  const own = Object.fromEntries(columnNames.map((name) => [name, row[aliasOf(name)]]));
  return booksFrom(own as BooksRow);
}
