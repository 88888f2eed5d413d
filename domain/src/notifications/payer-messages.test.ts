import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { reminderNames } from '@kerb/domain/loans/reminders.ts';
import { equityReferralMail } from '@kerb/domain/notifications/equity-referral.ts';
import { type DecidedStatus, decisionMail } from '@kerb/domain/notifications/finance-decisions.ts';
import { type LoanMessageFacts, loanReminderMail } from '@kerb/domain/notifications/loan-messages.ts';
import { moneyChangedMail } from '@kerb/domain/notifications/money-changed.ts';
import {
  type PaymentLinkFacts,
  payerMail,
  paymentLinkMessages,
  paymentReminderMessages,
} from '@kerb/domain/notifications/payer-messages.ts';
import { paymentReceiptMail } from '@kerb/domain/notifications/payment-receipt.ts';
import { paymentReceivedMessage } from '@kerb/domain/notifications/payment-received.ts';
import { hardSentences, highestLevel, readingLevel, sentencesOf } from '@kerb/domain/notifications/reading-level.ts';
import { smsSegments } from '@kerb/domain/notifications/sms-text.ts';
import {
  addressChangedMail,
  addressSetMail,
  emailCodeMessage,
  identityCheckMessage,
  mobileCodeMessage,
  signingCodeMessages,
} from '@kerb/domain/notifications/verification.ts';
import { fillSecrets, secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sender = {
  brand: 'KerbPay',
  organisation: 'Bay Homes',
  agentName: 'Eli Wood',
  contactName: 'Eli Wood',
  phone: '0491 570 006',
  supportPhone: '1300 665 136',
  checkUrl: 'https://pay.kerb.example/check',
};
const facts: PaymentLinkFacts = {
  sender,
  firstName: 'Mary',
  campaignName: '12 Elm Road, Yass',
  flowNumber: 'AU10231',
  money: australia,
  budget: 8_750_00,
  purpose: 'marketing',
};
const link = `https://pay.kerb.example/pay/${'x'.repeat(43)}`;

describe('the first message to a payer', () => {
  it('names the payer, the agent, the agency, the address, the amount and a phone number', () => {
    const { subject, body } = paymentLinkMessages.email(facts);
    expect(subject).toBe('Bay Homes: marketing costs for 12 Elm Road, Yass');
    expect(body).toBe(
      [
        'Hello Mary,',
        'Eli Wood at Bay Homes has sent you the marketing costs for 12 Elm Road, Yass. Please choose how you want to pay.',
        'Amount: $8,750\nProperty: 12 Elm Road, Yass\nFrom: Eli Wood at Bay Homes\nReference: AU10231',
        `See how you can pay:\n${secretPlace}`,
        'This link is yours alone. Please do not forward it.',
        'Questions? Call Eli Wood on 0491 570 006.',
        'Is this message really from us? Check it here: https://pay.kerb.example/check',
        'Bay Homes, with KerbPay',
      ].join('\n\n'),
    );
  });

  it('says the same in a text message of two parts', () => {
    const { body } = paymentLinkMessages.sms(facts, link.length);
    expect(body).toBe(
      'Hi Mary, Eli Wood at Bay Homes has sent the marketing costs for 12 Elm Road, Yass ($8,750). ' +
        `See how you can pay: ${secretPlace} Questions? 0491 570 006 Really us? See pay.kerb.example/check`,
    );
    expect(smsSegments(fillSecrets(body, [link]))).toBe(2);
  });

  it('shortens the address before the names, and the letters that cost double', () => {
    const long = {
      ...facts,
      firstName: 'Te Ariā',
      campaignName: 'Unit 14, 1204 Old Wangaratta–Whorouly Road, Mount Buffalo Junction VIC 3740, Australia',
      sender: { ...sender, agentName: 'Alexandra Papadopoulos', organisation: 'Harbourlight & Sons Realty Group' },
    };
    const { body } = paymentLinkMessages.sms(long, link.length);
    expect(body).toBe(
      'Hi Te Aria, Alexandra Papadopoulos at Harbourlight & Sons Realty Group has sent the marketing costs for ' +
        `Unit 14, 1204 Old ($8,750). See how you can pay: ${secretPlace} Questions? 0491 570 006 ` +
        'Really us? See pay.kerb.example/check',
    );
    expect(smsSegments(fillSecrets(body, [link]))).toBe(2);
  });

  it('fits in two parts for every name, and always has the link, the amount and the phone number', () => {
    const name = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme-composite' });
    const words = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 12 });
    const text = fc.oneof(
      words.map((parts) => parts.join(' ')),
      name,
    );
    fc.assert(
      fc.property(text, text, text, text, fc.integer({ min: 1, max: 1_000_000_000 }), (...given) => {
        const [firstName, agentName, organisation, campaignName, budget] = given;
        const { body } = paymentLinkMessages.sms(
          { ...facts, firstName, campaignName, budget, sender: { ...sender, agentName, organisation } },
          link.length,
        );
        expect(body).toContain(secretPlace);
        expect(body).toContain(sender.phone);
        expect(body).toMatch(/\(\$[\d,.]+\)/);
        if (/^[\p{Script=Latin}\p{N} ]+$/u.test(organisation + campaignName + firstName + agentName)) {
          expect(smsSegments(fillSecrets(body, [link]))).toBeLessThanOrEqual(2);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const ours = { brand: sender.brand, supportPhone: sender.supportPhone, checkUrl: sender.checkUrl };
const code = { ...ours, campaignName: facts.campaignName, firstName: 'Mary' };
const decision = { ...facts, option: 'pl', reason: null, wasSigned: false } as const;
const loan: LoanMessageFacts = {
  ...ours,
  money: australia,
  campaignName: facts.campaignName,
  flowNumber: facts.flowNumber,
  today: '2026-04-13',
  totalToday: 10_972_36,
  ahead: {
    amounts: [{ kind: 'settlement', day: '2026-04-20', total: 11_000_15, isEstimate: true }],
    interestPerDay: 3_97,
    interestFrom: null,
  },
  bearsInterest: true,
  loanStartDate: '2026-02-01',
  latestEndDate: '2026-07-31',
  settlementDate: '2026-04-20',
  withdrawnDate: null,
  dueDate: '2026-04-27',
};
const money = {
  ...ours,
  money: australia,
  campaignName: facts.campaignName,
  flowNumber: facts.flowNumber,
  budget: 1_500_00,
  optionLabel: 'Pay Upfront',
  paid: 1_000_00,
  due: 500_00,
  held: 100_00,
  returned: 0,
  transferTo: {
    accountName: 'Kerb Trust',
    bsbNumber: '062-000',
    accountNumber: '123456',
    payId: 'pay@example.com',
    reference: 'AU10231',
  },
};
const received = {
  ...ours,
  money: australia,
  campaignName: facts.campaignName,
  flowNumber: facts.flowNumber,
  paymentNumber: 'P100001',
  amount: 1_000_00,
  method: 'card',
  date: '2026-11-16',
  due: 0,
  held: 0,
} as const;
const decided: DecidedStatus[] = ['approved', 'waiting-info', 'rejected', 'cancelled'];
const inOwnWords = { subject: 'Thank you', body: 'Thank you for selling with us.' };

/** Every mail to a payer, by its kind. */
const mails: [string, { subject: string; body: string }][] = [
  ['payment-link', paymentLinkMessages.email(facts)],
  ['payment-reminder', paymentReminderMessages.email(facts)],
  ['ready-to-sign', payerMail('ready-to-sign', facts)],
  ['agreement-changed', payerMail('agreement-changed', facts)],
  ['signed-agreement', payerMail('signed-agreement', facts)],
  ...decided.map((status): [string, { subject: string; body: string }] => [status, decisionMail(status, decision)]),
  ['cancelled once signed', decisionMail('cancelled', { ...decision, wasSigned: true })],
  ...reminderNames.map((name): [string, { subject: string; body: string }] => [
    name,
    loanReminderMail(name, loan, { firstName: 'Mary', hasLink: true }),
  ]),
  ['money-changed', moneyChangedMail(money, 'Mary')],
  ['payment-received', paymentReceivedMessage(received)],
  ['payment-receipt', paymentReceiptMail(facts, 'P100001')],
  ['contact-code', emailCodeMessage(code)],
  ['signing-code', signingCodeMessages.email(code)],
  ['payer-address-changed', addressChangedMail({ ...code, organisation: 'Bay Homes' })],
  ['payer-address-set', addressSetMail({ ...code, organisation: 'Bay Homes' })],
  ['equity-referral', equityReferralMail(inOwnWords, { firstName: 'Mary', sender }) ?? inOwnWords],
];

describe.each(mails)('the mail %s', (_kind, { subject, body }) => {
  it('says how to check it, and whom to call', () => {
    expect(body).toMatch(/^Hello( Mary)?,\n/);
    expect(body).toContain('Is this message really from us? Check it here: https://pay.kerb.example/check');
    expect(body).toMatch(/Questions\? Call (Eli Wood on 0491 570 006|us on 1300 665 136)\./);
    expect(`${subject} ${body}`).not.toMatch(/undefined|null|\{|\}/);
  });

  it('is understood at twelve', () => {
    expect(hardSentences(body)).toEqual([]);
    expect(readingLevel(sentencesOf(body))).toBeLessThanOrEqual(highestLevel);
  });
});

const longName = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(5);
const texts: [string, { body: string }, string][] = [
  ['payment-link', paymentLinkMessages.sms(facts, link.length), link],
  ['payment-reminder', paymentReminderMessages.sms(facts, link.length), link],
  ['contact-code', mobileCodeMessage({ ...code, campaignName: longName }), '123456'],
  ['signing-code', signingCodeMessages.sms({ ...code, campaignName: longName }), '123456'],
  ['identity-check', identityCheckMessage({ ...code, campaignName: longName, firstName: longName }, link.length), link],
];

describe.each(texts)('the text message %s', (_kind, { body }, secret) => {
  it('has at most two parts', () => {
    expect(smsSegments(fillSecrets(body, [secret]))).toBeLessThanOrEqual(2);
  });

  it('is understood at twelve', () => {
    const known = body.replaceAll('Wolfeschlegelsteinhausenbergerdorff', 'Mary');
    expect(hardSentences(known)).toEqual([]);
    expect(readingLevel(sentencesOf(known))).toBeLessThanOrEqual(highestLevel);
  });
});

describe('the reading level', () => {
  it('is low for plain words and high for official ones', () => {
    expect(readingLevel(['The cat sat on the mat.'])).toBeLessThan(1);
    expect(readingLevel(sentencesOf('Please see how you can pay. Call us if you have questions.'))).toBeLessThan(4);
    const official = 'Notwithstanding the aforementioned obligations, the borrower irrevocably acknowledges liability.';
    expect(hardSentences(official)).toMatchObject([{ sentence: official }]);
  });

  it('names a sentence that is too long, even in short words', () => {
    const long = `${'we go on and on '.repeat(6)}.`;
    expect(hardSentences(`Hello.\n\n${long}`)).toMatchObject([{ words: 30 }]);
  });
});
