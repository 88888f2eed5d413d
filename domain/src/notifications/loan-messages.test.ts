import { loanInvoiceTypes } from '@kerb/domain/loans/loan-invoices.ts';
import { reminderNames } from '@kerb/domain/loans/reminders.ts';
import {
  invoiceOfReminder,
  type LoanMessageFacts,
  loanInvoiceMail,
  loanReminderMail,
} from '@kerb/domain/notifications/loan-messages.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { describe, expect, it } from 'vitest';

const facts: LoanMessageFacts = {
  brand: 'KerbPay',
  supportPhone: '1300 665 136',
  checkUrl: 'https://kerb.example/check',
  money: { locale: 'en-AU', currency: 'AUD' },
  campaignName: '12 Wattle Street, Yass',
  flowNumber: 'AU10231',
  today: '2026-04-13',
  totalToday: 10_972_36,
  ahead: {
    amounts: [
      { kind: 'settlement', day: '2026-04-20', total: 11_000_15, isEstimate: true },
      { kind: 'due', day: '2026-04-27', total: 11_027_94, isEstimate: true },
    ],
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

describe('the messages of a loan', () => {
  it.each(reminderNames)('%s names the campaign and its reference', (name) => {
    const { subject, body } = loanReminderMail(name, facts);
    expect(subject).toContain('AU10231 12 Wattle Street, Yass');
    expect(body).toContain('Your reference is AU10231.');
  });

  it('state what is owed today and when it is due', () => {
    const { body } = loanInvoiceMail('pre_settlement', facts);
    expect(body).toContain('settles on 20 April 2026');
    expect(body).toContain('Payment is due by 27 April 2026.');
    expect(body).toContain('Repaying the loan today costs $10,972.36. Interest is added for each day that has ended.');
  });

  it('state the amounts of the invoice: on the settlement, on the due day and for each day', () => {
    for (const type of loanInvoiceTypes) {
      const { body } = loanInvoiceMail(type, facts);
      expect(body).toContain('Repaying it on 20 April 2026 (settlement) costs $11,000.15, by our estimate.');
      expect(body).toContain('Repaying it on 27 April 2026 (due) costs $11,027.94, by our estimate.');
      expect(body).toContain('Interest for each day is $3.97.');
    }
    const free = { ...facts, ahead: { ...facts.ahead, interestFrom: '2026-05-01' } };
    expect(loanInvoiceMail('standard', free).body).toContain('Interest for each day from 1 May 2026 on is $3.97.');
  });

  // biome-ignore format: a table
  it.each<[string, Partial<LoanMessageFacts>, RegExp, string]>([
    ['a settlement',                { today: '2026-04-27' },                                                              /Yass settled on 20 April 2026\./,                'post_settlement'],
    ['a withdrawal',                { today: '2026-04-27', settlementDate: null, withdrawnDate: '2026-04-20' },           /Yass was withdrawn from sale on 20 April 2026\./, 'standard'],
    ['no settlement at all',        { today: '2026-07-31', settlementDate: null, dueDate: '2026-07-31' },                 /has reached the end of its longest term\./,      'standard'],
    ['a settlement that comes later', { today: '2026-07-31', settlementDate: '2026-08-20', dueDate: '2026-07-31' },       /has reached the end of its longest term\./,      'standard'],
  ])('say that payment is due after %s', (_what, change, why, type) => {
    const { body } = loanReminderMail('payment-due', { ...facts, ...change });
    expect(body).toMatch(why);
    expect(body).toContain(`Payment is due on ${change.dueDate ? '31 July' : '27 April'} 2026.`);
    expect(invoiceOfReminder('payment-due', { ...facts, ...change })).toBe(type);
  });

  it('greet a payer by name and have their link, but not a copy to somebody else', () => {
    expect(loanReminderMail('live-30', facts, { firstName: 'Vera', hasLink: true }).body).toMatch(
      new RegExp(`^Hello Vera,[^]*See your loan:\\n${secretPlace}`),
    );
    expect(loanReminderMail('live-30', facts).body).toMatch(/^Hello,/);
    expect(loanReminderMail('live-30', facts).body).not.toContain(secretPlace);
  });

  it('name no latest end for a loan that has none', () => {
    const { body } = loanReminderMail('live-30', { ...facts, latestEndDate: null });
    expect(body).toContain('It must be repaid when the sale settles, or when the property is withdrawn from sale.');
  });

  it('do not mention interest if the loan has none', () => {
    const ahead = { ...facts.ahead, interestPerDay: null };
    const onSuccess = { ...facts, bearsInterest: false, ahead };
    for (const name of reminderNames.filter((each) => each !== 'interest-free-ends')) {
      expect(loanReminderMail(name, onSuccess).body).not.toMatch(/interest/i);
    }
  });
});
