import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** The words for a refused row: those of its first field, which say more than those of the whole request. */
export function refusalWords(problem: unknown): string {
  if (!(problem instanceof Problem) || problem.status >= 500) throw problem;
  const field = Object.values(problem.validation ?? {}).flat()[0];
  return field?.message ?? problem.message;
}

/** Runs one row of several. If it is refused, nothing of it is stored, and the other rows go on. */
export async function attemptRow<Row>(
  { tx }: Pick<Work, 'tx'>,
  run: () => Promise<Row>,
  refused: (words: string) => Row,
): Promise<Row> {
  await sql`savepoint one_row`.execute(tx);
  try {
    const row = await run();
    await sql`release savepoint one_row`.execute(tx);
    return row;
  } catch (problem) {
    const row = refused(refusalWords(problem));
    await sql`rollback to savepoint one_row`.execute(tx);
    return row;
  }
}
