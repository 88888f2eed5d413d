import { countsAsSetter, decideApprover, decideSignerFor } from '@kerb/domain/payers/contact-setters.ts';
import { describe, expect, it } from 'vitest';

describe('whoever enters the contacts of a payer', () => {
  const other = { userId: 2, payerUserId: 12, createdByUserId: 3, isSent: false };

  // biome-ignore format: a table
  it.each<[string, Parameters<typeof countsAsSetter>[0], boolean]>([
    ['counts in a campaign of somebody else',          other,                                           true],
    ['counts in their own campaign once it was sent',  { ...other, createdByUserId: 2, isSent: true },  true],
    ['does not count in their own campaign before',    { ...other, createdByUserId: 2 },                false],
    ['does not count if they are the payer',           { ...other, payerUserId: 2, isSent: true },      false],
    ['counts if nobody knows who created it',          { ...other, createdByUserId: null },             true],
  ])('%s', (_sentence, entering, expected) => {
    expect(countsAsSetter(entering)).toBe(expected);
  });

  it('cannot approve the loan or sign on behalf, and everybody else can', () => {
    const payers = [{ contactSetterIds: [] }, { contactSetterIds: [2, 4] }];
    expect(decideApprover(payers, 2)).toMatchObject({ ok: false, code: 'own-contacts' });
    expect(decideApprover(payers, 3).ok).toBe(true);
    const signer = { contactSetterIds: [2], isOwn: false };
    expect(decideSignerFor(signer, 2)).toMatchObject({ ok: false, code: 'own-contacts' });
    expect(decideSignerFor(signer, 3).ok).toBe(true);
    expect(decideSignerFor({ ...signer, isOwn: true }, 2).ok).toBe(true);
  });
});
