import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type Books, emptyBooks, turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

const amounts = [...accountNames, ...turnovers] as const;

/** The balances of a campaign now, with what this transaction has written. */
export async function booksOf(db: Database | Tx, agreementId: number): Promise<Books> {
  const row = await db
    .selectFrom('campaignBooks')
    .select([...amounts, 'owedSince', 'version'])
    .where('agreementId', '=', agreementId)
    .executeTakeFirst();
  if (!row) return emptyBooks;
  const cents = Object.fromEntries(amounts.map((name) => [name, centsFromDecimal(row[name])]));
  return { ...emptyBooks, ...cents, owedSince: row.owedSince, version: row.version };
}
