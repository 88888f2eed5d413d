import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { workingDaysAfter } from '@kerb/domain/countries/working-days.ts';
import { addDays, type Day, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { LoanRequestState } from '@kerb/domain/loans/loan-request-words.ts';

/** The furthest day ahead to which a loan can be extended. */
export const furthestExtensionDays = 365;

type Country = Pick<CountryRules, 'code'>;

/** The last day on which the law lets us answer a request. The day of the request itself is not counted. */
export function answerBy(asked: Day, { code }: Country): Day {
  const { hardship, daysOff } = serverCountries[code];
  return hardship.counts === 'working-days'
    ? workingDaysAfter(asked, hardship.answerWithin, daysOff)
    : addDays(asked, hardship.answerWithin);
}

/** A drawn loan: what is owed of it in the ledger, and its due day as it is now. */
export type RequestedLoan = { isDrawn: boolean; owed: Cents; due: Day | null };
type Known = { today: Day } & Pick<CountryRules, 'locale'>;

/** The days that a new due day can be: after today and after the due day as it is. */
export function extensionDays({ due }: Pick<RequestedLoan, 'due'>, today: Day): { earliest: Day; latest: Day } {
  const last = due !== null && due > today ? due : today;
  return { earliest: addDays(last, 1), latest: addDays(today, furthestExtensionDays) };
}

/** Whether a payer can ask for other terms of a loan. `isWaiting`: an earlier request is not finished. */
export function decideAsking(loan: RequestedLoan, { isWaiting }: { isWaiting: boolean }): Decision<null> {
  if (!loan.isDrawn || loan.owed <= 0)
    return refuse('nothing-owed', 'Nothing is owed of the loan, so no time is needed.');
  if (loan.due === null) {
    return refuse('no-due-date', 'This loan has no due date yet. You can ask for more time once it has one.');
  }
  return isWaiting ? refuse('request-waiting', 'There is a request already. Please wait for its answer.') : allow(null);
}

function decideDay(loan: RequestedLoan, day: Day, field: string, { today, locale }: Known): Decision<Day> {
  const { earliest, latest } = extensionDays(loan, today);
  if (day >= earliest && day <= latest) return allow(day);
  const words =
    earliest > latest
      ? 'This loan cannot be extended further.'
      : `Choose a day from ${writtenDay(earliest, locale)} to ${writtenDay(latest, locale)}.`;
  return refuse('extension-date', words, fieldError(field, 'notValid', words));
}

export function decideRequest(loan: RequestedLoan, wished: Day, known: Known & { isWaiting: boolean }): Decision<Day> {
  const asking = decideAsking(loan, known);
  return asking.ok ? decideDay(loan, wished, 'wishedDate', known) : asking;
}

/** Whether an admin can grant a request with this due day. A loan that was repaid needs no more time. */
export function decideGrant(loan: RequestedLoan, newDueDate: Day, known: Known): Decision<Day> {
  const asking = decideAsking(loan, { isWaiting: false });
  return asking.ok ? decideDay(loan, newDueDate, 'newDueDate', known) : asking;
}

export const requestAnswered = 'This request was answered before.';
export const letterChanged = 'What is owed has ended or changed. Please ask us for a new letter.';

type Stored = { outcome: 'granted' | 'declined' | null; isInForce: boolean; isEnded: boolean };

export function stateOfRequest({ outcome, isInForce, isEnded }: Stored): LoanRequestState {
  if (outcome === 'declined') return 'declined';
  if (isEnded) return 'ended';
  if (isInForce) return 'in-force';
  return outcome === null ? 'waiting' : 'to-sign';
}
