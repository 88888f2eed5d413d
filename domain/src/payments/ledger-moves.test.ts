import { ledgerEventNames, ledgerEvents } from '@kerb/domain/payments/ledger-events.ts';
import { entriesOf, type Move, type MoveName, moves } from '@kerb/domain/payments/ledger-moves.ts';
import { describe, expect, it } from 'vitest';

const names = Object.keys(moves) as MoveName[];
const divided = { amount: 1_121_00, sale: 1_000_00, discount: 100_00, fees: 201_00, tax: 20_00 };
const made = (move: MoveName, lent = 40_00): Move =>
  ({ move, amounts: { ...divided, lent }, invoiceId: 7, method: 'card' }) as unknown as Move;

const opposites: [MoveName, MoveName][] = [
  ['bill', 'unbill'],
  ['receive', 'takeBack'],
  ['apply', 'unapply'],
  ['divide', 'undivide'],
  ['setAside', 'putBack'],
  ['lend', 'unlend'],
  ['order', 'unorder'],
];

describe('the moves of the ledger', () => {
  it.each(names)('%s balances', (name) => {
    const entries = entriesOf([made(name)]);
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it.each(opposites)('%s and %s undo each other', (one, other) => {
    expect(entriesOf([made(one), made(other)])).toEqual([]);
  });

  it('names the invoice only in accounts that follow an invoice', () => {
    const entries = entriesOf([made('receive'), made('bill'), made('apply')]);
    expect(entries).toEqual([
      { account: 'gateway', amount: 1_121_00, invoiceId: null },
      { account: 'received', amount: -1_121_00, invoiceId: 7 },
    ]);
  });

  it('refuses a payment without a method', () => {
    const { method: _, ...without } = made('receive') as Move & { method: unknown };
    expect(() => entriesOf([without as Move])).toThrow('the method of receive');
  });

  it('every move belongs to an event', () => {
    const used = new Set(ledgerEventNames.flatMap((event): readonly MoveName[] => ledgerEvents[event].moves));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });
});
