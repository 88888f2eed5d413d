import { must } from '@kerb/domain/kernel/must.ts';
import { decideErasure } from '@kerb/domain/privacy/erasure.ts';
import { duePayers, type Erasable, erasableById, todayOf } from '@kerb/server/features/privacy/erasure.repository.ts';
import { mustAllow, Problem } from '@kerb/server/platform/http/problem.ts';
import { askForSecond } from '@kerb/server/platform/second-person/pending-acts.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export const eraseJob = 'erase-personal-data';

/** The log and the messages name the payer by number only: they stay when the data is gone. */
export const erasableName = ({ id, flowNumber }: Pick<Erasable, 'id' | 'flowNumber'>): string =>
  `payer ${id} of ${flowNumber}`;

export const dueName = (count: number): string => `${count} payer${count === 1 ? '' : 's'} whose time is over`;
/** There is one request for all payers whose time is over. */
export const dueSubject = 0;

/** Asks a second person to erase what is held about a payer. */
export async function askErasure(work: Work, id: number, reason: string | undefined): Promise<void> {
  const { country } = work.deps;
  const payer = await erasableById(work.tx, country, id);
  mustAllow(decideErasure(payer.facts, country, todayOf(payer, work.now)));
  if (payer.confirmedDate !== null) {
    throw new Problem(409, 'erasure-confirmed', 'A second person has confirmed this. It is carried out soon.');
  }
  await askForSecond(work, { kind: 'erase-payer', subjectId: id, subjectName: erasableName(payer), reason });
}

/** Asks a second person to erase what is held longer than the law asks for. */
export async function askDueErasures(work: Work, reason: string | undefined): Promise<void> {
  const due = await duePayers(work.tx, work.deps.country, work.now);
  if (due.length === 0) throw new Problem(409, 'nothing-due', 'No personal data is held longer than the law asks for.');
  await askForSecond(work, {
    kind: 'dispose-due',
    subjectId: dueSubject,
    subjectName: dueName(due.length),
    reason,
    payload: { signatoryIds: due.map(({ id }) => id) },
  });
}

/** A second person has confirmed it. A job erases one payer at a time, each in its own transaction. */
export async function confirmErasures(work: Work, actId: number, ids: readonly number[]): Promise<void> {
  const { country } = work.deps;
  for (const id of ids) {
    await sql`
      select from signatories p join agreements a on a.id = p.agreement_id where p.id = ${id}
      for update of a, p`.execute(work.tx);
    const payer = await erasableById(work.tx, country, id);
    // The campaign may have been opened again since the request.
    mustAllow(decideErasure(payer.facts, country, todayOf(payer, work.now)));
  }
  await work.tx
    .insertInto('erasures')
    .values(ids.map((signatoryId) => ({ actId, signatoryId, confirmedDate: work.now })))
    .onConflict((conflict) => conflict.column('signatoryId').where('refusedBecause', 'is', null).doNothing())
    .execute();
  must(ids[0], 'payer to erase');
  work.afterCommit(() => work.deps.jobs.nudge(eraseJob));
}
