import { reminderNames } from '@kerb/domain/loans/reminders.ts';
import { type LoanMessageFacts, loanInvoiceMail, loanReminderMail } from '@kerb/domain/notifications/loan-messages.ts';
import { describe, expect, it } from 'vitest';

const facts: LoanMessageFacts = {
  brand: 'KerbPay',
  money: { locale: 'en-AU', currency: 'AUD' },
  campaignName: '12 Wattle Street, Yass',
  flowNumber: 'AU10231',
  totalToday: 10_972_36,
  bearsInterest: true,
  loanStartDate: '2026-02-01',
  longestEndDate: '2026-07-31',
  settlementDate: '2026-04-20',
  dueDate: '2026-04-27',
};

describe('the messages of a loan', () => {
  it.each(reminderNames)('%s names the campaign and its reference', (name) => {
    const { subject, body } = loanReminderMail(name, facts);
    expect(subject).toContain('AU10231 12 Wattle Street, Yass');
    expect(body).toContain('The reference is AU10231.');
  });

  it('state what is owed today and when it is due', () => {
    const { body } = loanInvoiceMail('pre_settlement', facts);
    expect(body).toContain('settles on 20 April 2026');
    expect(body).toContain('Payment is due by 27 April 2026.');
    expect(body).toContain('would come to $10,972.36. Interest is added for each day that has ended.');
  });

  it('do not mention interest if the loan has none', () => {
    const onSuccess = { ...facts, bearsInterest: false };
    for (const name of reminderNames.filter((each) => each !== 'interest-free-ends')) {
      expect(loanReminderMail(name, onSuccess).body).not.toMatch(/interest/i);
    }
  });
});
