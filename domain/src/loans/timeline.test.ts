import { loanTimeline, type TimelineLoan, timelineFor } from '@kerb/domain/loans/timeline.ts';
import { describe, expect, it } from 'vitest';

const country = { longestLoanDays: 180 };
const loan: TimelineLoan = {
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: '2026-02-01',
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  campaignFinanceRepaidDate: null,
  loanEndDate: null,
};

describe('the timeline of a loan', () => {
  it('is null before the loan has a start date', () => {
    expect(loanTimeline({ ...loan, campaignFinanceLoanStartDate: null }, [], '2026-02-01', country)).toBeNull();
  });

  it('runs from the start to the end of the longest term, with the known events between', () => {
    const settled = { ...loan, propertySettlementDate: '2026-04-10' };
    expect(loanTimeline(settled, [], '2026-04-12', country)).toEqual([
      { day: '2026-02-01', kind: 'start', label: 'Loan starts', state: 'past' },
      { day: '2026-04-10', kind: 'settlement', label: 'Settlement', state: 'past' },
      { day: '2026-04-17', kind: 'due', label: 'Payment due', state: 'toCome' },
      { day: '2026-07-31', kind: 'end', label: 'End of the 180 days', state: 'toCome' },
    ]);
  });

  it('of a loan without a settlement is due at the end of its longest term', () => {
    const kinds = (given: TimelineLoan) =>
      loanTimeline(given, [], '2026-04-12', country)!.map(({ day, kind }) => `${kind} ${day}`);
    expect(kinds(loan)).toEqual(['start 2026-02-01', 'due 2026-07-31', 'end 2026-07-31']);
    expect(kinds({ ...loan, financeOptionCode: 'pos' })).toEqual(['start 2026-02-01']);
  });

  it('of a repaid loan has nothing to come', () => {
    const repaid = { ...loan, propertySettlementDate: '2026-04-10', campaignFinanceRepaidDate: '2026-04-12' };
    const reminders = [
      { day: '2026-03-03', label: 'sent', isOn: true, isSent: true },
      { day: '2026-05-02', label: 'to come', isOn: true, isSent: false },
      { day: '2026-07-01', label: 'off', isOn: false, isSent: false },
    ];
    const events = loanTimeline(repaid, reminders, '2026-04-12', country)!;
    const expected = ['start', 'reminder', 'settlement', 'repaid'];
    expect(events.map(({ kind }) => kind)).toEqual(expected);
    expect(events.every(({ state }) => state === 'past')).toBe(true);
    expect(loanTimeline(repaid, reminders, '2027-01-01', country)!.map(({ kind }) => kind)).toEqual(expected);
  });

  it('distinguishes reminders that were sent, will be sent and will not be sent', () => {
    const reminders = [
      { day: '2026-03-03', label: 'sent', isOn: true, isSent: true },
      { day: '2026-03-04', label: 'sent, then switched off', isOn: false, isSent: true },
      { day: '2026-03-05', label: 'missed', isOn: true, isSent: false },
      { day: '2026-05-02', label: 'to come', isOn: true, isSent: false },
      { day: '2026-07-01', label: 'off', isOn: false, isSent: false },
    ];
    const events = loanTimeline(loan, reminders, '2026-04-01', country)!.filter(({ kind }) => kind === 'reminder');
    expect(events.map(({ label, state }) => [label, state])).toEqual([
      ['sent', 'past'],
      ['sent, then switched off', 'past'],
      ['missed', 'off'],
      ['to come', 'toCome'],
      ['off', 'off'],
    ]);
  });
});

it('the timeline of a payer leaves out reminders that are switched off', () => {
  const reminder = { label: 'First reminder', isSent: false };
  const reminders = [
    { ...reminder, day: '2026-05-01', isOn: true },
    { ...reminder, day: '2026-06-01', isOn: false },
  ];
  const events = loanTimeline(loan, reminders, '2026-02-01', country) ?? [];
  const days = (standing: 'vendor' | 'employee') =>
    timelineFor(standing, events).flatMap(({ day, kind }) => (kind === 'reminder' ? [day] : []));
  expect(days('employee')).toEqual(['2026-05-01', '2026-06-01']);
  expect(days('vendor')).toEqual(['2026-05-01']);
});
