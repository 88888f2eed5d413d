import { australia } from '@kerb/domain/countries/australia/australia.ts';
import {
  type MoneyChangedFacts,
  moneyChangedMail,
  moneyChangedSentence,
} from '@kerb/domain/notifications/money-changed.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { describe, expect, it } from 'vitest';

const facts: MoneyChangedFacts = {
  brand: 'Kerb',
  supportPhone: '1300 665 136',
  checkUrl: 'https://kerb.example/check',
  money: australia,
  campaignName: '12 Wattle St, Yass',
  flowNumber: 'FLOW-AU10231',
  budget: 1500_00,
  optionLabel: 'Pay Upfront',
  paid: 1000_00,
  due: 500_00,
  held: 0,
  returned: 0,
  transferTo: {
    accountName: 'Kerb Trust',
    bsbNumber: '062-000',
    accountNumber: '123456',
    payId: 'pay@example.com',
    reference: 'AU10231',
  },
};

describe('the message about a change after payment', () => {
  it('says what is still to pay, and where to', () => {
    const { subject, body } = moneyChangedMail(facts, 'Vera');
    expect(subject).toBe('Your payment for 12 Wattle St, Yass has changed');
    expect(body).toContain('Hello Vera');
    expect(body).toContain(`Please pay $500.\n\nPay here:\n${secretPlace}`);
    expect(body).toContain('BSB: 062-000\nAccount number: 123456\nPayID: pay@example.com\nReference: AU10231');
    expect(body).not.toContain('We hold');
  });

  it('says what is held, and asks for nothing, if nothing is due', () => {
    const { body } = moneyChangedMail({ ...facts, due: 0, held: 600_00, transferTo: null }, 'Vera');
    expect(body).toContain('We hold $600 for you. It is your money.');
    expect(body).not.toContain('Please pay');
    expect(body).toContain('Held for you: $600');
    expect(body).not.toContain('bank transfer');
  });

  it('has a line for each amount that is not zero', () => {
    const lines = 'Budget: $1,500\nPayment option: Pay Upfront\nPaid: $1,000\nStill to pay: $500';
    const returned = { ...facts, returned: 20_00 };
    expect(moneyChangedSentence(returned, 'team')).toBe(`${lines}\nReturned to the payer: $20`);
    expect(moneyChangedSentence(returned, 'payer')).toBe(`${lines}\nReturned to you: $20`);
    expect(moneyChangedSentence({ ...facts, budget: null, optionLabel: null, due: 0 }, 'team')).toBe('Paid: $1,000');
  });

  it('leaves out the BSB where there is none', () => {
    const transferTo = {
      accountName: 'Kerb',
      bsbNumber: null,
      accountNumber: '12-3456',
      payId: null,
      reference: 'NZ1',
    };
    expect(moneyChangedMail({ ...facts, transferTo }, 'Vera').body).not.toContain('BSB');
  });
});
