import { accountNames, accounts, type Side } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames, ledgerEvents } from '@kerb/domain/payments/ledger-events.ts';
import { entriesOf, type Move, type MoveName, moves } from '@kerb/domain/payments/ledger-moves.ts';
import { describe, expect, it } from 'vitest';

const names = Object.keys(moves) as MoveName[];
const divided = { amount: 1_121_00, sale: 1_000_00, discount: 100_00, fees: 201_00, tax: 20_00 };
const overLoan = { interest: 100_00, principal: 800_00, early: 20_00 };
const made = (move: MoveName, lent = 40_00): Move =>
  ({
    move,
    amounts: { ...divided, lent, income: 1_101_00, ...overLoan },
    invoiceId: 7,
    method: 'card',
  }) as unknown as Move;

const opposites: [MoveName, MoveName][] = [
  ['bill', 'unbill'],
  ['receive', 'takeBack'],
  ['apply', 'unapply'],
  ['divide', 'undivide'],
  ['setAside', 'putBack'],
  ['keepFee', 'waiveFee'],
  ['lend', 'unlend'],
  ['order', 'unorder'],
  ['charge', 'uncharge'],
  ['accrue', 'unaccrue'],
  ['carry', 'uncarry'],
  ['repay', 'unrepay'],
  ['writeOff', 'unwriteOff'],
  ['recover', 'unrecover'],
  ['toTrust', 'toOperating'],
  ['intoOperating', 'intoTrust'],
];

describe('the moves of the ledger', () => {
  it.each(names)('%s balances', (name) => {
    const entries = entriesOf([made(name)]);
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  const between: readonly MoveName[] = ['toTrust', 'toOperating'];
  const sideOf = (entries: ReturnType<typeof entriesOf>, side: Side) =>
    entries.filter(({ account }) => accounts[account].side === side).reduce((sum, { amount }) => sum + amount, 0);

  it.each(names.filter((name) => !between.includes(name)))('%s balances payers’ money and ours apart', (name) => {
    // The amounts of a move agree with each other: see `made`.
    for (const method of ['card', 'direct-deposit', 'manual'] as const) {
      const entries = entriesOf([{ ...made(name), method } as Move]);
      expect([sideOf(entries, 'payers'), sideOf(entries, 'ours'), sideOf(entries, 'none')]).toEqual([0, 0, 0]);
    }
  });

  it.each(between)('%s moves between the two, for the opening balances only', (name) => {
    expect(sideOf(entriesOf([made(name)]), 'payers')).not.toBe(0);
    expect(
      ledgerEventNames.filter((event) => (ledgerEvents[event].moves as readonly MoveName[]).includes(name)),
    ).toEqual(['opening']);
  });

  it('earns a fee by moving it from trust to ours, lends from ours, and repays to ours', () => {
    const cash = (...list: Move[]) =>
      Object.fromEntries(
        entriesOf(list).flatMap(({ account, amount }) =>
          account === 'trust' || account === 'bank' ? [[account, amount]] : [],
        ),
      );
    expect(cash(made('divide'))).toEqual({ trust: -121_00, bank: 121_00 });
    expect(cash(made('transfer'))).toEqual({ trust: -1_081_00, bank: -40_00 });
    expect(cash(made('bounce'))).toEqual({ trust: 1_081_00, bank: 40_00 });
    const repaid = {
      move: 'repay',
      amounts: { amount: 900, fees: 100, interest: 50, principal: 750, early: 0 },
    } as const;
    expect(cash({ move: 'receive', amounts: { amount: 1000 }, method: 'direct-deposit' }, repaid)).toEqual({
      trust: 100,
      bank: 900,
    });
    expect(cash(made('giveBack'))).toEqual({ trust: -1_121_00 });
    expect(cash(made('gatewayFee'))).toEqual({ trust: 1_121_00, bank: -1_121_00 });
  });

  it('moves our money between the bank accounts, and no money of payers', () => {
    expect(entriesOf([made('intoOperating')])).toEqual([
      { account: 'operating', amount: 1_121_00, invoiceId: null },
      { account: 'bank', amount: -1_121_00, invoiceId: null },
    ]);
    for (const event of ['movement', 'landing'] as const) {
      expect(ledgerEvents[event].moves.filter((name) => !['intoOperating', 'intoTrust'].includes(name))).toEqual([]);
    }
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

  it('every move and every event is explained once', () => {
    const means = names.map((name) => moves[name].means);
    const causes = ledgerEventNames.map((event) => ledgerEvents[event].cause);
    expect([...means, ...causes].filter((words) => words.length < 20 && words !== 'A batch is approved')).toEqual([]);
    expect(new Set(means).size).toBe(means.length);
    expect(new Set(causes).size).toBe(causes.length);
  });

  it('the key of an event begins with a word of its own and names what it is about', () => {
    const keys = ledgerEventNames.flatMap((event) => ledgerEvents[event].key ?? []);
    const first = keys.map((key) => key.split(':')[0]);
    expect(new Set(first).size).toBe(first.length);
    expect(keys.filter((key) => !/\{(campaign|payment|refund|invoice)\}/.test(key))).toEqual([]);
  });

  // biome-ignore format: a table
  it.each([
    ['invoice', []], ['payment', ['receive']], ['void', ['takeBack']], ['refund-requested', ['setAside', 'keepFee']],
    ['refund-refused', ['putBack', 'waiveFee']], ['refund-failed', ['refundFailed', 'waiveFee']],
    ['part-refund', ['takeBack', 'keepFee']], ['change', []], ['end', []], ['reopen', []],
  ] as const)('the event %s may change invoices in every way, and moves money by %s', (event, money) => {
    const ofInvoices = names.filter((name) => 'isOfInvoice' in moves[name]);
    expect(ledgerEvents[event].moves.toSorted()).toEqual([...ofInvoices, ...money].toSorted());
  });

  it('an admin who voids an invoice only takes back what it asks for', () => {
    expect(ledgerEvents['void-invoice'].moves).toEqual(['unbill']);
  });

  it('a paid, lent, ordered and transferred campaign has a balance of the allowed sign in each account', () => {
    const amounts = {
      amount: 500,
      sale: 400,
      discount: 10,
      fees: 100,
      tax: 10,
      lent: 50,
      income: 490,
      interest: 0,
      principal: 300,
      early: 100,
    };
    const move = (name: MoveName, more: object = {}) =>
      ({ move: name, amounts: { ...amounts, ...more }, invoiceId: 7, method: 'direct-deposit' }) as unknown as Move;
    const wholes: Move[][] = [
      [move('bill')],
      [move('receive')],
      [move('bill'), move('receive'), move('apply')],
      [move('bill'), move('receive'), move('apply'), move('divide')],
      [move('receive'), move('setAside')],
      [move('receive'), move('keepFee')],
      [move('lend')],
      [move('lend'), move('order')],
      [move('lend'), move('order'), move('transfer', { lent: 500 })],
      [move('payout'), move('gatewayFee')],
      [move('intoOperating')],
      [move('lend'), move('charge'), move('accrue')],
      [move('carry')],
      [move('lend'), move('charge'), move('writeOff', { principal: 0, early: 500, fees: 0 })],
    ];
    const balances = wholes.flatMap(entriesOf);
    const wrong = balances.filter(({ account, amount }) => {
      const { sign } = accounts[account];
      return sign !== 'any' && sign !== (amount > 0 ? 'positive' : 'negative');
    });
    expect(wrong).toEqual([]);
    expect([...new Set(balances.map(({ account }) => account))].toSorted()).toEqual(
      accountNames.filter((name) => !['elsewhere', 'shortfall'].includes(name)).toSorted(),
    );
    // A refund is paid by the gateway although it has paid out before; held money leaves a bank that lent it.
    expect((['gateway', 'trust', 'bank', 'operating'] as const).map((name) => accounts[name].sign)).toEqual([
      ...['any', 'any', 'any', 'any'],
    ]);
  });

  it('every move belongs to an event', () => {
    const used = new Set(ledgerEventNames.flatMap((event): readonly MoveName[] => ledgerEvents[event].moves));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });
});
