import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { decideReturn } from '@kerb/domain/payments/held-money.ts';
import { invoiceLineTypes, invoiceStatuses, invoiceStatusLabels } from '@kerb/domain/payments/invoice-status.ts';
import { decideVoidInvoice } from '@kerb/domain/payments/invoices.ts';
import { accounts } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import { decideMayPay, type PayableCampaign } from '@kerb/domain/payments/may-pay.ts';
import {
  invoiceTypes,
  paymentKinds,
  paymentMethodLabels,
  paymentMethods,
  paymentStatuses,
} from '@kerb/domain/payments/payments.contract.ts';
import { decideVoidPayment } from '@kerb/domain/payments/void-payment.ts';
import { describe, expect, it } from 'vitest';

const style = { locale: 'en-AU', currency: 'AUD' };
const payment = { status: 'approved', voidRequestedDate: null, refunded: 0 } as const;
const campaign: PayableCampaign = {
  status: 'approved',
  financeOptionCode: null,
  campaignBudgetFundsPurpose: 'marketing',
  paymentState: 'none',
};

// biome-ignore format: a table
const refusals: [about: string, verdict: Decision<unknown>, says: RegExp, code: string][] = [
  ['a return during a refund',          decideReturn({ heldCents: 100, isRefunding: true }, 1, style),                       /refunded/,             'being-voided'],
  ['a return of nothing held',          decideReturn({ heldCents: 0, isRefunding: false }, 1, style),                        /No money is held/,     'nothing-held'],
  ['a return without an amount',        decideReturn({ heldCents: 100, isRefunding: false }, 0, style),                      /Enter an amount/,      'not-valid'],
  ['a return of too much',              decideReturn({ heldCents: 10_00, isRefunding: false }, 10_01, style),                /No more than \$10 is held/, 'not-valid'],
  ['voiding a voided invoice',          decideVoidInvoice({ status: 'voided', paidAmount: 0 }, { hasMoney: false }),                              /already been voided/,  'already-voided'],
  ['voiding a paid invoice',            decideVoidInvoice({ status: 'issued', paidAmount: 1 }, { hasMoney: false }),                              /Void the payment/,     'invoice-paid'],
  ['voiding a voided payment',          decideVoidPayment({ ...payment, status: 'voided' }, { hasReturned: false }),                    /already been voided/,  'already-voided'],
  ['voiding a pending payment',         decideVoidPayment({ ...payment, status: 'pending' }, { hasReturned: false }),                   /still being processed/, 'payment-pending'],
  ['voiding twice',                     decideVoidPayment({ ...payment, voidRequestedDate: '2026-11-15T00:00:00.000Z' }, { hasReturned: false }), /being refunded/, 'being-voided'],
  ['voiding what was returned',         decideVoidPayment(payment, { hasReturned: true }),                                              /return the rest by bank transfer/, 'money-returned'],
  ['paying Pay Later',                  decideMayPay(campaign, 'pl'),                                                        /repaid at the end/,    'not-payable'],
  ['paying by another option',          decideMayPay({ ...campaign, financeOptionCode: 'pos' }, 'pn'),                       /Another payment option/, 'other-option'],
  ['paying upfront twice',              decideMayPay({ ...campaign, paymentState: 'paid' }, 'pn'),                           /campaign has already been paid/, 'already-paid'],
  ['paying a fee that nobody chose',    decideMayPay(campaign, 'pos'),                                                       /Choose this payment option/, 'not-chosen'],
  ['paying the fee twice',              decideMayPay({ ...campaign, financeOptionCode: 'pos', paymentState: 'paid' }, 'pos'), /service fee has already been paid/, 'already-paid'],
  ['paying in a wrong status',          decideMayPay({ ...campaign, status: 'cancelled' }, 'pn'),                            /while its status is/,  'not-payable'],
];

describe('the texts of payments', () => {
  it.each(refusals)('%s is refused with a reason', (_about, verdict, says, code) => {
    expect(verdict).toMatchObject({ ok: false, code, because: expect.stringMatching(says) });
  });

  it('shows an error of a returned amount at its field', () => {
    for (const amount of [0, 10_01]) {
      const verdict = decideReturn({ heldCents: 10_00, isRefunding: false }, amount, style);
      const because = verdict.ok ? '' : verdict.because;
      expect(verdict).toMatchObject({ validation: { amount: [{ type: 'notValid', message: because }] } });
    }
  });

  it('a single cent that is held can be returned', () => {
    expect(decideReturn({ heldCents: 1, isRefunding: false }, 1, style).ok).toBe(true);
  });

  it('gives each status, method and ledger account its own label', () => {
    const meanings = Object.values(accounts).map(({ means }) => means);
    const words = [invoiceStatusLabels, paymentMethodLabels].map((each) => Object.values<string>(each));
    for (const labels of [...words, meanings]) {
      expect(labels.every((label) => /^[A-Z].{3,}/.test(label))).toBe(true);
      expect(new Set(labels).size).toBe(labels.length);
    }
    expect(Object.keys(invoiceStatusLabels)).toEqual([...invoiceStatuses]);
    expect(Object.keys(paymentMethodLabels)).toEqual([...paymentMethods]);
  });

  // These values are stored in the database, which refuses any other value.
  it.each([
    [paymentKinds, 'repayment service-fee upfront'],
    [paymentStatuses, 'approved pending voided'],
    [invoiceTypes, 'service-fee surcharge upfront'],
    [invoiceLineTypes, 'disc fee int repaymt sale tax'],
    [
      ledgerEventNames,
      'bounce carry change charge end interest interest-change invoice landing lend movement opening order part-refund payment payout refund-failed refund-refused refund-requested refunded release reopen repayment repayment-change repayment-void return reversal transfer unlend unorder void void-invoice write-off',
    ],
  ])('the stored values %j stay as they are', (values, expected) => {
    expect(values.toSorted().join(' ')).toBe(expected);
  });
});
