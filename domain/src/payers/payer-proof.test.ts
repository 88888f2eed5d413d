import type { Actor } from '@kerb/domain/access/actor.ts';
import {
  decideCancelByPayer,
  hasProvedMailbox,
  isPayersMobile,
  lacksCode,
  payersCodeMethod,
  provedByCode,
} from '@kerb/domain/payers/payer-proof.ts';
import { describe, expect, it } from 'vitest';

const emailAddress = 'kim@example.com';
const payer: Actor = { userId: 12, displayName: 'Kim Example', role: 'vendor', memberships: [], emailAddress };
const kim = { id: 7, userId: 12, emailAddress: 'Kim@example.com' };
const signIn = { id: 1, provedDate: null, isUnlocked: false, isFromMailbox: false };
const byLink = { ...payer, onlyAgreementId: 10231, signIn };
const byMailedLink = { ...byLink, signIn: { ...signIn, isFromMailbox: true, signatoryId: 7 } };
const viewedBy = { userId: 2, displayName: 'Alex', changesAreOn: true };

describe('the mailbox of a payer', () => {
  // biome-ignore format: a table
  it.each<[string, Actor, boolean]>([
    ['is proved by the link of an e-mail',             byMailedLink,                  true],
    ['is proved by a password',                        { ...payer, signIn },          true],
    ['is not proved by a password of another address', { ...payer, emailAddress: 'admin@example.com', signIn }, false],
    ['is not proved by the link of another record',    { ...byMailedLink, signIn: { ...byMailedLink.signIn, signatoryId: 8 } }, false],
    ['is not proved by another account',               { ...payer, userId: 13, signIn }, false],
    ['is not proved by another link',                  byLink,                        false],
    ['is not proved by an admin who views as a payer', { ...byMailedLink, viewedBy }, false],
    ['is not proved by an admin who views as a user',  { ...payer, signIn, viewedBy }, false],
  ])('%s', (_sentence, actor, expected) => {
    expect(hasProvedMailbox(actor, kim)).toBe(expected);
  });
});

describe('a code', () => {
  const mobile = { mobilePhone: '+61412345678', mobilePhoneConfirmationDate: 'x', mobilePhoneConfirmedByPayer: true };
  const staffs = { ...mobile, mobilePhoneConfirmedByPayer: false };

  // biome-ignore format: a table
  it.each<['email' | 'phone', Parameters<typeof payersCodeMethod>[0]]>([
    ['email', {}],
    ['email', { mobilePhone: null }],
    ['email', { mobilePhone: '+61412345678' }],
    ['email', staffs],
    ['email', { ...mobile, mobilePhoneConfirmationDate: null }],
    ['email', { ...mobile, mobilePhone: null }],
    ['phone', mobile],
  ])('goes by %s to a payer with %o', (method, contact) => {
    expect(payersCodeMethod(contact)).toBe(method);
    expect(isPayersMobile(contact)).toBe(method === 'phone');
  });

  it('by e-mail proves the mailbox, and by text only a mobile of the payer', () => {
    const nothing = { isUnlocked: false, isFromMailbox: false };
    expect(provedByCode(nothing, 'email', {})).toEqual({ isUnlocked: true, isFromMailbox: true });
    expect(provedByCode(nothing, 'phone', mobile)).toEqual({ isUnlocked: true, isFromMailbox: false });
    expect(provedByCode(nothing, 'phone', staffs)).toEqual(nothing);
    const unlocked = { isUnlocked: true, isFromMailbox: true };
    expect(provedByCode(unlocked, 'phone', staffs)).toEqual(unlocked);
  });

  it('is asked for once in an application for a loan', () => {
    const entered = { applicationCodeDate: 'x' };
    expect((['pl', 'pos', 'pn', null] as const).map((option) => lacksCode(option, {}))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(lacksCode('pl', entered)).toBe(false);
  });
});

describe('cancelling an application', () => {
  const unlocked = { ...byLink, signIn: { ...signIn, isUnlocked: true } };

  // biome-ignore format: a table
  it.each<[string, Actor, boolean]>([
    ['needs a code from everybody with the link',   byLink,                     false],
    ['needs it with the link of an e-mail too',     byMailedLink,               false],
    ['is possible after the code',                  unlocked,                   true],
    ['needs none of a payer with a password',       { ...payer, signIn },       true],
    ['is not for an account with another address',  { ...payer, emailAddress: 'other@example.com', signIn }, false],
    ['needs none of the team',                      { ...payer, role: 'admin', emailAddress: 'ada@example.com' }, true],
    ['needs none of an admin who views as a payer', { ...byLink, viewedBy },    true],
  ])('%s', (_sentence, actor, isAllowed) => {
    expect(decideCancelByPayer(actor, [kim]).ok).toBe(isAllowed);
  });
});
