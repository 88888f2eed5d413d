import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { decideErasure } from '@kerb/domain/privacy/erasure.ts';
import { decideCampaign, dueCampaigns, payerlessById } from '@kerb/server/features/privacy/campaigns-without-payers.ts';
import { duePayers, type Erasable, erasableById, todayOf } from '@kerb/server/features/privacy/erasure.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
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

/** Enough for one request; the next one takes the others. */
const mostDue = 200;

/** Payers, and campaigns without payers, whose time is over. */
export async function allDue(db: Database | Tx, country: CountryRules, now: Moment) {
  return {
    payers: await duePayers(db, country, now, mostDue),
    campaigns: await dueCampaigns(db, country, now, mostDue),
  };
}

/** Asks a second person to erase what is held longer than the law asks for. */
export async function askDueErasures(work: Work, reason: string | undefined): Promise<void> {
  const { payers, campaigns } = await allDue(work.tx, work.deps.country, work.now);
  const count = payers.length + campaigns.length;
  if (count === 0) throw new Problem(409, 'nothing-due', 'No personal data is held longer than the law asks for.');
  await askForSecond(work, {
    kind: 'dispose-due',
    subjectId: dueSubject,
    subjectName: dueName(count),
    reason,
    payload: { signatoryIds: payers.map(({ id }) => id), agreementIds: campaigns.map(({ id }) => id) },
  });
}

async function confirmPayers(work: Work, actId: number, ids: readonly number[]): Promise<void> {
  const { country } = work.deps;
  for (const id of ids) {
    await sql`
      select from signatories p join agreements a on a.id = p.agreement_id where p.id = ${id}
      for update of a, p`.execute(work.tx);
    const payer = await erasableById(work.tx, country, id);
    // The campaign may have been opened again since the request.
    mustAllow(decideErasure(payer.facts, country, todayOf(payer, work.now)));
  }
  if (ids.length === 0) return;
  await work.tx
    .insertInto('erasures')
    .values(ids.map((signatoryId) => ({ actId, signatoryId, confirmedDate: work.now })))
    .onConflict((conflict) => conflict.column('signatoryId').where('refusedBecause', 'is', null).doNothing())
    .execute();
}

async function confirmCampaigns(work: Work, actId: number, ids: readonly number[]): Promise<void> {
  const { country } = work.deps;
  for (const id of ids) {
    await sql`select from agreements where id = ${id} for update`.execute(work.tx);
    mustAllow(decideCampaign(await payerlessById(work.tx, country, id), country, work.now));
  }
  if (ids.length === 0) return;
  await work.tx
    .insertInto('erasures')
    .values(ids.map((agreementId) => ({ actId, agreementId, confirmedDate: work.now })))
    .onConflict((conflict) => conflict.column('agreementId').where('refusedBecause', 'is', null).doNothing())
    .execute();
}

type Confirmed = { signatoryIds?: readonly number[]; agreementIds?: readonly number[] };

/** A second person has confirmed it. A job erases one payer at a time, each in its own transaction. */
export async function confirmErasures(
  work: Work,
  actId: number,
  { signatoryIds = [], agreementIds = [] }: Confirmed,
): Promise<void> {
  await confirmPayers(work, actId, signatoryIds);
  await confirmCampaigns(work, actId, agreementIds);
  work.afterCommit(() => work.deps.jobs.nudge(eraseJob));
}
