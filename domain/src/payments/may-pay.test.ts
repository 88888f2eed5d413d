import { type Standing, standings } from '@kerb/domain/access/actor.ts';
import {
  agreeFirst,
  chooseFirst,
  decideAgreed,
  decideMayPay,
  mayMarkAsPaid,
  mayUse,
  type PayableCampaign,
} from '@kerb/domain/payments/may-pay.ts';
import { type BilledKind, paymentMethods } from '@kerb/domain/payments/payments.contract.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const campaign = (more: Partial<PayableCampaign> = {}): PayableCampaign => ({
  status: 'waiting-invite',
  financeOptionCode: null,
  campaignBudgetFundsPurpose: 'marketing',
  paymentState: 'none',
  ...more,
});

/** A row is the campaign's status; ✓ if it can be paid by pn, pos and pl, each once it was chosen. */
// biome-ignore format: a table
const grid: Record<AgreementStatus, string> = {
  'cancelled':          '. . .',
  'rejected':           '. . .',
  'draft':              '. . .',
  'waiting-invite':     '✓ . .',
  'waiting-info':       '✓ . .',
  'waiting-approval':   '✓ . .',
  'approved':           '✓ ✓ .',
  'signed':             '✓ ✓ .',
  'executed':           '. ✓ .',
  'withdrawn':          '. . .',
  'waiting-settlement': '. . .',
  'complete':           '. . .',
};

it('a payer pays upfront only after agreeing to the terms; the team records money without', () => {
  const verdict = (kind: BilledKind, standing: Standing, hasAgreed: boolean) =>
    decideAgreed(kind, { standing, hasAgreed });
  expect(verdict('upfront', 'vendor', false)).toMatchObject({ code: 'not-agreed', because: agreeFirst });
  expect(verdict('upfront', 'vendor', true).ok).toBe(true);
  expect(verdict('service-fee', 'vendor', false).ok).toBe(true);
  for (const standing of standings) {
    if (standing !== 'vendor') expect(verdict('upfront', standing, false).ok).toBe(true);
  }
});

describe('paying', () => {
  it.each(agreementStatuses)('in %s is possible by exactly the options in the grid', (status) => {
    const isOpen = (code: FinanceOptionCode) => decideMayPay(campaign({ status, financeOptionCode: code }), code).ok;
    expect(financeOptionCodes.map((code) => (isOpen(code) ? '✓' : '.')).join(' ')).toBe(grid[status]);
  });

  it('is refused once it is paid, in any status', () => {
    for (const status of agreementStatuses) {
      const paid = campaign({ status, paymentState: 'paid' });
      expect(financeOptionCodes.some((code) => decideMayPay(paid, code).ok)).toBe(false);
    }
    expect(decideMayPay(campaign({ paymentState: 'paid' }), 'pn')).toMatchObject({
      code: 'already-paid',
      because: 'This campaign has already been paid.',
    });
  });

  it('is possible for the rest, and refused while a refund is processed', () => {
    expect(decideMayPay(campaign({ paymentState: 'part' }), 'pn').ok).toBe(true);
    expect(decideMayPay(campaign({ paymentState: 'refunding' }), 'pn')).toMatchObject({
      code: 'refund-pending',
      because: 'A refund of this campaign is being processed.',
    });
    expect(decideMayPay(campaign({ status: 'cancelled', paymentState: 'refunding' }), 'pn')).toMatchObject({
      code: 'not-payable',
    });
  });

  it('is refused by another option than the chosen one', () => {
    expect(decideMayPay(campaign({ financeOptionCode: 'pl' }), 'pn')).toMatchObject({ code: 'other-option' });
    expect(decideMayPay(campaign({ financeOptionCode: 'pn' }), 'pn')).toEqual({ ok: true, value: 'upfront' });
  });

  it('chooses Pay Upfront, but not an option that lends', () => {
    for (const status of agreementStatuses) {
      expect(decideMayPay(campaign({ status }), 'pn').ok).toBe(grid[status].startsWith('✓'));
      expect(decideMayPay(campaign({ status }), 'pos')).toMatchObject({ code: 'not-chosen', because: chooseFirst });
    }
  });

  it('names the status in which it cannot be paid', () => {
    expect(decideMayPay(campaign({ status: 'cancelled' }), 'pn')).toMatchObject({
      because: 'This campaign cannot be paid while its status is Cancelled.',
    });
  });
});

describe('a way of paying', () => {
  it('other than by card is for an admin only', () => {
    const open = standings.map((standing) => paymentMethods.filter((method) => mayUse(method, standing)));
    expect(open).toEqual([['card', 'direct-deposit', 'manual'], ['card'], ['card'], ['card']]);
  });
});

describe('Manually Mark as Paid', () => {
  it.each(agreementStatuses)('in %s is open to an admin if a payment is possible, and to nobody else', (status) => {
    for (const option of financeOptionCodes) {
      const facts = campaign({ status });
      expect(mayMarkAsPaid(facts, option, 'admin')).toBe(decideMayPay(facts, option).ok);
      expect(
        standings.filter((standing) => mayMarkAsPaid(facts, option, standing)).filter((s) => s !== 'admin'),
      ).toEqual([]);
    }
  });

  it('is closed once the campaign is paid or a refund is processed, whichever option is chosen', () => {
    const open = campaign({ status: 'approved' });
    for (const option of ['pn', 'pos'] as const) {
      const chosen = { ...open, financeOptionCode: option };
      expect(mayMarkAsPaid(chosen, option, 'admin')).toBe(true);
      for (const paymentState of ['paid', 'refunding'] as const) {
        expect(mayMarkAsPaid({ ...chosen, paymentState }, option, 'admin')).toBe(false);
      }
    }
  });
});
