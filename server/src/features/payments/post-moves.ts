import { ledgerEvents, type MovedEvent } from '@kerb/domain/payments/ledger-events.ts';
import { entriesOf, type Move, type MoveName } from '@kerb/domain/payments/ledger-moves.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Moved = Omit<Parameters<typeof post>[1], 'event' | 'entries'> & { event: MovedEvent; moves: readonly Move[] };

/** Writes one event of the ledger. Returns its id, or null if its moves change nothing. */
export async function postMoves(work: Work, { moves, ...posting }: Moved): Promise<number | null> {
  const allowed: readonly MoveName[] = ledgerEvents[posting.event].moves;
  const other = moves.find(({ move }) => !allowed.includes(move));
  if (other) throw new Error(`The event ${posting.event} has no move ${other.move}.`);
  return post(work, { ...posting, entries: entriesOf(moves) });
}

export async function hasPosted(db: Database | Tx, key: string): Promise<boolean> {
  const found = await db.selectFrom('ledgerTransactions').select('id').where('key', '=', key).executeTakeFirst();
  return found !== undefined;
}
