import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { loanStart, type StartFields } from '@kerb/domain/loans/loan-dates.ts';
import { invoicedIn } from '@kerb/domain/loans/loan-invoices.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

export const payoutLetterStates = ['valid', 'expired', 'changed', 'ended', 'repaid'] as const;
export type PayoutLetterState = (typeof payoutLetterStates)[number];

// biome-ignore format: a table
export const payoutStateLabels: Record<PayoutLetterState, string> = {
  valid:   'This letter is ours, and its figure holds.',
  expired: 'This letter is ours, but the day that it was for has passed. Please ask for a new one.',
  changed: 'This letter is ours, but what is owed has changed since. Please ask for a new one.',
  ended:   'This letter is ours, but its loan is no longer running. Please call us before you pay.',
  repaid:  'This letter is ours, and the loan has been repaid. Nothing is owed.',
};

export type PaidOutLoan = StartFields & {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  campaignFinanceRepaidDate: Day | null;
};

/** The furthest day ahead for which a letter can be issued. */
const furthestDays = 60;

/** The days that a letter can be for: from today, or from the loan's start date if that is later. */
export function payoutDays(loan: StartFields, today: Day): { earliest: Day; latest: Day } {
  const start = loanStart(loan);
  const earliest = start !== null && start > today ? start : today;
  return { earliest, latest: addDays(earliest, furthestDays) };
}

/** Whether a letter can be issued at all. */
export function decidePayoutOpen(loan: PaidOutLoan): Decision<null> {
  const isLent = loan.financeOptionCode === 'pl' || loan.financeOptionCode === 'pos';
  if (!isLent || !invoicedIn.includes(loan.status) || loan.campaignFinanceRepaidDate !== null) {
    return refuse('no-running-loan', 'A payout letter is for a loan that is live, settling or withdrawn.');
  }
  if (loanStart(loan) === null) {
    return refuse('no-loan-start', 'The loan has no start date yet, so what is owed is not known.');
  }
  return allow(null);
}

export function decidePayoutLetter(
  loan: PaidOutLoan,
  date: Day,
  { today, locale }: { today: Day } & Pick<CountryRules, 'locale'>,
): Decision<Day> {
  const open = decidePayoutOpen(loan);
  if (!open.ok) return open;
  const { earliest, latest } = payoutDays(loan, today);
  if (date >= earliest && date <= latest) return allow(date);
  const words = `Choose a day from ${writtenDay(earliest, locale)} to ${writtenDay(latest, locale)}.`;
  return refuse('payout-date', words, fieldError('date', 'notValid', words));
}

export type IssuedLetter = { validUntil: Day; total: number };

/**
 * Whether a letter is still valid today. The amount owed changes every day, so a letter is valid for one day only. A
 * campaign that was cancelled, declined or moved back has no loan to pay out.
 */
export function payoutLetterState(
  letter: IssuedLetter,
  loan: PaidOutLoan,
  now: { today: Day; total: number | null },
): PayoutLetterState {
  if (loan.campaignFinanceRepaidDate !== null || loan.status === 'complete') return 'repaid';
  if (!decidePayoutOpen(loan).ok) return 'ended';
  if (letter.validUntil < now.today) return 'expired';
  return now.total === letter.total ? 'valid' : 'changed';
}

/** Without letters and digits that look alike. */
export const payoutCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const payoutCodeLength = 10;

/** 'K7Q2M-9XW4P', however it is typed; null if it cannot be a code. */
export function readPayoutCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  const isOne = plain.length === payoutCodeLength && [...plain].every((each) => payoutCodeAlphabet.includes(each));
  return isOne ? plain : null;
}
export const writtenPayoutCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
