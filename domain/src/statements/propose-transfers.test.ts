import { decideTransfer, type PaidOut, proposeTransfers } from '@kerb/domain/statements/propose-transfers.ts';
import { describe, expect, it } from 'vitest';

const whole: PaidOut = { batchId: 7, agreementId: null, amountCents: 900_00, day: '2026-11-16', isBounced: false };
const one: PaidOut = { ...whole, agreementId: 10_231, amountCents: 400_00 };
const other: PaidOut = { ...one, agreementId: 10_300 };
const all = [whole, one, other];
const line = (amountCents: number, words = 'BULK PAYMENT', date = '2026-11-17') => ({ amountCents, words, date });
const proposed = (of: ReturnType<typeof line>, from: readonly PaidOut[] = all) => proposeTransfers(of, from, 'AU');

describe('an outgoing line', () => {
  it('may be a whole batch, or one of its payments, by its amount', () => {
    expect(proposed(line(-900_00))).toEqual([whole]);
    expect(proposed(line(-400_00))).toEqual([one, other]);
    expect(proposed(line(-400_01))).toEqual([]);
  });

  it('has the payment first that its words name', () => {
    expect(proposed(line(-400_00, 'DIRECT CREDIT AU10300'))).toEqual([other, one]);
    const later = { ...whole, batchId: 8 };
    expect(proposed(line(-900_00, 'Batch 7'), [later, whole])).toEqual([whole, later]);
    expect(proposed(line(-900_00, 'Batch 77'), [later, whole])).toEqual([later, whole]);
  });

  it('is not from before the bank had the file, nor from weeks later', () => {
    expect(proposed(line(-900_00, '', '2026-11-15'))).toEqual([]);
    expect(proposed(line(-900_00, '', '2026-11-30'))).toEqual([whole]);
    expect(proposed(line(-900_00, '', '2026-12-01'))).toEqual([]);
  });
});

describe('an incoming line', () => {
  it.each(['RETURNED DIRECT CREDIT', 'REJECT AU10231', 'Rtn invalid account', 'DISHONOURED'])(
    'may be sent back: %s',
    (words) => {
      expect(proposed(line(400_00, words))).toContain(one);
    },
  );

  it.each(['TRANSFER AU10231', 'RETAIL SETTLEMENT', 'SECRET'])('is a payer’s without such words: %s', (words) => {
    expect(proposed(line(400_00, words))).toEqual([]);
  });

  it('may be what an admin recorded as sent back, whatever its words', () => {
    const bounced = { ...one, isBounced: true };
    expect(proposed(line(400_00, 'CREDIT'), [whole, bounced, other])).toEqual([bounced]);
    expect(proposed(line(400_00, 'CREDIT', '2027-01-16'), [bounced])).toEqual([]);
  });

  it('is never a whole batch', () => {
    expect(proposed(line(900_00, 'RETURNED'))).toEqual([]);
  });
});

describe('matching a line with a batch', () => {
  // biome-ignore format: a table
  it.each([
    [-400_00, 400_00, 'out',  null],
    [400_00,  400_00, 'out',  'line-came-in'],
    [-400_00, 400_01, 'out',  'other-amount'],
    [400_00,  400_00, 'back', null],
    [-400_00, 400_00, 'back', 'line-going-out'],
    [399_99,  400_00, 'back', 'other-amount'],
  ] as const)('%i for %i %s: %s', (amountCents, paid, way, code) => {
    const decided = decideTransfer({ amountCents }, paid, way);
    expect(decided.ok ? null : decided.code).toBe(code);
  });

  it('is a line of the trust account, from which batches are paid', () => {
    const ofAccount = (account: 'trust' | 'operating') => decideTransfer({ amountCents: -5, account }, 5, 'out');
    expect(ofAccount('trust').ok).toBe(true);
    expect(ofAccount('operating')).toMatchObject({ code: 'paid-from-trust' });
  });
});
