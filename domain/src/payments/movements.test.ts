import { entriesOf } from '@kerb/domain/payments/ledger-moves.ts';
import {
  type Direction,
  decideMovement,
  decideUndo,
  directions,
  moveOfMovement,
  toMove,
  toMoveFirst,
} from '@kerb/domain/payments/movements.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const facts = {
  ours: 500_00,
  lentUnderWay: 0,
  isSeparate: true,
  today: '2026-11-18',
  style: { locale: 'en-AU', currency: 'AUD' },
};
const asked = { direction: 'to-operating', amount: 500_00, day: '2026-11-18' } as const;
const wordsOf = (more: object, and: object = {}): string | null => {
  const verdict = decideMovement({ ...asked, ...more }, { ...facts, ...and });
  if (verdict.ok) return null;
  return Object.values(verdict.validation ?? {}).flat()[0]?.message ?? verdict.because;
};

describe('what is to be moved between the bank accounts', () => {
  // biome-ignore format: a table
  it.each([
    ['fees that were earned',                         500_00,  0,       { direction: 'to-operating', amount: 500_00 }, 0],
    ['a loan that was paid from the trust account',  -500_00,  0,       { direction: 'to-trust',     amount: 500_00 }, 500_00],
    ['a loan that a batch will pay',                  0,       800_00,  { direction: 'to-trust',     amount: 800_00 }, 800_00],
    ['fees that pay for a part of the loan',          500_00,  800_00,  { direction: 'to-trust',     amount: 300_00 }, 300_00],
    ['fees that pay for all of the loan',             900_00,  800_00,  { direction: 'to-operating', amount: 100_00 }, 0],
    ['nothing',                                       0,       0,       null,                                          0],
  ])('%s', (_what, ours, lentUnderWay, expected, first) => {
    expect(toMove({ ours, lentUnderWay })).toEqual(expected);
    expect(toMoveFirst({ ours, lentUnderWay })).toBe(first);
  });

  it('is nothing once it was moved, whatever it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (ours, lentUnderWay) => {
        const wanted = toMove({ ours, lentUnderWay });
        if (!wanted) {
          // fast-check reads a returned value as the result, so the assertion returns nothing.
          expect(ours).toBe(lentUnderWay);
          return;
        }
        const entries = entriesOf([moveOfMovement(wanted)]);
        const moved = entries.find(({ account }) => account === 'bank')?.amount ?? 0;
        expect(toMove({ ours: ours + moved, lentUnderWay })).toBeNull();
      }),
    );
  });
});

describe('a movement that an admin records', () => {
  it('moves all that is to be moved, or a part of it', () => {
    expect(wordsOf({})).toBeNull();
    expect(wordsOf({ amount: 1 })).toBeNull();
  });

  // biome-ignore format: a table
  it.each([
    ['one account',         {},                                    { isSeparate: false }, 'Our money has no bank account of its own: see OPERATING_ACCOUNT_NUMBER.'],
    ['nothing',             { amount: 0 },                         {},                    'This must be more than 0.'],
    ['a day to come',       { day: '2026-11-19' },                 {},                    'Enter today or an earlier day.'],
    ['the other direction', { direction: 'to-trust' },             {},                    'Nothing is to be moved in this direction.'],
    ['too much',            { amount: 500_01 },                    {},                    'At most $500.00 is to be moved.'],
    ['what a batch needs',  {},                                    { lentUnderWay: 100_00 }, 'At most $400.00 is to be moved.'],
  ])('is refused for %s', (_what, more, and, words) => expect(wordsOf(more, and)).toBe(words));

  it('never changes what is to be moved to the other direction', () => {
    const direction: fc.Arbitrary<Direction> = fc.constantFrom(...directions);
    fc.assert(
      fc.property(
        fc.record({ direction, amount: fc.integer({ min: 0, max: 2_000 }) }),
        fc.record({ ours: fc.integer({ min: -2_000, max: 2_000 }), lentUnderWay: fc.integer({ min: 0, max: 2_000 }) }),
        (movement, before) => {
          const verdict = decideMovement({ ...movement, day: facts.today }, { ...facts, ...before });
          if (!verdict.ok) return;
          const moved = movement.direction === 'to-operating' ? -movement.amount : movement.amount;
          const after = toMove({ ...before, ours: before.ours + moved });
          expect([null, movement.direction]).toContain(after?.direction ?? null);
        },
      ),
    );
  });
});

describe('a movement that was recorded by mistake', () => {
  it('can be taken back once, unless a statement shows it', () => {
    expect(decideUndo({ isUndone: false, isOnStatement: false }).ok).toBe(true);
    expect(decideUndo({ isUndone: true, isOnStatement: false })).toMatchObject({ code: 'undone-already' });
    expect(decideUndo({ isUndone: false, isOnStatement: true })).toMatchObject({ code: 'on-statement' });
  });
});
