import { paymentReceivedMessage, paymentSentence } from '@kerb/domain/notifications/payment-received.ts';
import { expect, it } from 'vitest';

const facts = {
  brand: 'KerbPay',
  supportPhone: '1300 665 136',
  checkUrl: 'https://kerb.example/check',
  money: { locale: 'en-AU', currency: 'AUD' },
  campaignName: '1 Wattle St',
  flowNumber: 'AU10231',
  paymentNumber: 'P100001',
  amount: 1_000_00,
  method: 'direct-deposit',
  date: '2026-11-16',
  due: 0,
  held: 0,
} as const;

it('a payment that pays exactly what is due leaves nothing to say about the rest', () => {
  const { body } = paymentReceivedMessage(facts);
  expect(body).toContain('Amount: $1,000');
  expect(body).not.toMatch(/Still to pay|Held/);
});

it('says what is still to pay and what is held, to the payer and to the team', () => {
  const { body } = paymentReceivedMessage({ ...facts, due: 3_200_00 });
  expect(body).toContain('Still to pay: $3,200');
  expect(paymentReceivedMessage({ ...facts, held: 100_00 }).body).toContain('Held for you: $100');
  expect(paymentSentence({ ...facts, held: 100_00 }, 'team')).toContain('Held for the payer: $100');
});
