import { isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { closedLabel } from '@kerb/domain/loans/closed-loan.ts';
import { type LoanDateFields, loanDates } from '@kerb/domain/loans/loan-dates.ts';
import type { PlannedReminder } from '@kerb/domain/loans/reminders.ts';
import { loanDateLabels } from '@kerb/domain/loans/save-loan.ts';

export const timelineKinds = ['start', 'reminder', 'settlement', 'withdrawn', 'due', 'repaid', 'end'] as const;
export type TimelineKind = (typeof timelineKinds)[number];
/** The state of an event: a reminder that was switched off is neither past nor future. */
export const timelineStates = ['past', 'toCome', 'off'] as const;
export type TimelineState = (typeof timelineStates)[number];
export type TimelineEvent = { day: Day; kind: TimelineKind; label: string; state: TimelineState };

export type TimelineLoan = LoanDateFields & {
  campaignFinanceRepaidDate: Day | null;
  books?: { writeoffs?: Cents };
};

/** A reminder and whether it was sent. */
export type TimelineReminder = Pick<PlannedReminder, 'day' | 'label' | 'isOn'> & { isSent: boolean };

function stateOf({ day, isOn, isSent }: TimelineReminder, today: Day): TimelineState {
  if (isSent) return 'past';
  return isOn && day >= today ? 'toCome' : 'off';
}

/**
 * All events between the start of a loan and its latest end, by day. Null before the loan has a start date.
 */
export function loanTimeline(
  loan: TimelineLoan,
  reminders: readonly TimelineReminder[],
  today: Day,
  country: Pick<CountryRules, 'longestLoanDays'>,
): TimelineEvent[] | null {
  const { campaignFinanceRepaidDate: repaid } = loan;
  const { start, due, latestEnd } = loanDates(loan, country);
  if (!start) return null;
  const dated: [Day | null, TimelineKind, string][] = [
    [start, 'start', 'Loan starts'],
    [loan.propertySettlementDate, 'settlement', loanDateLabels.propertySettlementDate],
    [loan.propertyWithdrawnFromSaleDate, 'withdrawn', 'Withdrawn from sale'],
    [due, 'due', 'Payment due'],
    [repaid, 'repaid', closedLabel(loan.books?.writeoffs ?? 0)],
    [latestEnd, 'end', `End of the ${country.longestLoanDays} days`],
  ];
  const fixed = dated.flatMap(([day, kind, label]): TimelineEvent[] =>
    day ? [{ day, kind, label, state: day <= today ? 'past' : 'toCome' }] : [],
  );
  const reminded = reminders.map(
    (reminder): TimelineEvent => ({
      day: reminder.day,
      kind: 'reminder',
      label: reminder.label,
      state: stateOf(reminder, today),
    }),
  );
  // A repaid loan has nothing to come: neither a payment, nor an end, nor a reminder.
  const isOver = ({ day, kind, state }: TimelineEvent): boolean =>
    repaid !== null && day > repaid && (['due', 'end'].includes(kind) || state !== 'past');
  const events = [...fixed, ...reminded].filter((event) => !isOver(event));
  return events.sort((one, other) => Number(one.day > other.day) - Number(one.day < other.day));
}

/** A payer sees sent and planned messages, but not those that are switched off. */
export const timelineFor = (standing: Standing, events: readonly TimelineEvent[]): TimelineEvent[] =>
  events.filter(({ state }) => !isPayer(standing) || state !== 'off');
