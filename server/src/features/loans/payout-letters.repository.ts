import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { LetterFacts } from '@kerb/domain/loans/letter-facts.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type LetterRecord = {
  id: number;
  agreementId: number;
  code: string;
  payoutDate: Day;
  validUntil: Day;
  total: Cents;
  facts: LetterFacts;
  createdDate: Moment;
};

const select = (db: Database | Tx) => db.selectFrom('payoutLetters').selectAll().orderBy('id', 'desc').limit(20);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const recordOf = ({ createdByUserId: _, ...row }: Row): LetterRecord => ({
  ...row,
  total: centsFromDecimal(row.total),
});

/** Newest first. */
export const lettersOf = async (db: Database | Tx, agreementId: number): Promise<LetterRecord[]> =>
  (await select(db).where('agreementId', '=', agreementId).execute()).map(recordOf);

export async function findLetter(db: Database | Tx, agreementId: number, id: number): Promise<LetterRecord | null> {
  const row = await select(db).where('agreementId', '=', agreementId).where('id', '=', id).executeTakeFirst();
  return row ? recordOf(row) : null;
}

export async function findLetterByCode(db: Database | Tx, code: string): Promise<LetterRecord | null> {
  const row = await select(db).where('code', '=', code).executeTakeFirst();
  return row ? recordOf(row) : null;
}

export async function insertLetter(
  work: Work,
  letter: Omit<LetterRecord, 'id' | 'createdDate'>,
): Promise<LetterRecord> {
  const row = await work.tx
    .insertInto('payoutLetters')
    .values({
      ...letter,
      total: decimalFromCents(letter.total),
      facts: JSON.stringify(letter.facts),
      createdDate: work.now,
      createdByUserId: work.actor?.userId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return recordOf(row);
}
