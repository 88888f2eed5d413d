import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { noPrimaryContact } from '@kerb/domain/loans/invoice-recipients.ts';
import { loanInvoiceFileName, payoutFileName } from '@kerb/domain/loans/loan-files.ts';
import {
  decideLoanInvoice,
  type InvoicedLoan,
  loanInvoiceTimings,
  missingMessage,
} from '@kerb/domain/loans/loan-invoices.ts';
import { decidePayoutLetter, type PaidOutLoan, payoutStateLabels } from '@kerb/domain/loans/payout-letters.ts';
import { loanReminders } from '@kerb/domain/loans/reminders.ts';
import { decideLoanSave, type ManagedLoan } from '@kerb/domain/loans/save-loan.ts';
import { decideTerms } from '@kerb/domain/loans/save-terms.ts';
import { describe, expect, it } from 'vitest';

const today = '2026-11-15';
const loan = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: null,
  campaignFinanceLoanStartDate: '2026-11-01',
  campaignFinanceDrawdownDate: '2026-11-02',
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
} as const satisfies InvoicedLoan & PaidOutLoan & ManagedLoan;
const invoice = (change: Partial<InvoicedLoan>, type: 'standard' | 'pre_settlement' | 'post_settlement' = 'standard') =>
  decideLoanInvoice({ ...loan, ...change }, type, { standing: 'admin', today });
const letter = (change: Partial<PaidOutLoan>, date = today) =>
  decidePayoutLetter({ ...loan, ...change }, date, { today, locale: 'en-AU' });
const save = (sent: Parameters<typeof decideLoanSave>[1], change: Partial<ManagedLoan> = {}) =>
  decideLoanSave({ ...loan, ...change }, sent, { standing: 'manager', today, country: { longestLoanDays: 180 } });
const priced = {
  financeOptionCode: 'pl' as const,
  mortgageBalance: null,
  mortgageBalanceRange: null,
  sellingPriceMin: null,
  sellingPriceMax: null,
};

// biome-ignore format: a table
const refusals: [about: string, verdict: Decision<unknown>, code: string, says: RegExp][] = [
  ['an invoice without a loan',         invoice({ financeOptionCode: 'pn' }),                         'not-financed',        /^Only a Pay Later or Pay On Success/],
  ['an invoice before the drawdown',    invoice({ status: 'approved' }),                              'not-invoiced-yet',    /live, settling or withdrawn/],
  ['a late pre-settlement reminder',    invoice({ propertySettlementDate: today }, 'pre_settlement'), 'not-the-time',        /only before the settlement/],
  ['an early post-settlement reminder', invoice({ propertySettlementDate: today }, 'post_settlement'), 'not-the-time',       /only after the settlement/],
  ['an invoice without a start',        invoice({ campaignFinanceLoanStartDate: null, campaignFinanceDrawdownDate: null }),              'missing-information', /missing information: loan start date\.$/],
  ['a letter without a loan',           letter({ status: 'approved' }),                               'no-running-loan',     /live, settling or withdrawn/],
  ['a letter without a start',          letter({ campaignFinanceLoanStartDate: null, campaignFinanceDrawdownDate: null }),               'no-loan-start',       /no start date yet/],
  ['a letter for yesterday',            letter({}, '2026-11-14'),                                     'payout-date',         /^Choose a day from/],
  ['repaid before a drawdown date',     save({ campaignFinanceRepaidDate: today }, { campaignFinanceDrawdownDate: null }), 'loan-dates', /only once there is a drawdown date/],
  ['repaid before the drawdown',        save({ campaignFinanceRepaidDate: '2026-11-01' }),            'loan-dates',          /cannot be repaid before/],
  ['a settlement after a withdrawal',   save({ propertySettlementDate: '2026-12-01' }, { propertyWithdrawnFromSaleDate: today }), 'loan-dates', /withdrawn from sale has no settlement/],
  ['a settlement that is cleared',      save({ propertySettlementDate: null }, { propertySettlementDate: '2026-12-01' }), 'loan-dates', /^Enter the settlement date/],
  ['a settlement yesterday',            save({ propertySettlementDate: '2026-11-14' }),               'loan-dates',          /cannot be in the past/],
  ['a withdrawal that is undone',       save({ propertyWithdrawnFromSaleDate: null }, { propertyWithdrawnFromSaleDate: today }), 'loan-dates', /taken back only by us/],
  ['a rate above 100 per cent',         decideTerms(priced, { interestRate: 100_01 }),                'loan-terms',          /rate from 0 to 100/],
  ['no rate for Pay Later',             decideTerms(priced, { interestRate: null }),                  'loan-terms',          /^Enter the interest rate/],
  ['a mortgage with cents',             decideTerms(priced, { mortgageBalance: 50 }),                 'loan-terms',          /whole dollars/],
  ['free days of more than a year',     decideTerms(priced, { interestFreeDays: 366 }),               'loan-terms',          /days from 0 to 365/],
];

describe('the texts of a loan', () => {
  it.each(refusals)('%s is refused with a reason', (_about, verdict, code, says) => {
    expect(verdict).toMatchObject({ ok: false, code, because: expect.stringMatching(says) });
  });

  it('show a wrong day of a payout letter at its field', () => {
    expect(letter({}, '2026-11-14')).toMatchObject({ validation: { date: [{ type: 'notValid' }] } });
  });

  it('tell a person who cannot fix an invoice whom to ask', () => {
    expect(missingMessage(['one', 'another'], 'admin')).toMatch(/: one, another\.$/);
    expect(missingMessage(['one'], 'manager')).toMatch(/: one\. Please contact settlements support\.$/);
    expect(noPrimaryContact).toMatch(/^No primary contact/);
  });

  it('give each reminder, invoice and letter state its own label', () => {
    const labelled = [Object.values(loanReminders), Object.values(loanInvoiceTimings)].map((rows) =>
      rows.map(({ label }) => label),
    );
    for (const labels of [...labelled, Object.values(payoutStateLabels)]) {
      expect(labels.every((label) => /^[A-Z].{8,}/.test(label))).toBe(true);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  it('name files after the campaign', () => {
    expect(loanInvoiceFileName('AU', 100_023)).toBe('Loan-Invoice_AU100023.pdf');
    expect(payoutFileName('NZ', 7, '2026-11-15')).toBe('Payout-Letter_NZ7_2026-11-15.pdf');
  });

  it('allow both kinds of loan, and a repayment on the day of the drawdown', () => {
    expect(invoice({ financeOptionCode: 'pos' }).ok).toBe(true);
    expect(letter({ financeOptionCode: 'pos' }).ok).toBe(true);
    expect(save({ campaignFinanceRepaidDate: '2026-11-02' }).ok).toBe(true);
    expect(save({ propertySettlementDate: today }).ok).toBe(true);
  });
});
