import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { RecordedMovement } from '@kerb/domain/statements/line-accounts.ts';
import type { LineMovement } from '@kerb/domain/statements/statements.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = { id: number; day: Day; reference: string | null; amount: string; shownBy: OwnAccount[] };

function movementOf({ id, day, reference, amount, shownBy }: Row): RecordedMovement {
  const cents = centsFromDecimal(amount);
  return {
    ...{ id, day, shownBy, reference: reference ?? '' },
    direction: cents > 0 ? 'to-operating' : 'to-trust',
    amountCents: Math.abs(cents),
  };
}

/** Movements `t` that were not taken back, with the accounts whose statements show them. */
async function select(db: Database | Tx, which: RawBuilder<unknown>): Promise<RecordedMovement[]> {
  const { rows } = await sql<Row>`
    select t.id, t.day, t.description as reference, e.amount, coalesce((
        select json_agg(s.account) from bank_statement_lines l join bank_statements s on s.id = l.statement_id
        where l.movement_id = t.id), '[]') as shown_by
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'operating'
    where t.event = 'movement' and not exists (select from ledger_transactions r where r.reverses_id = t.id)
      and ${which} order by t.id desc limit 1000`.execute(db);
  return rows.map(movementOf);
}

type Line = { amountCents: Cents; date: Day };

/** A superset of the movements that these lines may be. The domain removes those that do not match. */
export async function movementsFor(db: Database | Tx, lines: readonly Line[]): Promise<RecordedMovement[]> {
  const [first] = lines.map(({ date }) => date).toSorted();
  if (first === undefined) return [];
  const amounts = lines.map(({ amountCents }) => decimalFromCents(Math.abs(amountCents)));
  return select(db, sql`t.day >= ${addDays(first, -31)}::date and abs(e.amount) = any(${amounts}::numeric[])`);
}

/** The movements that lines are matched with. */
export const matchedMovements = async (db: Database | Tx, ids: readonly number[]): Promise<RecordedMovement[]> =>
  ids.length === 0 ? [] : select(db, sql`t.id = any(${ids}::bigint[])`);

export const movementById = async (db: Database | Tx, id: number): Promise<RecordedMovement | null> =>
  (await matchedMovements(db, [id]))[0] ?? null;

export const movementView = ({ id, direction, amountCents, day, reference }: RecordedMovement): LineMovement => ({
  movement: id,
  amount: amountCents,
  ...{ direction, day, reference },
});
