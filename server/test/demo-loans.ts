import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Stage } from './harness.ts';

type Requested = { agreementId: number; newDueDate: string | null; isSigned: boolean };

/** The demo has a request that waits, a letter that every payer signed, and a loan that was written off. */
export async function expectVariedLoans(stage: Stage, admin: number): Promise<void> {
  const { rows } = await sql<Requested>`
    select agreement_id, new_due_date, signed_date is not null as is_signed from loan_requests order by id`.execute(
    stage.db,
  );
  expect(rows.map(({ isSigned }) => isSigned)).toEqual([true, false]);
  const loan = async (id: number) => (await stage.as(admin)('GET', `/v1/agreements/${id}/loan`)).json();
  expect((await loan(rows[0]?.agreementId ?? 0)).dates.dueDate).toBe(rows[0]?.newDueDate);
  const lost = await sql<{ id: number }>`select agreement_id as id from campaign_books where writeoffs > 1`.execute(
    stage.db,
  );
  expect(lost.rows).toHaveLength(1);
  const written = await loan(lost.rows[0]?.id ?? 0);
  expect([written.isRunning, written.writtenOff > 100]).toEqual([false, true]);
}
