import {
  decideMovementOfLine,
  decideStatementAccount,
  directionOfLine,
  identityIn,
  proposeMovements,
  type RecordedMovement,
  rightAccount,
} from '@kerb/domain/statements/line-accounts.ts';
import { describe, expect, it } from 'vitest';

describe('a statement', () => {
  // biome-ignore format: a table
  it.each([
    [undefined,   false, 'trust'],
    ['trust',     false, 'trust'],
    ['operating', false, null],
    [undefined,   true,  null],
    ['trust',     true,  'trust'],
    ['operating', true,  'operating'],
  ] as const)('said to be of %s, with two accounts %s, is of %s', (given, isSeparate, expected) => {
    const verdict = decideStatementAccount(given, isSeparate);
    expect(verdict.ok ? verdict.value : null).toBe(expected);
  });

  it('of the trust account has the identities of before', () => {
    expect(identityIn('trust', '2026-11-15|100|X|1')).toBe('2026-11-15|100|X|1');
    expect(identityIn('operating', '2026-11-15|100|X|1')).not.toBe('2026-11-15|100|X|1');
  });
});

describe('money', () => {
  // biome-ignore format: a table
  it.each([
    ['trust',     'upfront',     null],
    ['trust',     'service-fee', null],
    ['trust',     'repayment',   'operating'],
    ['operating', 'repayment',   null],
    ['operating', 'upfront',     'trust'],
  ] as const)('in the %s account for %s belongs to %s', (account, kind, expected) => {
    expect(rightAccount(account, kind, true)).toBe(expected);
    expect(rightAccount(account, kind, false)).toBeNull();
  });
});

const line = { account: 'trust', amountCents: -500_00, date: '2026-11-15' } as const;
const movement: RecordedMovement = {
  id: 7,
  direction: 'to-operating',
  amountCents: 500_00,
  day: '2026-11-14',
  reference: 'Transfer 7',
  shownBy: [],
};

describe('a line that moves money between our accounts', () => {
  // biome-ignore format: a table
  it.each([
    ['trust',     -1, 'to-operating'],
    ['trust',     1,  'to-trust'],
    ['operating', -1, 'to-trust'],
    ['operating', 1,  'to-operating'],
  ] as const)('of the %s account with %s cents goes %s', (account, amountCents, expected) => {
    expect(directionOfLine({ account, amountCents })).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    ['the same amount and direction',      {},                              true],
    ['shown by the other account',         { shownBy: ['operating'] },      true],
    ['shown by this account already',      { shownBy: ['trust'] },          false],
    ['another amount',                     { amountCents: 500_01 },         false],
    ['the other direction',                { direction: 'to-trust' },       false],
  ] as const)('is a movement of %s: %j', (_what, change, expected) => {
    const other: RecordedMovement = { ...movement, ...change };
    expect(decideMovementOfLine(line, other).ok).toBe(expected);
    expect(proposeMovements(line, [other])).toHaveLength(expected ? 1 : 0);
  });

  it('is proposed for movements of the same days, the nearest first', () => {
    const days = ['2026-11-07', '2026-11-08', '2026-11-16', '2026-11-22', '2026-11-23'];
    const all = days.map((day, id) => ({ ...movement, id, day }));
    expect(proposeMovements(line, all).map(({ day }) => day)).toEqual(['2026-11-16', '2026-11-08', '2026-11-22']);
  });
});
