import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';
import { statementFile } from '../../../test/statement-file.ts';

let stage: Stage;
let fixture: PaymentFixture;
let count = 0;
beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T02:00:00.000Z' });
  fixture = await paymentFixture(stage);
});
afterEach(async () => expect(await brokenInvariants(stage.db)).toEqual([]));

const admin = () => stage.as(fixture.admin.userId);
const linesIn = async (state: string) => (await admin()('GET', `/v1/bank-statement-lines?state=${state}`)).json().items;

/** A statement line that no other test has. */
async function aLine(amount: string, words: string) {
  count += 1;
  const unique = `${words} txn${count}x`;
  const text = `Date,Amount,Description\r\n15/11/2026,${amount},${unique}`;
  expect((await admin()('POST', '/v1/bank-statements', ...statementFile(text))).statusCode).toBe(200);
  return (await linesIn('unmatched')).find((line: { words: string }) => line.words === unique);
}
const accept = (lineId: number, id: number, recorded?: 'same' | 'another') =>
  admin()('POST', `/v1/bank-statement-lines/${lineId}/accept`, {
    agreement: { href: `/v1/agreements/${id}` },
    recorded,
  });
const undo = (lineId: number) => admin()('POST', `/v1/bank-statement-lines/${lineId}/undo`);

/** A campaign with a transfer of this amount that an admin recorded by hand. */
async function recorded(amount: number) {
  const { id } = await fixture.aCampaign();
  const answer = await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(amount, { date: '2026-11-14' }));
  expect(answer.statusCode, answer.body).toBe(200);
  return { id, paymentNumber: answer.json().paymentNumber as string, paymentId: answer.json().id as number };
}

describe('a transfer that was recorded by hand, and its own statement line', () => {
  it('count once: the line is proposed with it, and links to it without moving money', async () => {
    const { id, paymentNumber } = await recorded(4200);
    const before = await fixture.ledgerOf(id);
    const line = await aLine('4200.00', `AU${id}`);
    const held = { paymentNumber, date: '2026-11-14' };
    expect(line.proposals[0]).toMatchObject({ strength: 'strong', outcome: 'paid-already', recorded: held });
    const asked = await accept(line.id, id);
    expect([asked.statusCode, asked.json().type]).toEqual([409, '/problems/recorded-already']);
    const linked = await accept(line.id, id, 'same');
    expect(linked.json()).toMatchObject({ state: 'matched', match: { paymentNumber, isLinked: true } });
    expect((await accept(line.id, id, 'same')).json()).toEqual(linked.json());
    expect(await fixture.ledgerOf(id)).toEqual(before);
    expect(await fixture.items(id, 'payments')).toHaveLength(1);
  });

  it('count once for a part payment, so that the rest stays due', async () => {
    const { id } = await recorded(2100);
    const line = await aLine('2100.00', `AU${id}`);
    expect(line.proposals[0]).toMatchObject({ outcome: 'exact', recorded: { date: '2026-11-14' } });
    expect((await accept(line.id, id)).statusCode).toBe(409);
    expect((await accept(line.id, id, 'same')).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toMatchObject({ bank: 2100, received: -2100, payer: 2100 });
    const second = await aLine('2100.00', `AU${id} rest`);
    expect(second.proposals[0]).toMatchObject({ outcome: 'exact', recorded: null });
    expect((await accept(second.id, id)).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4200, organisation: -4200 });
  });

  it('are proposed together by the payer’s name, although nothing is due', async () => {
    const { id, paymentNumber } = await recorded(4200);
    const named = { firstName: 'Wiremu', surname: 'Tauroa' };
    await stage.db.updateTable('signatories').set(named).where('agreementId', '=', id).execute();
    const line = await aLine('4200.00', 'W TAUROA');
    expect(line.proposals[0]).toMatchObject({ flowNumber: `AU${id}`, recorded: { paymentNumber } });
  });

  it('are two payments if a person says so, and the second is held', async () => {
    const { id } = await recorded(4200);
    const line = await aLine('4200.00', `AU${id}`);
    expect((await accept(line.id, id, 'another')).json()).toMatchObject({ match: { isLinked: false } });
    expect(await fixture.ledgerOf(id)).toMatchObject({ bank: 8400, held: -4200 });
  });

  it('are separated by Undo, which keeps the recorded payment', async () => {
    const { id } = await recorded(4200);
    const line = await aLine('4200.00', `AU${id}`);
    await accept(line.id, id, 'same');
    const answers = await Promise.all([undo(line.id), undo(line.id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await fixture.items(id, 'payments')).map(({ status }: { status: string }) => status)).toEqual(['approved']);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4200, organisation: -4200 });
    expect((await accept(line.id, id, 'same')).statusCode).toBe(200);
  });

  it('are separated when the payment is voided: the line is unmatched, and can be recorded', async () => {
    const { id, paymentId } = await recorded(4200);
    const line = await aLine('4200.00', `AU${id}`);
    await accept(line.id, id, 'same');
    const voided = await admin()('POST', `/v1/payments/${paymentId}/void`, { reason: 'Wrong campaign' });
    expect(voided.statusCode, voided.body).toBe(200);
    expect((await linesIn('unmatched')).map((each: { id: number }) => each.id)).toContain(line.id);
    const gone = await accept(line.id, id, 'same');
    expect([gone.statusCode, gone.json().type]).toEqual([409, '/problems/not-recorded']);
    expect((await accept(line.id, id)).json()).toMatchObject({ match: { isLinked: false } });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4200, organisation: -4200 });
  });
});
