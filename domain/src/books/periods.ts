import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse, refuseFields } from '@kerb/domain/kernel/decision.ts';

/** A period of the books: from the day after the period before it, to its last day. */
export type BookPeriod = {
  id: number;
  /** Null: from the first posting on. */
  firstDay: Day | null;
  lastDay: Day;
  closedByUserId: number;
  isExported: boolean;
};

/** The first day on which something can be posted; null if no period is closed. */
export const openFrom = (closed: readonly Pick<BookPeriod, 'lastDay'>[]): Day | null => {
  const last = closed
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1);
  return last === undefined ? null : addDays(last, 1);
};

/** The day on which a posting counts: its own, or the first open day if its own is closed. */
export const bookDayFor = (day: Day, open: Day | null): Day => (open !== null && day < open ? open : day);

/** Whether a period that ends on this day may be closed. Only days that have ended everywhere in the country can. */
export function decideClose(
  lastDay: Day,
  { today, open, unposted }: { today: Day; open: Day | null; unposted: number },
): Decision<{ firstDay: Day | null; lastDay: Day }> {
  if (lastDay >= today) return refuseFields(fieldError('lastDay', 'notValid', 'The last day must be before today.'));
  if (open !== null && lastDay < open) {
    return refuseFields(fieldError('lastDay', 'notValid', 'This day is in a period that is closed already.'));
  }
  if (unposted > 0) {
    const loans = unposted === 1 ? 'one loan' : `${unposted} loans`;
    return refuse('interest-missing', `The interest of ${loans} is not posted until this day yet. Try again later.`);
  }
  return allow({ firstDay: open, lastDay });
}

/**
 * Whether a closed period may be opened again: the last one only, and not after an export, because the accounting
 * system has its figures. The admin who closed it cannot: another admin has to agree.
 */
export function decideReopen(
  period: BookPeriod,
  { closed, userId }: { closed: readonly BookPeriod[]; userId: number },
): Decision<null> {
  const last = closed.toSorted((a, b) => a.lastDay.localeCompare(b.lastDay)).at(-1);
  if (last?.id !== period.id) return refuse('not-last', 'Only the last closed period can be opened again.');
  if (period.isExported) {
    return refuse('exported', 'This period was exported. Post the correction in the open period.');
  }
  if (period.closedByUserId === userId) {
    return refuse('second-person', 'You closed this period, so another admin has to open it again.');
  }
  return allow(null);
}
