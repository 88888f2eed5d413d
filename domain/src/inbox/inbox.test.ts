import { inboxKinds, inboxWords, isMailedByChoice, placeOf } from '@kerb/domain/inbox/inbox-kinds.ts';
import { digestMail, notificationMail } from '@kerb/domain/inbox/inbox-messages.ts';
import { notices } from '@kerb/domain/notifications/notices.ts';
import { describe, expect, it } from 'vitest';

describe('a notification', () => {
  it.each(inboxKinds)('of the kind %s is a sentence', (kind) => {
    expect(inboxWords(kind, 'Ana Lee', 'KerbPay')).toMatch(/^[A-Z].*\.$/);
  });

  it('names who did it, or the brand', () => {
    expect(inboxWords('assigned', 'Ana Lee', 'KerbPay')).toBe('Ana Lee made you the agent of this campaign.');
    expect(inboxWords('assigned', null, 'KerbPay')).toBe('KerbPay made you the agent of this campaign.');
    expect(inboxWords('campaign-approved', 'Ana Lee', 'KerbPay')).toBe('The campaign has been approved.');
  });

  it('is e-mailed by choice only if it has no e-mail of its own', () => {
    for (const kind of inboxKinds) expect([kind, isMailedByChoice(kind)]).toEqual([kind, !(kind in notices)]);
  });

  it('opens the comments if it is about one', () => {
    expect(inboxKinds.filter((kind) => placeOf(kind) === 'comments')).toEqual(['mentioned', 'commented']);
  });
});

describe('the e-mails', () => {
  const facts = { brand: 'KerbPay', firstName: 'Mia', settingsAddress: 'https://kerb.test/notifications' };
  const told = {
    text: 'Ana Lee mentioned you in a comment.',
    campaignName: '12 Wattle St',
    flowNumber: 'AU7',
    address: 'https://kerb.test/agencies/1/applications/7',
  };

  it('say who did what, where to read it and how to end them', () => {
    const { subject, body } = notificationMail(facts, told);
    expect(subject).toBe('AU7 12 Wattle St: Ana Lee mentioned you in a comment.');
    expect(body).toContain(told.address);
    expect(body).toContain(facts.settingsAddress);
  });

  it('of a day list what is unread, and count the rest', () => {
    expect(digestMail(facts, [told], 0).subject).toBe('1 unread notification');
    const { subject, body } = digestMail(facts, [told, told], 5);
    expect(subject).toBe('7 unread notifications');
    expect(body).toContain('And 5 more.');
    expect(digestMail(facts, [told], 0).body).not.toContain('more.');
  });
});
