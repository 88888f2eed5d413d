import { randomUUID } from 'node:crypto';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { BankStatementLine } from '@kerb/domain/statements/statements.contract.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { operatingAccount } from '../../../test/operating-account.ts';
import { statementFile } from '../../../test/statement-file.ts';

const now = '2026-11-15T01:00:00.000Z';
let fixture: LoanFixture;
const post = (path: string, body?: object) =>
  fixture.call(fixture.admin)('POST', path, body, { 'idempotency-key': randomUUID() });
const get = async (path: string) => (await fixture.call(fixture.admin)('GET', path)).json();
const importing = (text: string, account?: OwnAccount) =>
  fixture.call(fixture.admin)('POST', '/v1/bank-statements', ...statementFile(text, 'nov.csv', account));

type Line = Pick<BankStatementLine, 'id' | 'words' | 'account' | 'state'> & {
  proposals: { rightAccount: string | null }[];
  movementProposals: { movement: number }[];
  movement: { movement: number; direction: string } | null;
};

/** Imports one line, and returns it as the screen shows it. */
async function aLine(account: OwnAccount, amount: number, words: string): Promise<Line> {
  const answer = await importing(`Date,Amount,Description\r\n15/11/2026,${amount.toFixed(2)},${words}`, account);
  expect(answer.json(), answer.body).toMatchObject({ newLines: 1 });
  const { items } = await get('/v1/bank-statement-lines?perPage=100');
  return items.find((line: Line) => line.words === words && line.account === account);
}
const lineIs = async (id: number, path: string, body?: object) => {
  const answer = await post(`/v1/bank-statement-lines/${id}/${path}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as Line;
};
const accept = (line: Line, loan: number, more: object = {}) =>
  lineIs(line.id, 'accept', { agreement: { href: `/v1/agreements/${loan}` }, ...more });

async function balances(): Promise<{ trust: number; operating: number; ours: number }> {
  const { trust, operating, ours } = await get('/v1/books/bank-accounts');
  return { trust: trust.balance, operating: operating.balance, ours };
}
/** What changed since, to the cent. */
async function since(before: Awaited<ReturnType<typeof balances>>) {
  const after = await balances();
  const cents = (name: keyof typeof after) => Math.round((after[name] - before[name]) * 100) / 100;
  return [cents('trust'), cents('operating'), cents('ours')];
}
const isRight = async () => expect(await brokenInvariants(fixture.stage.db)).toEqual([]);

describe('the statements of two bank accounts', () => {
  beforeAll(async () => {
    fixture = await startLoanFixture({ env: operatingAccount, now });
  });

  it('say which account they are of, and the same line of the other account is another one', async () => {
    const text = 'Date,Amount,Description\r\n15/11/2026,7.00,INTEREST';
    const refused = await importing(text);
    expect([refused.statusCode, Object.keys(refused.json().validation)]).toEqual([400, ['account']]);
    expect((await importing(text, 'trust')).json()).toMatchObject({ newLines: 1, knownLines: 0 });
    expect((await importing(text, 'operating')).json()).toMatchObject({ newLines: 1, knownLines: 0 });
    expect((await importing(text, 'operating')).json()).toMatchObject({ newLines: 0, knownLines: 1 });
    const { items, hasTwoAccounts } = await get('/v1/bank-statement-lines');
    expect(hasTwoAccounts).toBe(true);
    expect(items.map(({ account }: Line) => account).toSorted()).toEqual(['operating', 'trust']);
  });

  it('have a repayment in the operating account, where it belongs', async () => {
    const loan = await fixture.aDrawnLoan();
    const before = await balances();
    const line = await aLine('operating', 500, `FLOW-AU${loan} REPAYMENT`);
    expect(line.proposals[0]).toMatchObject({ rightAccount: null });
    await accept(line, loan);
    expect(await since(before)).toEqual([0, 500, 0]);
    await isRight();
    await lineIs(line.id, 'undo');
    expect(await since(before)).toEqual([0, 0, 0]);
    await isRight();
  });

  it('say that a repayment came into the trust account, and it is to be moved', async () => {
    const loan = await fixture.aDrawnLoan();
    const before = await balances();
    const line = await aLine('trust', 400, `FLOW-AU${loan} WRONG ACCOUNT`);
    expect(line.proposals[0]).toMatchObject({ rightAccount: 'operating' });
    await accept(line, loan);
    expect(await since(before)).toEqual([400, 0, 400]);
    await isRight();
  });

  it('correct the account of a repayment that was recorded by hand', async () => {
    const loan = await fixture.aDrawnLoan();
    const before = await balances();
    await post(`/v1/agreements/${loan}/repayments`, { amount: 321, date: '2026-11-15' });
    expect(await since(before)).toEqual([0, 321, 0]);
    const inTrust = await aLine('trust', 321, `FLOW-AU${loan} BY HAND`);
    await accept(inTrust, loan, { recorded: 'same' });
    expect(await since(before)).toEqual([321, 0, 321]);
    await lineIs(inTrust.id, 'undo');
    const inOperating = await aLine('operating', 321, `FLOW-AU${loan} BY HAND`);
    await accept(inOperating, loan, { recorded: 'same' });
    expect(await since(before)).toEqual([0, 321, 0]);
    await isRight();
  });

  it('show a movement in both accounts, which the books have once', async () => {
    const before = await balances();
    const out = await aLine('trust', -150, 'TO OPERATING 1');
    const moved = await lineIs(out.id, 'movement', {});
    expect(moved.movement).toMatchObject({ direction: 'to-operating', amount: 150, reference: 'TO OPERATING 1' });
    expect(await since(before)).toEqual([-150, 150, -150]);
    await lineIs(out.id, 'movement', {});
    const into = await aLine('operating', 150, 'FROM TRUST 1');
    expect(into.movementProposals).toEqual([expect.objectContaining({ movement: moved.movement?.movement })]);
    await lineIs(into.id, 'movement', { movement: moved.movement?.movement });
    expect(await since(before)).toEqual([-150, 150, -150]);
    const [shown] = (await get('/v1/books/bank-accounts')).movements;
    expect(shown).toMatchObject({ id: moved.movement?.movement, isOnStatement: true });
    expect((await post(`/v1/books/movements/${shown.id}/undo`)).statusCode).toBe(409);
    await isRight();
    // The line that recorded it cannot go while the other line shows it.
    expect((await post(`/v1/bank-statement-lines/${out.id}/undo`)).statusCode).toBe(409);
    await lineIs(into.id, 'undo');
    await lineIs(out.id, 'undo');
    expect(await since(before)).toEqual([0, 0, 0]);
    await isRight();
  });

  it('match a movement that an admin recorded, once for each account', async () => {
    const { toMove } = await get('/v1/books/bank-accounts');
    const body = { ...toMove, amount: 20, day: '2026-11-14', reference: 'Transfer 20' };
    const [{ id: movement }] = (await post('/v1/books/movements', body)).json().movements;
    const sign = toMove.direction === 'to-operating' ? -1 : 1;
    const line = await aLine('trust', 20 * sign, 'TRANSFER 20');
    expect(line.movementProposals).toMatchObject([{ movement }]);
    await lineIs(line.id, 'movement', { movement });
    const again = await aLine('trust', 20 * sign, 'TRANSFER 20 AGAIN');
    expect(again.movementProposals).toEqual([]);
    expect((await post(`/v1/bank-statement-lines/${again.id}/movement`, { movement })).statusCode).toBe(409);
    await isRight();
  });

  it('have a payout of the card gateway in either account', async () => {
    const before = await balances();
    const line = await aLine('operating', 95, 'CARD PAYOUT');
    await lineIs(line.id, 'payout', { fee: 5 });
    expect(await since(before)).toEqual([0, 95, -100]);
    await isRight();
    await lineIs(line.id, 'undo');
    expect(await since(before)).toEqual([0, 0, 0]);
    await isRight();
  });
});

describe('the statements of one bank account', () => {
  beforeAll(async () => {
    fixture = await startLoanFixture({ now });
  });

  it('are of the trust account, and show no movement', async () => {
    const text = 'Date,Amount,Description\r\n15/11/2026,7.00,INTEREST';
    expect((await importing(text, 'operating')).statusCode).toBe(400);
    expect((await importing(text)).json()).toMatchObject({ newLines: 1 });
    const { items, hasTwoAccounts } = await get('/v1/bank-statement-lines');
    expect([hasTwoAccounts, items[0].account]).toEqual([false, 'trust']);
    expect((await post(`/v1/bank-statement-lines/${items[0].id}/movement`, {})).statusCode).toBe(409);
  });
});
