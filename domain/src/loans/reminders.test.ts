import { addDays } from '@kerb/domain/kernel/dates.ts';
import {
  countedDays,
  listReminders,
  plannedReminders,
  type RemindedLoan,
  remindersDue,
  type SentReminder,
} from '@kerb/domain/loans/reminders.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const country = { longestLoanDays: 180 };
const on = { loanLiveReminders: true, preSettlementReminders: true, postSettlementReminders: true };
const start = '2026-01-01';
const loan: RemindedLoan = {
  ...on,
  status: 'executed',
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: start,
  interestFreeDays: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
  organisation: on,
};
const settling: RemindedLoan = { ...loan, status: 'waiting-settlement', propertySettlementDate: '2026-03-20' };
const due = (given: RemindedLoan, today: string) => remindersDue(given, today, country).map(({ name }) => name);

describe('the reminders of a loan', () => {
  it.each([30, 90, 150, 173])('are sent %i days after its start', (days) => {
    expect(due(loan, addDays(start, days))).toEqual([`live-${days}`]);
    expect(due(loan, addDays(start, days - 1))).toEqual([]);
  });

  // biome-ignore format: a table
  it.each([
    ['2026-03-12', []],
    ['2026-03-13', ['pre-settlement']],
    ['2026-03-20', []],
    ['2026-03-21', ['post-settlement']],
    ['2026-03-27', ['payment-due']],
  ])('are sent before and after a settlement on 20 March: on %s %j', (today, expected) => {
    expect(due(settling, today)).toEqual(expected);
  });

  // biome-ignore format: a table
  it.each<[string, Partial<RemindedLoan>, string]>([
    ['at the end of the longest term, without a settlement', {},                                                                                     '2026-06-30'],
    ['at that end, if the loan settles just before it',      { status: 'waiting-settlement', propertySettlementDate: '2026-06-29' },                 '2026-06-30'],
    ['at that end, if the loan settles long after it',       { status: 'waiting-settlement', propertySettlementDate: '2027-01-01' },                 '2026-06-30'],
    ['seven days after a withdrawal',                        { status: 'withdrawn',          propertyWithdrawnFromSaleDate: '2026-02-10' },          '2026-02-17'],
  ])('say that payment is due %s', (_when, change, day) => {
    expect(due({ ...loan, ...change }, day)).toContain('payment-due');
    expect(due({ ...loan, ...change }, addDays(day, -1))).not.toContain('payment-due');
  });

  it('say nothing of an end for Pay On Success, which has none', () => {
    const names = plannedReminders({ ...loan, financeOptionCode: 'pos' }, country).map(({ name }) => name);
    expect(names).toEqual(['live-30', 'live-90', 'live-150']);
  });

  it('are sent when the interest-free days end, if there are any', () => {
    expect(due({ ...loan, interestFreeDays: 60 }, addDays(start, 60))).toEqual(['interest-free-ends']);
    expect(plannedReminders({ ...loan, interestFreeDays: 0 }, country).map(({ name }) => name)).not.toContain(
      'interest-free-ends',
    );
  });

  it('are sent late if no server was running on the day, but only for a few days', () => {
    expect(due(loan, addDays(start, 33))).toEqual(['live-30']);
    expect(due(loan, addDays(start, 34))).toEqual([]);
  });

  it.each(['loanLiveReminders', 'preSettlementReminders', 'postSettlementReminders'] as const)(
    'are not sent if %s is off, on the campaign or on its organisation',
    (name) => {
      const all = (given: RemindedLoan) =>
        plannedReminders(given, country).filter(({ isOn, governedBy }) => isOn && governedBy === name);
      expect(all(settling).length).toBeGreaterThan(0);
      expect(all({ ...settling, [name]: false })).toEqual([]);
      expect(all({ ...settling, organisation: { ...on, [name]: false } })).toEqual([]);
    },
  );

  it('are sent only while the loan runs', () => {
    const statuses = agreementStatuses.filter((status) => due({ ...loan, status }, addDays(start, 30)).length > 0);
    expect(statuses).toEqual(['executed']);
    const settled = agreementStatuses.filter((status) => due({ ...settling, status }, '2026-03-21').length > 0);
    expect(settled).toEqual(['waiting-settlement']);
  });

  it('have a new occasion if the settlement moves, and the same one otherwise', () => {
    const occasions = (day: string) =>
      plannedReminders({ ...settling, propertySettlementDate: day }, country).map((r) => r.occasion);
    expect(new Set([...occasions('2026-03-20'), ...occasions('2026-03-20')]).size).toBe(occasions('2026-03-20').length);
    expect(occasions('2026-03-20')).toContain('pre-settlement:2026-03-20');
    expect(occasions('2026-04-20')).toContain('pre-settlement:2026-04-20');
  });
});

describe('the list of a loan’s reminders', () => {
  const sent = (name: 'live-30' | 'pre-settlement', from: string, day: string): SentReminder => ({
    occasion: `${name}:${from}`,
    name,
    day,
    sentDate: `${day}T00:00:00.000Z`,
    recipients: ['payer@example.com'],
  });
  const states = (given: RemindedLoan, done: SentReminder[], today: string) =>
    listReminders(given, done, today, country).map(({ name, state }) => `${name} ${state}`);

  it('distinguishes sent, missed, future and switched off', () => {
    const given = { ...loan, interestFreeDays: 100 };
    expect(states(given, [sent('live-30', start, '2026-01-31')], addDays(start, 95))).toEqual([
      'live-30 sent',
      'live-90 missed',
      'interest-free-ends toCome',
      'live-150 toCome',
      'live-173 toCome',
      'payment-due toCome',
    ]);
    expect(states({ ...loan, loanLiveReminders: false }, [], start)).toEqual([
      'live-30 off',
      'live-90 off',
      'live-150 off',
      'live-173 off',
      'payment-due toCome',
    ]);
  });

  it('keeps what was sent before the settlement moved, and drops what can no longer be sent', () => {
    const moved = [sent('pre-settlement', '2026-03-10', '2026-03-03')];
    expect(states(settling, moved, '2026-03-12')).toEqual([
      'pre-settlement sent',
      'pre-settlement toCome',
      'post-settlement toCome',
      'payment-due toCome',
    ]);
    expect(states({ ...settling, status: 'complete' }, moved, '2026-04-12')).toEqual(['pre-settlement sent']);
  });

  it('includes every day from which a reminder of these days could count', () => {
    expect(countedDays('propertySettlementDate', '2026-03-20', 0)).toEqual(['2026-03-19', '2026-03-27']);
    expect(countedDays('dueDate', '2026-03-20', 1)).toEqual(['2026-03-19', '2026-03-20']);
    for (const today of ['2026-04-05', '2026-10-04']) {
      for (const late of [0, 1, 2, 3]) {
        const begun = addDays(today, -90 - late);
        expect(countedDays('campaignFinanceLoanStartDate', today, 3)).toContain(begun);
        expect(due({ ...loan, campaignFinanceLoanStartDate: begun }, today)).toEqual(['live-90']);
      }
    }
  });
});
