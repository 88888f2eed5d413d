import { countries } from '@kerb/domain/countries/countries.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import {
  answerBy,
  decideAsking,
  decideGrant,
  decideRequest,
  extensionDays,
  stateOfRequest,
} from '@kerb/domain/loans/loan-requests.ts';
import { describe, expect, it } from 'vitest';

const loan = { isDrawn: true, owed: 5_000_00, due: '2026-11-30' };
const known = { today: '2026-11-20', locale: countries.AU.locale, isWaiting: false };
const codeOf = (decision: { ok: true } | { ok: false; code: string }) => (decision.ok ? 'ok' : decision.code);

describe('a request for other terms of a loan', () => {
  it('is answered in the days of the law of its country', () => {
    // 20 working days from Friday 20 November 2026, without Christmas and New Year.
    expect([answerBy('2026-11-20', countries.AU), answerBy('2026-11-20', countries.NZ)]).toEqual([
      '2026-12-11',
      '2026-12-18',
    ]);
    expect(answerBy('2026-12-10', countries.AU)).toBe('2026-12-31');
    expect(answerBy('2026-12-10', countries.NZ) > '2027-01-12').toBe(true);
  });

  it('is for a loan that is owed and has a due day, one at a time', () => {
    const asking = (changed: object, isWaiting = false) => codeOf(decideAsking({ ...loan, ...changed }, { isWaiting }));
    expect([
      asking({}),
      asking({ owed: 0 }),
      asking({ isDrawn: false }),
      asking({ due: null }),
      asking({}, true),
    ]).toEqual([...['ok', 'nothing-owed', 'nothing-owed', 'no-due-date', 'request-waiting']]);
  });

  it('is for a day after today and after the due day, and at most a year ahead', () => {
    expect(extensionDays(loan, '2026-11-20')).toEqual({ earliest: '2026-12-01', latest: '2027-11-20' });
    expect(extensionDays(loan, '2026-12-20').earliest).toBe('2026-12-21');
    const days = ['2026-11-30', '2026-12-01', '2027-11-20', '2027-11-21'];
    expect(days.map((day) => codeOf(decideRequest(loan, day, known)))).toEqual([
      ...['extension-date', 'ok', 'ok', 'extension-date'],
    ]);
    expect(days.map((day) => codeOf(decideGrant(loan, day, known)))).toEqual([
      ...['extension-date', 'ok', 'ok', 'extension-date'],
    ]);
    expect(codeOf(decideGrant({ ...loan, owed: 0 }, '2026-12-01', known))).toBe('nothing-owed');
  });

  it('is in one state', () => {
    const state = (outcome: 'granted' | 'declined' | null, isInForce = false, isEnded = false) =>
      stateOfRequest({ outcome, isInForce, isEnded });
    expect([
      state(null),
      state('granted'),
      state('granted', true),
      state('declined'),
      state(null, false, true),
    ]).toEqual([...['waiting', 'to-sign', 'in-force', 'declined', 'ended']]);
  });
});

it('a signed variation is the due day, whatever the sale does', () => {
  const dates = {
    financeOptionCode: 'pl' as const,
    campaignFinanceSignatureDate: '2026-01-01',
    campaignFinanceDrawdownDate: '2026-01-02',
    campaignFinanceLoanStartDate: null,
    propertyWithdrawnFromSaleDate: null,
    loanEndDate: null,
  };
  const dueOf = (propertySettlementDate: string | null, variedDue: string | null) =>
    loanDates({ ...dates, propertySettlementDate, books: { variedDue } }, countries.AU).due;
  expect([dueOf(null, null), dueOf('2026-03-01', null)]).toEqual(['2026-07-01', '2026-03-08']);
  expect([dueOf(null, '2026-09-01'), dueOf('2026-03-01', '2026-09-01')]).toEqual(['2026-09-01', '2026-09-01']);
});
