import { bannerOf } from '@kerb/domain/campaign-page/status-banner.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const campaign = {
  tenantName: 'Harbour Estate',
  campaignBudgetFundsPurpose: 'marketing',
  financeOptionCode: null,
  paymentState: 'none',
} as const;

describe('the banner', () => {
  it.each(agreementStatuses)('of %s has every name filled in', (status) => {
    const { label, sentence } = bannerOf({ ...campaign, status }, 'KerbPay');
    for (const text of [label, sentence]) {
      expect(text).not.toMatch(/[{}]/);
      expect(text).not.toBe('');
    }
  });

  it.each([
    ['draft', 'Draft'],
    ['waiting-invite', 'Sent'],
    ['waiting-info', 'More Information Requested'],
    ['waiting-approval', 'Application Submitted'],
    ['approved', 'Awaiting Signature'],
    ['signed', 'Application Signed and Submitted'],
    ['executed', 'Live'],
    ['waiting-settlement', 'Pending settlement'],
    ['withdrawn', 'Withdrawn from sale'],
    ['complete', 'Complete'],
    ['cancelled', 'Application cancelled'],
    ['rejected', 'Application declined'],
  ] as const)('of %s has the heading %s', (status, label) => {
    expect(bannerOf({ ...campaign, status }, 'KerbPay').label).toBe(label);
  });

  it('says that a campaign is paid, and how, if the money was paid upfront', () => {
    const upfront = { ...campaign, financeOptionCode: 'pn', paymentState: 'paid' } as const;
    const labelOf = (more: object) => bannerOf({ ...upfront, status: 'approved', ...more }, 'KerbPay').label;
    expect(labelOf({ campaignUpfrontPaymentMethod: 'card' })).toBe('Paid by Credit Card');
    expect(labelOf({ campaignUpfrontPaymentMethod: 'dc' })).toBe('Paid by Bank Transfer');
    expect(labelOf({ campaignUpfrontPaymentMethod: 'manual' })).toBe('Paid by Bank Transfer');
    expect(labelOf({ campaignUpfrontPaymentMethod: 'card', paymentState: 'none' })).toBe('Awaiting Payment');
    expect(labelOf({ campaignUpfrontPaymentMethod: 'card', paymentState: 'refunding' })).toBe('Refund Pending');
    expect(labelOf({ campaignUpfrontPaymentMethod: 'card', financeOptionCode: 'pl' })).toBe('Awaiting Signature');
    expect(labelOf({ status: 'complete' })).toBe('Paid');
    expect(labelOf({ status: 'complete', paymentState: 'none' })).toBe('Complete');
    expect(labelOf({ status: 'complete', financeOptionCode: 'pos' })).toBe('Complete');
  });

  it('tells the team if a campaign is marked as sent and nobody was sent a link', () => {
    const marked = { ...campaign, status: 'waiting-invite', isSentToNobody: true } as const;
    expect(bannerOf(marked, 'KerbPay')).toMatchObject({
      label: 'Sent',
      sentence: 'Marked as sent. No payer has been sent a link yet.',
    });
    expect(bannerOf({ ...marked, isSentToNobody: false }, 'KerbPay').sentence).toContain('has been sent.');
  });

  it('waits for the money, without an assessment, if it comes by bank transfer', () => {
    const byTransfer = { campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer' } as const;
    const submitted = { ...campaign, ...byTransfer, status: 'waiting-approval', financeOptionCode: 'pn' } as const;
    const notChosen = { ...submitted, campaignBudgetUpfrontPaymentMethodIntent: null };
    expect(bannerOf(notChosen, 'KerbPay').sentence).toContain('turn to pay');
    expect(bannerOf(submitted, 'KerbPay').sentence).toContain('bank transfer');
    expect(bannerOf(submitted, 'KerbPay')).toMatchObject({ label: 'Application Submitted' });
    expect(bannerOf({ ...submitted, financeOptionCode: 'pl' }, 'KerbPay').sentence).toContain('assess');
  });

  it('says that a part is paid, that a refund is processed, and that a complete campaign is still owed', () => {
    const submitted = { ...campaign, status: 'waiting-approval', financeOptionCode: 'pn' } as const;
    const saidOf = (more: object) => bannerOf({ ...submitted, ...more }, 'KerbPay').sentence;
    expect(saidOf({ paymentState: 'part' })).toContain('pay the rest');
    expect(saidOf({ paymentState: 'refunding' })).toContain('A refund is being processed');
    expect(saidOf({ status: 'approved', paymentState: 'part' })).toContain('has paid a part');
    expect(saidOf({ status: 'complete', paymentState: 'part' })).toContain('has paid only a part');
    const complete = { status: 'complete', paymentState: 'paid' };
    expect(saidOf({ ...complete, fundsState: 'kept' })).toContain('have not been transferred');
    expect(saidOf({ ...complete, fundsState: 'transferred' })).toContain('Nothing is left to do');
  });

  it('says so before the application too, where money was received for a campaign that was only sent', () => {
    const sent = { ...campaign, status: 'waiting-invite', financeOptionCode: 'pn' } as const;
    const part = bannerOf({ ...sent, paymentState: 'part' }, 'KerbPay');
    expect(part).toMatchObject({ label: 'Sent', sentence: expect.stringContaining('pay the rest') });
    expect(bannerOf({ ...sent, paymentState: 'refunding' }, 'KerbPay').label).toBe('Refund Pending');
  });

  it.each(['cancelled', 'rejected'] as const)('of %s says that money is held and who returns it', (status) => {
    const ended = { ...campaign, status, financeOptionCode: 'pn', fundsState: 'none' } as const;
    // The surcharge of a card stays earned, a part of the budget may be transferred already.
    for (const more of [
      {},
      { paymentState: 'paid' },
      { paymentState: 'part' },
      { fundsState: 'transferred' },
    ] as const) {
      const held = { ...ended, isMoneyHeld: true, ...more };
      expect(bannerOf(held, 'KerbPay').sentence).toContain('KerbPay’s turn to return it.');
      const over = { ...held, isMoneyHeld: false };
      expect(bannerOf(over, 'KerbPay').sentence).toContain('nobody has anything left to do');
    }
  });

  it.each(['cancelled', 'rejected'] as const)('of %s says that a refund is on its way', (status) => {
    const ended = { ...campaign, status, financeOptionCode: 'pn', paymentState: 'refunding' } as const;
    for (const isMoneyHeld of [true, false]) {
      expect(bannerOf({ ...ended, isMoneyHeld }, 'KerbPay').sentence).toContain('A refund is being processed');
    }
  });

  it.each([
    ['approved', 'pn', 'kept', 'It is KerbPay’s turn to transfer the funds to Harbour Estate.'],
    ['approved', 'pn', 'on-its-way', 'The funds are on their way to Harbour Estate.'],
    ['approved', 'pn', 'transferred', 'the funds have been transferred to Harbour Estate. Nothing is left to do.'],
    ['signed', 'pl', 'kept', 'It is KerbPay’s turn to transfer the funds.'],
    ['signed', 'pl', 'on-its-way', 'on their way to Harbour Estate'],
    ['signed', 'pl', 'transferred', 'have been transferred to Harbour Estate'],
    ['executed', 'pl', 'kept', 'It is KerbPay’s turn to transfer them to Harbour Estate.'],
    ['executed', 'pl', 'on-its-way', 'on their way to Harbour Estate'],
    ['executed', 'pl', 'transferred', 'This campaign has been funded.'],
    ['waiting-settlement', 'pos', 'kept', 'It is KerbPay’s turn to transfer them to Harbour Estate.'],
    ['waiting-settlement', 'pos', 'transferred', 'The vendor repays at settlement.'],
    ['withdrawn', 'pl', 'kept', 'It is KerbPay’s turn to transfer them to Harbour Estate.'],
    ['withdrawn', 'pl', 'on-its-way', 'on their way to Harbour Estate'],
    ['complete', 'pn', 'on-its-way', 'on their way to Harbour Estate'],
  ] as const)('of %s (%s) says where funds are that are %s', (status, financeOptionCode, fundsState, words) => {
    const facts = { ...campaign, status, financeOptionCode, fundsState, paymentState: 'paid' } as const;
    expect(bannerOf(facts, 'KerbPay').sentence).toContain(words);
  });

  it('calls the payer of a deposit a buyer', () => {
    const deposit = { ...campaign, campaignBudgetFundsPurpose: 'deposit', status: 'waiting-invite' } as const;
    expect(bannerOf(deposit, 'KerbPay').sentence).toContain('buyer’s turn');
  });

  it('has the colour of its status, or of success once the payer has paid', () => {
    const paid = {
      financeOptionCode: 'pn',
      paymentState: 'paid',
      campaignUpfrontPaymentMethod: 'card',
    } as const;
    expect(bannerOf({ ...campaign, status: 'approved' }, 'KerbPay').tone).toBe('attention');
    expect(bannerOf({ ...campaign, ...paid, status: 'approved' }, 'KerbPay').tone).toBe('success');
  });

  it('tells the team whose information is missing', () => {
    const asked = bannerOf({ ...campaign, status: 'waiting-info' }, 'KerbPay', ['Pat Field', 'Lee Moss']);
    expect(asked.sentence).toBe(
      'KerbPay has asked for more information. It is the vendor’s turn to provide it. Waiting for Pat Field and Lee Moss.',
    );
  });
});
