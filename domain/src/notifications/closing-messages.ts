import { type Moment, writtenMoment } from '@kerb/domain/kernel/dates.ts';
import { closingDays } from '@kerb/domain/privacy/closing.ts';

type Facts = { firstName: string; brand: string; supportPhone: string; locale: string; timeZone: string };
type Mail = { subject: string; body: string };

const paragraphs = (...parts: string[]): string => parts.join('\n\n');

export const accountClosingMail = (facts: Facts & { closingDate: Moment }): Mail => {
  const date = writtenMoment(facts.closingDate, facts.timeZone, facts.locale);
  return {
    subject: `You asked to close your ${facts.brand} account`,
    body: paragraphs(
      `Hello ${facts.firstName},`,
      `You asked us to close your account. It closes on ${date}. Until then you can log in and use it.`,
      `To keep it, log in within ${closingDays} days, open Account Details and press Keep my account.`,
      `If you did not ask for this, keep your account and change your password, or call us on ${facts.supportPhone}.`,
      facts.brand,
    ),
  };
};

export const accountKeptMail = (facts: Facts): Mail => ({
  subject: `Your ${facts.brand} account stays open`,
  body: paragraphs(
    `Hello ${facts.firstName},`,
    'Your account is not being closed. Nothing has changed.',
    `If you do not expect this, call us on ${facts.supportPhone}.`,
    facts.brand,
  ),
});

export const accountClosedMail = (facts: Facts): Mail => ({
  subject: `Your ${facts.brand} account is closed`,
  body: paragraphs(
    `Hello ${facts.firstName},`,
    'Your account is closed, as you asked. You can no longer log in, and we have erased what belonged to the account.',
    'By law we keep the records of campaigns that you paid for or signed until their date. Then we erase them too.',
    `Questions? Call us on ${facts.supportPhone}.`,
    facts.brand,
  ),
});
