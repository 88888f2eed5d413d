import { realActorOf } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { RateChange, RateName, RateValues } from '@kerb/domain/countries/country-rates.ts';
import { addMinutes, type Day, dayIn, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { ratesWithdrawnMessage } from '@kerb/domain/notifications/second-person-messages.ts';
import {
  changedRates,
  decideRateChange,
  mayBegin,
  sameDayWords,
  writtenRate,
} from '@kerb/domain/rates/rate-changes.ts';
import type { RatesPreview } from '@kerb/domain/rates/rates.contract.ts';
import {
  countQuoted,
  heldChanges,
  heldRatesOf,
  lockRateRow,
  lockRatesOf,
  type RateRow,
  rateRows,
} from '@kerb/server/features/rates/rates.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import { askForSecond } from '@kerb/server/platform/second-person/pending-acts.ts';
import { messageFacts, tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Sent = { from: Day; values: readonly { name: RateName; value: number }[] };

/** Every server reads a new row within seconds, so none is added or withdrawn in the last minute before its day. */
const minutesAhead = 1;

const valuesOf = (values: Sent['values']): RateValues =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

const soonIn = ({ now, deps: { config } }: Pick<Work, 'now' | 'deps'>): Day =>
  dayIn(config.country.defaultTimeZone, addMinutes(now, minutesAhead));

async function decided(db: Database | Tx, { config: { country } }: Pick<Deps, 'config'>, soon: Day, sent: Sent) {
  const changes = heldChanges(await rateRows(db));
  const asked = { from: sent.from, values: valuesOf(sent.values) };
  const change = mustAllow(decideRateChange(asked, { country, changes, today: soon }));
  return { change, rates: changedRates(country, changes, change) };
}

/** Previews a change: the rates before and after, and the number of campaigns. Changes nothing. */
export async function previewRates(deps: Deps, sent: Sent): Promise<RatesPreview> {
  const soon = soonIn({ now: deps.clock.now(), deps });
  const { change, rates } = await decided(deps.db, deps, soon, sent);
  return { from: change.from, rates, ...(await countQuoted(deps.db)) };
}

/** The day as a number, the subject id of the request: one request can be pending for each day. */
const subjectIdOf = (from: Day): number => Number(from.replaceAll('-', ''));
export const dayOfSubject = (subjectId: number): Day =>
  String(subjectId).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

export const ratesName = (from: Day, locale: string): string => `the rates from ${writtenDay(from, locale)}`;

/** Asks a second admin for a change of rates. Nothing changes before they confirm it. */
export async function askForRates(work: Work, { reason, ...sent }: Sent & { reason: string }): Promise<void> {
  const { config } = work.deps;
  const { change } = await decided(work.tx, work.deps, soonIn(work), sent);
  await askForSecond(work, {
    kind: 'rate',
    subjectId: subjectIdOf(change.from),
    subjectName: ratesName(change.from, config.country.locale),
    reason,
    payload: { rates: change },
  });
}

/** Each rate as the second person sees it. */
export async function ratesInWords(db: Database | Tx, country: CountryRules, change: RateChange) {
  const changes = heldChanges(await rateRows(db));
  return changedRates(country, changes, change).map(({ label, unit, before, after }) => ({
    label,
    before: writtenRate({ unit, value: before }, country),
    after: writtenRate({ unit, value: after }, country),
  }));
}

/** This server has the rows at once; the others within seconds. */
const readAgain = ({ afterCommit, deps: { rates, log } }: Work): void =>
  afterCommit(() => {
    rates.refresh().catch((error: unknown) => log.warn({ err: error }, 'the dated rates could not be read'));
  });

type Confirmed = { id: number; reason: string; askedByUserId: number; askedDate: string };

/** Adds the row. Its day must not have begun meanwhile, and each rate must still be another one. */
export async function addRates(work: Work, act: Confirmed, change: RateChange): Promise<void> {
  const { tx, now, deps } = work;
  await takeTurn(tx, 'rates');
  if (!mayBegin(change.from, soonIn(work))) throw new Problem(409, 'day-begun', sameDayWords);
  const values = (Object.entries(change.values) as [RateName, number][]).map(([name, value]) => ({ name, value }));
  const { change: held, rates } = await decided(tx, deps, soonIn(work), { from: change.from, values });
  const actor = must(work.actor, 'the second person');
  await tx
    .insertInto('rateChanges')
    .values({
      holdsFrom: held.from,
      rates: JSON.stringify(held.values),
      reason: act.reason,
      askedByUserId: act.askedByUserId,
      askedDate: act.askedDate,
      confirmedByUserId: realActorOf(actor).userId,
      confirmedDate: now,
    })
    .execute();
  const data = Object.fromEntries(rates.map(({ name, before, after }) => [name, { before, after }]));
  const description = `Rates changed from ${held.from}`;
  await record(work, { activityCode: 'tenant_update', description, data: { act: act.id, ...data }, isOnlyRead: true });
  readAgain(work);
}

type Withdrawal = { row: RateRow; byUserId: number; because?: string };

async function writeWithdrawal(work: Work, { row, byUserId, because }: Withdrawal): Promise<void> {
  const { tx, now, deps } = work;
  const { id, holdsFrom } = row;
  await tx
    .updateTable('rateChanges')
    .set({ withdrawnDate: now, withdrawnByUserId: byUserId })
    .where('id', '=', id)
    .execute();
  const description = `Change of rates from ${holdsFrom} withdrawn${because ? `: ${because}` : ''}`;
  await record(work, { activityCode: 'tenant_update', description, data: { rateChange: id }, isOnlyRead: true });
  const from = writtenDay(holdsFrom, deps.config.country.locale);
  await tellAdmins(work, ratesWithdrawnMessage({ ...messageFacts(work), from }));
  readAgain(work);
}

/**
 * Withdraws the rows that wait for their day and that this person asked for or confirmed, because they are no longer
 * two admins' decision. A row whose day begins within a minute stays.
 */
export async function withdrawRatesOf(work: Work, userId: number): Promise<void> {
  const isComing = ({ holdsFrom }: RateRow) => mayBegin(holdsFrom, soonIn(work));
  // Most people who lose a right have none, and need not wait for the turn.
  if (!(await heldRatesOf(work.tx, userId)).some(isComing)) return;
  await takeTurn(work.tx, 'rates');
  const byUserId = work.actor ? realActorOf(work.actor).userId : userId;
  for (const row of (await lockRatesOf(work.tx, userId)).filter(isComing)) {
    const part = row.askedByUserId === userId ? 'asked for' : 'confirmed';
    await writeWithdrawal(work, { row, byUserId, because: `the person who ${part} it may no longer do so` });
  }
}

/** Withdraws a row whose day has not come. It stays in the history. */
export async function withdrawRates(work: Work, id: number): Promise<void> {
  await takeTurn(work.tx, 'rates');
  const row = await lockRateRow(work.tx, id);
  if (row.withdrawnDate !== null) throw new Problem(409, 'rates-withdrawn', 'This change has been withdrawn already.');
  if (!mayBegin(row.holdsFrom, soonIn(work))) {
    throw new Problem(409, 'day-begun', 'These rates hold already, so they stay. Add another change instead.');
  }
  const actor = must(work.actor, 'the person who withdraws');
  await writeWithdrawal(work, { row, byUserId: realActorOf(actor).userId });
}
