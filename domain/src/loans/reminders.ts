import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, daysBetween, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type LoanDateFields, loanDates } from '@kerb/domain/loans/loan-dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The switch that controls a reminder, on the campaign and under the same name on its organisation. */
export const reminderSwitches = ['loanLiveReminders', 'preSettlementReminders', 'postSettlementReminders'] as const;
export type ReminderSwitch = (typeof reminderSwitches)[number];
export type CountedFrom = 'campaignFinanceLoanStartDate' | 'interestFreeEnd' | 'propertySettlementDate' | 'dueDate';
type Country = Pick<CountryRules, 'longestLoanDays'>;

type Row = {
  label: string;
  from: CountedFrom;
  days: number;
  /** Sent only while the campaign is in one of these statuses. */
  during: readonly AgreementStatus[];
  governedBy: ReminderSwitch;
  /** Sent only for loans that have a latest end. */
  isAboutTheEnd?: true;
};

const live = ['executed'] as const;
const running = ['executed', 'waiting-settlement'] as const;
const settling = ['waiting-settlement'] as const;
const owing = ['executed', 'waiting-settlement', 'withdrawn'] as const;

/** Every automatic message of a running loan, and when it is sent. */
// biome-ignore format: a table
export const loanReminders = {
  'live-30':            { label: 'Loan live for 30 days',          from: 'campaignFinanceLoanStartDate', days: 30,  during: live,     governedBy: 'loanLiveReminders' },
  'live-90':            { label: 'Loan live for 90 days',          from: 'campaignFinanceLoanStartDate', days: 90,  during: live,     governedBy: 'loanLiveReminders' },
  'live-150':           { label: 'Loan live for 150 days',         from: 'campaignFinanceLoanStartDate', days: 150, during: live,     governedBy: 'loanLiveReminders' },
  'live-173':           { label: 'One week to the end of the loan', from: 'campaignFinanceLoanStartDate', days: 173, during: live,     governedBy: 'loanLiveReminders', isAboutTheEnd: true },
  'interest-free-ends': { label: 'Interest-free days end',         from: 'interestFreeEnd',              days: 0,   during: running,  governedBy: 'loanLiveReminders' },
  'pre-settlement':     { label: 'A week before settlement',       from: 'propertySettlementDate',       days: -7,  during: settling, governedBy: 'preSettlementReminders' },
  'post-settlement':    { label: 'The day after settlement',       from: 'propertySettlementDate',       days: 1,   during: settling, governedBy: 'postSettlementReminders' },
  'payment-due':        { label: 'Payment is due',                 from: 'dueDate',                      days: 0,   during: owing,    governedBy: 'postSettlementReminders' },
} as const satisfies Record<string, Row>;

export type ReminderName = keyof typeof loanReminders;
export const reminderNames = Object.keys(loanReminders) as [ReminderName, ...ReminderName[]];

/** The state of a reminder: 'off' by a switch, 'missed' if its day passed while it could not be sent. */
export const reminderStates = ['sent', 'toCome', 'off', 'missed'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** A reminder that no server could send on its day is still sent up to this many days later. */
export const latestDaysLate = 3;

export type RemindedLoan = Record<ReminderSwitch, boolean> &
  LoanDateFields & {
    status: AgreementStatus;
    interestFreeDays: number | null;
    /** The organisation's switches: one that is off there is off for all its campaigns. */
    organisation: Record<ReminderSwitch, boolean>;
  };

/** The day that each reminder of a loan counts from. */
function countedFrom(loan: RemindedLoan, country: Country): Record<CountedFrom, Day | null> {
  const { start, due } = loanDates(loan, country);
  const { interestFreeDays: days } = loan;
  return {
    campaignFinanceLoanStartDate: start,
    interestFreeEnd: start && days ? addDays(start, days) : null,
    propertySettlementDate: loan.propertySettlementDate,
    dueDate: due,
  };
}

export type PlannedReminder = {
  name: ReminderName;
  label: string;
  day: Day;
  governedBy: ReminderSwitch;
  isOn: boolean;
  /** At most one message is sent for each occasion. A moved settlement or due day is a new occasion. */
  occasion: string;
};

/** Every reminder of this loan, sent or not, by day. */
export function plannedReminders(loan: RemindedLoan, country: Country): PlannedReminder[] {
  const dates = countedFrom(loan, country);
  const { latestEnd } = loanDates(loan, country);
  const planned = reminderNames.flatMap((name): PlannedReminder[] => {
    const { label, from, days, governedBy, isAboutTheEnd }: Row = loanReminders[name];
    const first = dates[from];
    if (first === null || (isAboutTheEnd && latestEnd === null)) return [];
    const isOn = loan[governedBy] && loan.organisation[governedBy];
    return [{ name, label, day: addDays(first, days), governedBy, isOn, occasion: `${name}:${first}` }];
  });
  return planned.sort((one, other) => (one.day < other.day ? -1 : 1));
}

export type SentReminder = { occasion: string; name: ReminderName; day: Day; sentDate: Moment; recipients: string[] };
export type ListedReminder = Omit<PlannedReminder, 'occasion'> & {
  state: ReminderState;
  sentDate: Moment | null;
  recipients: string[];
};

function listed(reminder: PlannedReminder, sent: SentReminder | undefined, today: Day): ListedReminder {
  const { occasion: _, ...rest } = reminder;
  if (sent) return { ...rest, state: 'sent', sentDate: sent.sentDate, recipients: sent.recipients };
  const isPast = daysBetween(reminder.day, today) > latestDaysLate;
  const stateIfOn = isPast ? 'missed' : 'toCome';
  const state = reminder.isOn ? stateIfOn : 'off';
  return { ...rest, state, sentDate: null, recipients: [] };
}

/**
 * Every message that the loan has sent or will send if nothing changes, by day. Sent messages stay in the list even if
 * the day that they counted from has moved.
 */
export function listReminders(
  loan: RemindedLoan,
  sent: readonly SentReminder[],
  today: Day,
  country: Country,
): ListedReminder[] {
  const planned = plannedReminders(loan, country).filter(({ name, occasion }) => {
    const { during }: Row = loanReminders[name];
    return during.includes(loan.status) || sent.some((each) => each.occasion === occasion);
  });
  const moved = sent.filter(({ occasion }) => !planned.some((each) => each.occasion === occasion));
  const overtaken = moved.map(({ name, day, occasion }): PlannedReminder => {
    const { label, governedBy } = loanReminders[name];
    return { name, label, day, governedBy, isOn: true, occasion };
  });
  return [...planned, ...overtaken]
    .map((each) =>
      listed(
        each,
        sent.find(({ occasion }) => occasion === each.occasion),
        today,
      ),
    )
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** The days from which a reminder for today, or for the days before it, counts. */
export function countedDays(from: CountedFrom, today: Day, mostDaysLate: number): Day[] {
  const rows: Row[] = Object.values(loanReminders).filter((row) => row.from === from);
  const late = Array.from({ length: mostDaysLate + 1 }, (_, days) => days);
  return [...new Set(rows.flatMap(({ days }) => late.map((each) => addDays(today, -days - each))))].sort();
}

/** The reminders to send on that day of the organisation. The occasion shows whether one was already sent. */
export function remindersDue(
  loan: RemindedLoan,
  today: Day,
  country: Country,
  mostDaysLate = latestDaysLate,
): PlannedReminder[] {
  return plannedReminders(loan, country).filter(({ name, day, isOn }) => {
    const { during }: Row = loanReminders[name];
    const daysLate = daysBetween(day, today);
    return isOn && during.includes(loan.status) && daysLate >= 0 && daysLate <= mostDaysLate;
  });
}
