import { type Actor, realActorOf } from '@kerb/domain/access/actor.ts';
import type { BookPeriodsView } from '@kerb/domain/books/periods.contract.ts';
import { decideClose, decideReopen, openFrom } from '@kerb/domain/books/periods.ts';
import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideSecond } from '@kerb/domain/second-person/second-person.ts';
import { isClosed, loansBehind, type PeriodRow, periodsOf } from '@kerb/server/features/books/periods.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import { askerById, personAtKeyboard } from '@kerb/server/platform/second-person/second-person.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Reader = { db: Database | Tx; today: Day; actor: Actor | null };

/** Today in the books: the country's day. */
export const todayOf = ({ country, clock }: Pick<Deps, 'country' | 'clock'>): Day =>
  dayIn(country.defaultTimeZone, clock.now());
const todayIn = ({ deps, now }: Work): Day => dayIn(deps.country.defaultTimeZone, now);

function refusalOf(period: PeriodRow, closed: readonly PeriodRow[], actor: Actor | null): string | null {
  if (!isClosed(period) || !actor) return null;
  const decision = decideReopen(period, { closed, userId: realActorOf(actor).userId });
  return decision.ok ? null : decision.because;
}

export async function viewPeriods({ db, today, actor }: Reader): Promise<BookPeriodsView> {
  const rows = await periodsOf(db);
  const closed = rows.filter(isClosed);
  return {
    today,
    openFrom: openFrom(closed),
    items: rows.map((row) => ({
      id: row.id,
      href: `/v1/books/periods/${row.id}`,
      firstDay: row.firstDay,
      lastDay: row.lastDay,
      entries: row.entries,
      closed: { date: row.closedDate, user: row.closedByUserId, userName: row.closedByName },
      reopened:
        row.reopenedDate === null
          ? null
          : {
              date: row.reopenedDate,
              user: must(row.reopenedByUserId, `who opened period ${row.id}`),
              userName: row.reopenedByName ?? '',
              reason: row.reopenReason ?? '',
            },
      exports: row.exports,
      reopenRefusal: refusalOf(row, closed, actor),
    })),
  };
}

/** Waits for postings that are under way; the database then refuses every posting on the closed days. */
export async function closePeriod(work: Work, lastDay: Day): Promise<BookPeriodsView> {
  const { tx, now, actor } = work;
  await takeTurn(tx, 'bookPeriods');
  const today = todayIn(work);
  const closed = (await periodsOf(tx)).filter(isClosed);
  // The same day again changes nothing.
  if (closed.some((period) => period.lastDay === lastDay && period.closedByUserId === actor?.userId)) {
    return viewPeriods({ db: tx, today, actor });
  }
  const facts = { today, open: openFrom(closed), unposted: await loansBehind(tx, lastDay) };
  const period = mustAllow(decideClose(lastDay, facts));
  const closedByUserId = must(actor, 'an admin who closes').userId;
  await tx
    .insertInto('bookPeriods')
    .values({ ...period, closedDate: now, closedByUserId })
    .execute();
  const description = `Books closed until ${lastDay}`;
  await record(work, { activityCode: 'tenant_update', description, data: { ...period }, isOnlyRead: true });
  return viewPeriods({ db: tx, today, actor });
}

export async function reopenPeriod(work: Work, id: number, reason: string): Promise<BookPeriodsView> {
  const { tx, now, actor } = work;
  await takeTurn(tx, 'bookPeriods');
  const rows = await periodsOf(tx);
  const closed = rows.filter(isClosed);
  const period = rows.find((row) => row.id === id);
  if (!period) throw notFound('period');
  const person = await personAtKeyboard(work);
  if (!isClosed(period) && period.reopenedByUserId === person.userId) {
    return viewPeriods({ db: tx, today: todayIn(work), actor });
  }
  mustAllow(decideReopen(period, { closed, userId: person.userId }));
  // The admin who closed it may have left since: the books stay right.
  const closer = await askerById(tx, period.closedByUserId, 'books.close');
  mustAllow(decideSecond({ ...closer, mayAsk: true }, person, now));
  await tx
    .updateTable('bookPeriods')
    .set({ reopenedDate: now, reopenedByUserId: person.userId, reopenReason: reason })
    .where('id', '=', id)
    .execute();
  const data = { period: id, firstDay: period.firstDay, lastDay: period.lastDay, reason };
  const description = `Books until ${period.lastDay} opened again`;
  await record(work, { activityCode: 'tenant_update', description, data, isOnlyRead: true });
  return viewPeriods({ db: tx, today: todayIn(work), actor });
}
