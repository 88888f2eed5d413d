import { countsAsSetter, decideApprover, decideSignerFor } from '@kerb/domain/payers/contact-setters.ts';
import type { Maker } from '@kerb/domain/second-person/second-person.ts';
import { describe, expect, it } from 'vitest';

const now = '2026-11-17T00:00:00.000Z';
const by = (userId: number, isOnlyAdmin = false) => ({ userId, now, isOnlyAdmin });
type Verdict = ReturnType<typeof decideApprover> | ReturnType<typeof decideSignerFor>;
const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code);
type Payers = Parameters<typeof decideApprover>[0]['payers'];
const loanOf = (payers: Payers, createdByUserId: number | null = 3) => ({ createdByUserId, payers });

describe('a person who enters the contacts of a payer', () => {
  const other = { userId: 2, isByPayer: false, createdByUserId: 3, wasSent: false };

  // biome-ignore format: a table
  it.each<[string, Parameters<typeof countsAsSetter>[0], boolean]>([
    ['counts in a campaign of somebody else',          other,                                            true],
    ['counts in their own campaign once it was sent',  { ...other, createdByUserId: 2, wasSent: true },  true],
    ['does not count in their own campaign before',    { ...other, createdByUserId: 2 },                 false],
    ['does not count if they act as the payer',        { ...other, isByPayer: true, wasSent: true },     false],
    ['counts if nobody knows who created it',          { ...other, createdByUserId: null },              true],
  ])('%s', (_sentence, entering, expected) => {
    expect(countsAsSetter(entering)).toBe(expected);
  });

  it('cannot approve the loan or sign on behalf, and everybody else can', () => {
    const payers = [
      { userId: 11, contactSetterIds: [] },
      { userId: 12, contactSetterIds: [2, 4] },
    ];
    expect(codeOf(decideApprover(loanOf(payers), [], by(2)))).toBe('own-contacts');
    expect(codeOf(decideApprover(loanOf(payers), [], by(5)))).toBe('ok');
    const signer = { contactSetterIds: [2], createdByUserId: 3, isOwn: false };
    expect(codeOf(decideSignerFor(signer, [], by(2)))).toBe('own-contacts');
    expect(codeOf(decideSignerFor(signer, [], by(5)))).toBe('ok');
    expect(codeOf(decideSignerFor({ ...signer, isOwn: true }, [], by(2)))).toBe('ok');
  });

  // biome-ignore format: a table
  it.each<[string, Maker['part'], string, string]>([
    ['is refused for ever if they made it',                    'made',      '2020-01-01T00:00:00.000Z', 'asker-made'],
    ['is refused for some days if they only confirmed it',     'confirmed', '2026-11-16T00:00:00.000Z', 'asker-made'],
    ['is allowed later if they only confirmed it',             'confirmed', '2026-11-01T00:00:00.000Z', 'ok'],
  ])('has an account, and its maker %s', (_sentence, part, date, expected) => {
    const setters = [{ userId: 4, makers: [{ userId: 9, part, date }] }];
    const payer = { userId: 12, contactSetterIds: [4], createdByUserId: 3 };
    expect(codeOf(decideApprover(loanOf([payer]), setters, by(9)))).toBe(expected);
    expect(codeOf(decideSignerFor({ ...payer, isOwn: false }, setters, by(9)))).toBe(expected);
    expect(codeOf(decideSignerFor({ ...payer, isOwn: true }, setters, by(9)))).toBe('ok');
  });
});

describe('a person who raised the campaign', () => {
  const payers = [{ userId: 11, contactSetterIds: [] }];

  it('does not approve its loan or sign on behalf of its payers', () => {
    expect(codeOf(decideApprover(loanOf(payers, 2), [], by(2)))).toBe('own-contacts');
    expect(codeOf(decideApprover(loanOf(payers, null), [], by(2)))).toBe('ok');
    const signer = { contactSetterIds: [], createdByUserId: 2, isOwn: false };
    expect(codeOf(decideSignerFor(signer, [], by(2)))).toBe('own-contacts');
    expect(codeOf(decideSignerFor({ ...signer, isOwn: true }, [], by(2)))).toBe('ok');
  });
});

describe('the only admin', () => {
  const setters = [{ userId: 4, makers: [{ userId: 2, part: 'made' as const, date: now }] }];

  // biome-ignore format: a table
  it.each<[string, Parameters<typeof decideApprover>[0], ReturnType<typeof decideApprover>]>([
    ['approves what they raised, alone',             loanOf([{ userId: 11, contactSetterIds: [] }], 2), { ok: true, value: { isAlone: true } }],
    ['approves with contacts that they entered',     loanOf([{ userId: 11, contactSetterIds: [2] }]),   { ok: true, value: { isAlone: true } }],
    ['approves with contacts of an account of theirs', loanOf([{ userId: 11, contactSetterIds: [4] }]), { ok: true, value: { isAlone: true } }],
  ])('%s', (_sentence, loan, expected) => {
    expect(decideApprover(loan, setters, by(2, true))).toEqual(expected);
    expect(decideApprover(loan, setters, by(2)).ok).toBe(false);
  });

  it('is not called alone where the rule holds, and never approves a loan of their own', () => {
    const other = loanOf([{ userId: 11, contactSetterIds: [5] }]);
    expect(decideApprover(other, [], by(2, true))).toEqual({ ok: true, value: { isAlone: false } });
    expect(codeOf(decideApprover(loanOf([{ userId: 2, contactSetterIds: [] }]), [], by(2, true)))).toBe('own-loan');
  });
});

describe('a payer of the campaign', () => {
  it('does not approve its loan, also if they are an admin', () => {
    expect(codeOf(decideApprover(loanOf([{ userId: 2, contactSetterIds: [] }]), [], by(2)))).toBe('own-loan');
  });
});
