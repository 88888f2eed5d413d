import {
  decidePayoutLetter,
  type PaidOutLoan,
  payoutDays,
  payoutLetterState,
  readPayoutCode,
  writtenPayoutCode,
} from '@kerb/domain/loans/payout-letters.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const today = '2026-11-15';
const loan: PaidOutLoan = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: '2026-11-01',
  campaignFinanceRepaidDate: null,
};
const isIssued = (change: Partial<PaidOutLoan>, date = today) =>
  decidePayoutLetter({ ...loan, ...change }, date, { today, locale: 'en-AU' }).ok;

describe('a payout letter', () => {
  it('needs a loan that is drawn, not repaid and has a start date', () => {
    expect(agreementStatuses.filter((status) => isIssued({ status }))).toEqual([
      'executed',
      'withdrawn',
      'waiting-settlement',
    ]);
    expect(isIssued({ campaignFinanceRepaidDate: today })).toBe(false);
    expect(isIssued({ campaignFinanceLoanStartDate: null })).toBe(false);
    expect(isIssued({ financeOptionCode: 'pn' })).toBe(false);
  });

  // biome-ignore format: a table
  it.each([
    ['2026-11-14', false],
    ['2026-11-15', true],
    ['2027-01-14', true],
    ['2027-01-15', false],
  ])('can be for any day from today to sixty days ahead: %s %s', (date, expected) => {
    expect(isIssued({}, date)).toBe(expected);
  });

  it('says which days are possible', () => {
    const verdict = decidePayoutLetter(loan, '2026-11-14', { today, locale: 'en-AU' });
    expect(verdict).toMatchObject({ because: 'Choose a day from 15 November 2026 to 14 January 2027.' });
  });

  it('for a loan that starts later begins with its start date', () => {
    expect(payoutDays({ ...loan, campaignFinanceLoanStartDate: '2026-12-01' }, today).earliest).toBe('2026-12-01');
  });

  // biome-ignore format: a table
  it.each([
    ['is valid on its day',                      { today: '2026-11-20', total: 100 },  {},                                        'valid'],
    ['is valid before its day',                  { today: '2026-11-15', total: 100 },  {},                                        'valid'],
    ['has expired after its day',                { today: '2026-11-21', total: 100 },  {},                                        'expired'],
    ['no longer states the correct amount',      { today: '2026-11-15', total: 101 },  {},                                        'changed'],
    ['is for a loan that has no start any more', { today: '2026-11-15', total: null }, { campaignFinanceLoanStartDate: null },    'ended'],
    ['is for a cancelled campaign',              { today: '2026-11-15', total: 100 },  { status: 'cancelled' },                   'ended'],
    ['is for a declined campaign',               { today: '2026-11-15', total: 100 },  { status: 'rejected' },                    'ended'],
    ['is for a campaign that is paid upfront',   { today: '2026-11-15', total: 100 },  { financeOptionCode: 'pn' },               'ended'],
    ['has expired and its campaign is cancelled', { today: '2026-11-21', total: 100 }, { status: 'cancelled' },                   'ended'],
    ['is for a loan that was repaid',            { today: '2026-11-21', total: 100 },  { campaignFinanceRepaidDate: '2026-11-20' }, 'repaid'],
    ['is for a loan that is complete',           { today: '2026-11-21', total: 100 },  { status: 'complete' },                    'repaid'],
  ] as const)('%s', (_what, now, change, expected) => {
    expect(payoutLetterState({ validUntil: '2026-11-20', total: 100 }, { ...loan, ...change }, now)).toBe(expected);
  });

  it('is never valid for a loan that cannot be paid out', () => {
    for (const status of agreementStatuses) {
      const state = payoutLetterState({ validUntil: today, total: 1 }, { ...loan, status }, { today, total: 1 });
      expect(state === 'valid').toBe(isIssued({ status }));
    }
  });

  it('has a code that is read however it is typed; other text is refused', () => {
    expect(writtenPayoutCode('K7Q2M9XW4P')).toBe('K7Q2M-9XW4P');
    for (const typed of ['K7Q2M-9XW4P', 'k7q2m9xw4p', ' k7q2m 9xw4p '])
      expect(readPayoutCode(typed)).toBe('K7Q2M9XW4P');
    for (const typed of ['', 'K7Q2M-9XW4', 'K7Q2M-9XW4O', 'K7Q2M-9XW4PP', '%_'])
      expect(readPayoutCode(typed)).toBeNull();
  });
});
