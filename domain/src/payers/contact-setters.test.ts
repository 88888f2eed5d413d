import { countsAsSetter, decideApprover, decideSignerFor } from '@kerb/domain/payers/contact-setters.ts';
import type { Maker } from '@kerb/domain/second-person/second-person.ts';
import { describe, expect, it } from 'vitest';

const now = '2026-11-17T00:00:00.000Z';
const by = (userId: number) => ({ userId, now });
const codeOf = (verdict: ReturnType<typeof decideApprover>) => (verdict.ok ? 'ok' : verdict.code);

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
    expect(codeOf(decideApprover(payers, [], by(2)))).toBe('own-contacts');
    expect(codeOf(decideApprover(payers, [], by(3)))).toBe('ok');
    const signer = { contactSetterIds: [2], isOwn: false };
    expect(codeOf(decideSignerFor(signer, [], by(2)))).toBe('own-contacts');
    expect(codeOf(decideSignerFor(signer, [], by(3)))).toBe('ok');
    expect(codeOf(decideSignerFor({ ...signer, isOwn: true }, [], by(2)))).toBe('ok');
  });

  // biome-ignore format: a table
  it.each<[string, Maker['part'], string, string]>([
    ['is refused for ever if they made it',                    'made',      '2020-01-01T00:00:00.000Z', 'asker-made'],
    ['is refused for some days if they only confirmed it',     'confirmed', '2026-11-16T00:00:00.000Z', 'asker-made'],
    ['is allowed later if they only confirmed it',             'confirmed', '2026-11-01T00:00:00.000Z', 'ok'],
  ])('has an account, and its maker %s', (_sentence, part, date, expected) => {
    const setters = [{ userId: 4, makers: [{ userId: 9, part, date }] }];
    const payer = { userId: 12, contactSetterIds: [4] };
    expect(codeOf(decideApprover([payer], setters, by(9)))).toBe(expected);
    expect(codeOf(decideSignerFor({ ...payer, isOwn: false }, setters, by(9)))).toBe(expected);
    expect(codeOf(decideSignerFor({ ...payer, isOwn: true }, setters, by(9)))).toBe('ok');
  });
});

describe('a payer of the campaign', () => {
  it('does not approve its loan, also if they are an admin', () => {
    expect(codeOf(decideApprover([{ userId: 2, contactSetterIds: [] }], [], by(2)))).toBe('own-loan');
  });
});
