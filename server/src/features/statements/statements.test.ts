import { randomUUID } from 'node:crypto';
import { idsFor } from '@kerb/server/features/statements/candidates.repository.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { paymentFixture } from '../../../test/payment-fixture.ts';
import { statementFile } from '../../../test/statement-file.ts';

type Line = {
  id: number;
  amount: number;
  state: string;
  words: string;
  match: { flowNumber: string; paymentNumber: string } | null;
  proposals: { flowNumber: string; reasons: string[]; strength: string; outcome: string; left: number }[];
};

let stage: Stage;
let fixture: Awaited<ReturnType<typeof paymentFixture>>;
let admin: Person;
let other: Person;
let count = 0;

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T02:00:00.000Z' });
  fixture = await paymentFixture(stage);
  const build = buildersFor(stage);
  admin = await build.aPerson('admin');
  other = await build.aPerson('admin');
});

const header = 'Date,Amount,Description';
const importing = (...rows: string[]) =>
  stage.as(admin.userId)('POST', '/v1/bank-statements', ...statementFile([header, ...rows].join('\r\n')));
const linesIn = async (state: string): Promise<Line[]> =>
  (await stage.as(admin.userId)('GET', `/v1/bank-statement-lines?state=${state}`)).json().items;
const step = (who: Person, id: number, name: string, body?: object) =>
  stage.as(who.userId)('POST', `/v1/bank-statement-lines/${id}/${name}`, body);
const accept = (who: Person, line: Line, agreementId: number, recorded?: 'same' | 'another') =>
  step(who, line.id, 'accept', { agreement: { href: `/v1/agreements/${agreementId}` }, recorded });

/** A line that no other test has, as it is after the import. */
async function aLine(amount: string, words: string): Promise<Line> {
  count += 1;
  const unique = `${words} txn${count}x`;
  expect((await importing(`15/11/2026,${amount},${unique}`)).statusCode).toBe(200);
  return [...(await linesIn('unmatched')), ...(await linesIn('ignored'))].find((line) => line.words === unique)!;
}

const paymentsOf = (id: number) =>
  stage.db.selectFrom('payments').select(['amount', 'status', 'method']).where('agreementId', '=', id).execute();

describe('importing a statement', () => {
  it('stores each line once, also if statements overlap', async () => {
    const first = await importing('01/11/2026,10.00,A', '01/11/2026,10.00,A', '02/11/2026,-5.00,Fee');
    expect(first.json()).toEqual({ newLines: 3, knownLines: 0, refusedLines: 0, refused: [], known: [] });
    const again = await importing('01/11/2026,10.00,A', '02/11/2026,-5.00,Fee', '01/11/2026,10.00,A', '03/11/2026,1,B');
    expect(again.json()).toMatchObject({ newLines: 1, knownLines: 3, refusedLines: 0, refused: [] });
    expect((await linesIn('unmatched')).some(({ amount }) => amount === -5)).toBe(true);
  });

  it('names the lines that it cannot read, and refuses a file that is not a statement', async () => {
    const read = await importing('31/02/2026,10.00,A', '04/11/2026,ten,B', '04/11/2026,3.00,C');
    expect(read.json()).toMatchObject({
      newLines: 1,
      refused: [
        { line: 2, because: 'This is no date.' },
        { line: 3, because: 'This is no amount to the cent.' },
      ],
    });
    const wrong = await stage.as(admin.userId)('POST', '/v1/bank-statements', ...statementFile('hello'));
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().validation.statement[0].message).toContain('Line 1: no headers of a statement.');
  });
});

describe('the list of lines', () => {
  it('counts each state up to 10,000, and says which has more', async () => {
    const full = await startStage();
    const reader = full.as((await buildersFor(full).aPerson('admin')).userId);
    const text = [header, '01/11/2026,10.00,A', '02/11/2026,-5.00,Fee'].join('\r\n');
    await reader('POST', '/v1/bank-statements', ...statementFile(text));
    const list = async (state: string) => (await reader('GET', `/v1/bank-statement-lines?state=${state}`)).json();
    const fee = (await list('unmatched')).items.find(({ amount }: Line) => amount < 0);
    await reader('POST', `/v1/bank-statement-lines/${fee.id}/ignore`, { reason: 'Fee' });
    const few = await list('ignored');
    expect([few.counts, few.uncounted, few.totalItems]).toEqual([{ unmatched: 1, matched: 0, ignored: 1 }, [], 1]);
    expect(few).not.toHaveProperty('isMore');
    await sql`
      insert into bank_statement_lines
        (statement_id, line_number, date, amount, words, fingerprint, state, ignore_reason, state_date)
      select l.statement_id, n, l.date, l.amount, l.words, decode(md5(n::text), 'hex'), l.state, 'Fee', l.state_date
      from bank_statement_lines l, generate_series(1, 10000) n where l.state = 'ignored'`.execute(full.db);
    const many = await list('ignored');
    expect(many).toMatchObject({ totalItems: 10_000, isMore: true, uncounted: ['ignored'] });
    expect(many.counts).toEqual({ unmatched: 1, matched: 0, ignored: 10_000 });
    expect(await list('unmatched')).not.toHaveProperty('isMore');
  });
});

describe('the sample statement', () => {
  it('has every kind of line, each recognised at import', async () => {
    for (const _ of [1, 2, 3, 4]) await fixture.aCampaign();
    const sample = await stage.as(admin.userId)('GET', '/v1/bank-statements/sample');
    expect(sample.headers['content-disposition']).toContain('Sample-Statement.csv');
    const text = sample.body;
    const read = await stage.as(admin.userId)('POST', '/v1/bank-statements', ...statementFile(text));
    expect(read.json()).toMatchObject({ newLines: 7, knownLines: 0, refusedLines: 0 });
    const words = text
      .split('\r\n')
      .slice(1, 5)
      .map((row: string) => row.split(',')[2]);
    const lines = await linesIn('unmatched');
    const best = words.map((each) => lines.find((line) => line.words === each)?.proposals[0]);
    expect(best.map((each) => each?.outcome)).toEqual(['exact', 'exact', 'part', 'over']);
    expect(best[1]?.reasons).toEqual(['amount', 'name']);
  });

  it('exists only in a sandbox', async () => {
    stage.deps.config.sandbox = false;
    const answer = await stage.as(admin.userId)('GET', '/v1/bank-statements/sample');
    stage.deps.config.sandbox = true;
    expect(answer.statusCode).toBe(404);
  });
});

describe('a statement line', () => {
  it('is proposed for the campaign that it names, and pays it', async () => {
    const { id } = await fixture.aCampaign();
    const line = await aLine('4200.00', `flow au ${id} thanks`);
    expect(line.proposals[0]).toMatchObject({
      flowNumber: `AU${id}`,
      strength: 'strong',
      outcome: 'exact',
      left: 4200,
      reasons: expect.arrayContaining(['reference', 'amount']),
    });
    const answer = await accept(admin, line, id);
    expect(answer.json()).toMatchObject({ state: 'matched', match: { flowNumber: `AU${id}` }, proposals: [] });
    expect(await paymentsOf(id)).toEqual([{ amount: '4200.00', status: 'approved', method: 'direct-deposit' }]);
    const campaign = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(campaign.status).toBe('approved');
  });

  // biome-ignore format: a table
  it.each([
    ['part',         '1000.00', null,        { bank: 1000, held: 0 }    ],
    ['over',         '5000.00', null,        { bank: 5000, held: -800 } ],
    ['paid-already', '4200.00', 'paid',      { bank: 8400, held: -4200 }],
    ['ended',        '4200.00', 'cancelled', { bank: 4200, held: -4200 }],
  ] as const)('has the outcome %s, and the ledger matches', async (outcome, amount, before, expected) => {
    const { id } = await fixture.aCampaign();
    if (before === 'paid') await fixture.pay(admin.userId, id, fixture.byTransfer());
    if (before === 'cancelled') {
      await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    }
    const line = await aLine(amount, `FLOW-AU${id}`);
    expect(line.proposals[0]).toMatchObject({ outcome });
    const recorded = before === 'paid' ? 'another' : undefined;
    expect((await accept(admin, line, id, recorded)).statusCode).toBe(200);
    const ledger = await fixture.ledgerOf(id);
    expect({ bank: ledger.bank, held: ledger.held ?? 0 }).toEqual(expected);
    expect(Object.values(ledger).reduce((sum, each) => sum + each * 100, 0)).toBeCloseTo(0);
  });

  it('pays the invoice of a transfer in part if it is less, and holds what is more for the payer', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    await accept(admin, await aLine('700.00', `FLOW-AU${id}`), id);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 700, received: -700, payer: 3500, billed: -3500 });
    expect(await fixture.items(id, 'invoices')).toMatchObject([{ status: 'issued', amount: 4200, paidAmount: 700 }]);
    const rest = await aLine('3600.00', `FLOW-AU${id}`);
    expect(rest.proposals[0]).toMatchObject({ outcome: 'over', left: 3500 });
    await accept(admin, rest, id);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4300, organisation: -4200, held: -100 });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
    expect((await stage.as(payer)('GET', `/v1/agreements/${id}/money`)).json()).toMatchObject({ due: 0, held: 100 });
  });

  it('for the voided invoice of a campaign that is Pay Later now is held, and can be returned', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    await stage.as(payer)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    const line = await aLine('4200.00', `FLOW-AU${id}`);
    expect(line.proposals[0]).toMatchObject({ outcome: 'not-due', left: 0 });
    expect((await accept(admin, line, id)).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4200, held: -4200 });
    expect(await fixture.items(id, 'invoices')).toMatchObject([{ status: 'voided', paidAmount: 0 }]);
    const returned = { amount: 4200, description: 'Transfer 1' };
    const key = { 'idempotency-key': randomUUID() };
    const path = `/v1/agreements/${id}/return-held-money`;
    expect((await stage.as(admin.userId)('POST', path, returned, key)).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toEqual({});
  });

  it('can be undone: its payment is voided, the ledger is balanced, and it can be matched again', async () => {
    const [first, second] = [await fixture.aCampaign(), await fixture.aCampaign()];
    const line = await aLine('4200.00', `FLOW-AU${first.id}`);
    await accept(admin, line, first.id);
    expect((await step(other, line.id, 'undo')).json()).toMatchObject({ state: 'unmatched', match: null });
    expect(await fixture.ledgerOf(first.id)).toEqual({});
    expect((await step(admin, line.id, 'undo')).json().displayText).toBe('This line is unmatched already.');
    expect((await accept(admin, line, second.id)).json()).toMatchObject({ state: 'matched' });
  });

  it('is unmatched again if its payment is voided on the campaign', async () => {
    const { id } = await fixture.aCampaign();
    const line = await aLine('4200.00', `FLOW-AU${id}`);
    const { match } = (await accept(admin, line, id)).json() as Line;
    await stage.as(admin.userId)('POST', `/v1/payments/${match!.paymentNumber.slice(1)}/void`, { reason: 'Wrong' });
    expect((await linesIn('unmatched')).map((each) => each.id)).toContain(line.id);
  });

  it('can be ignored with a reason, and restored', async () => {
    const line = await aLine('7.00', 'Interest');
    expect((await step(admin, line.id, 'ignore', { reason: ' ' })).statusCode).toBe(400);
    const ignored = await step(admin, line.id, 'ignore', { reason: 'Interest' });
    expect(ignored.json()).toMatchObject({ state: 'ignored', ignoreReason: 'Interest' });
    const { id } = await fixture.aCampaign();
    expect((await accept(admin, line, id)).json().displayText).toBe('This line is ignored already.');
    expect((await step(admin, line.id, 'restore')).json()).toMatchObject({ state: 'unmatched', ignoreReason: null });
  });

  it('can be matched with a payout of the card gateway, once, and undone', async () => {
    const accounts = async () => {
      const { rows } = await sql<{ account: string; balance: string }>`
        select case account when 'trust' then 'bank' else account end as account, sum(amount) as balance
        from ledger_entries where account in ('trust', 'bank', 'gateway') group by 1`.execute(stage.db);
      return {
        bank: 0,
        gateway: 0,
        ...Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)])),
      };
    };
    const { id, payer } = await fixture.aCampaign();
    await fixture.pay(payer, id, await fixture.byCard());
    const before = await accounts();
    const line = await aLine('4200.99', 'CARDS PAYOUT');
    const [once, twice] = [await step(admin, line.id, 'payout'), await step(admin, line.id, 'payout')];
    expect(once.json()).toMatchObject({ state: 'matched', isPayout: true, match: null });
    expect(twice.json()).toEqual(once.json());
    expect((await step(other, line.id, 'payout')).statusCode).toBe(409);
    const after = await accounts();
    expect(after.bank - before.bank).toBeCloseTo(4200.99);
    expect(before.gateway - after.gateway).toBeCloseTo(4200.99);
    expect((await step(other, line.id, 'undo')).json()).toMatchObject({ state: 'unmatched', isPayout: false });
    expect(await accounts()).toEqual(before);
    expect((await step(admin, line.id, 'payout')).json()).toMatchObject({ state: 'matched' });
  });

  it('for outgoing money pays for no campaign', async () => {
    const line = await aLine('-4200.00', 'Batch 12');
    const { id } = await fixture.aCampaign();
    expect(line).toMatchObject({ state: 'unmatched', proposals: [] });
    expect((await accept(admin, line, id)).json().displayText).toBe('This money went out: it pays for no campaign.');
  });

  it('can be matched with a campaign by its Flow No., whatever the line’s text', async () => {
    const { id } = await fixture.aCampaign();
    const line = await aLine('10.00', 'no idea');
    const find = (flowNumber: string) =>
      stage.as(admin.userId)('GET', `/v1/bank-statement-lines/${line.id}/campaign?flowNumber=${flowNumber}`);
    expect((await find(`AU${id}`)).json()).toMatchObject({ flowNumber: `AU${id}`, outcome: 'part', reasons: [] });
    expect((await find(String(id))).statusCode).toBe(200);
    expect((await find('AU99999999')).statusCode).toBe(404);
    expect((await find('')).statusCode).toBe(404);
  });

  it('is proposed by a name that the bank writes without accents', async () => {
    const { id } = await fixture.aCampaign();
    const named = { firstName: 'Aroha', surname: 'O’Ngāta' };
    await stage.db.updateTable('signatories').set(named).where('agreementId', '=', id).execute();
    const line = await aLine('12.34', 'AROHA O NGATA');
    expect(line.proposals).toMatchObject([{ flowNumber: `AU${id}`, reasons: ['name'], outcome: 'part' }]);
  });

  it('is proposed by the rest of an invoice, and by an amount from the campaign’s own terms', async () => {
    const [part, discounted] = [await fixture.aCampaign(), await fixture.aCampaign()];
    await fixture.pay(admin.userId, part.id, fixture.byTransfer(4000.11));
    await stage.db
      .updateTable('campaignFinanceOptions')
      .set({ discount: '200.22' })
      .where('agreementId', '=', discounted.id)
      .where('optionCode', '=', 'pn')
      .execute();
    const flows = ({ proposals }: Line) => proposals.map(({ flowNumber, outcome }) => [flowNumber, outcome]);
    expect(flows(await aLine('199.89', 'rest'))).toEqual([[`AU${part.id}`, 'exact']]);
    expect(flows(await aLine('3999.78', 'less'))).toEqual([[`AU${discounted.id}`, 'exact']]);
  });

  it('is proposed by what is left after a part payment, also if the terms have changed since', async () => {
    const { id } = await fixture.aCampaign();
    await fixture.pay(admin.userId, id, fixture.byTransfer(1000.17));
    await stage.db
      .updateTable('campaignFinanceOptions')
      .set({ discount: '300.03' })
      .where('agreementId', '=', id)
      .where('optionCode', '=', 'pn')
      .execute();
    const { proposals } = await aLine('2899.80', 'rest');
    expect(proposals.map(({ flowNumber, outcome }) => [flowNumber, outcome])).toEqual([[`AU${id}`, 'exact']]);
  });

  // biome-ignore format: a table
  it.each([
    'agreements_owing_budget', 'agreements_owing_fee', 'campaign_books_part_paid', 'campaign_options_with_terms', 'signatories_by_(start_of_)?surname',
  ])('is looked up by an index: %s', async (index) => {
    const plan = await stage.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const query = idsFor([{ amountCents: 420_000, words: 'PAT OBRIEN FLOW-AU10231' }], 'AU');
      const { rows } = await sql<object>`explain ${query}`.execute(tx);
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });
    expect(plan).toMatch(new RegExp(index));
  });

  it('pays once, however many admins accept it at once', async () => {
    const [first, second] = [await fixture.aCampaign(), await fixture.aCampaign()];
    const line = await aLine('4200.00', `FLOW-AU${first.id}`);
    const answers = await Promise.all([
      accept(admin, line, first.id),
      accept(other, line, first.id),
      accept(other, line, second.id),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect([...(await paymentsOf(first.id)), ...(await paymentsOf(second.id))]).toHaveLength(1);
  });

  it('returns the same response to a person who accepts it twice', async () => {
    const { id } = await fixture.aCampaign();
    const line = await aLine('4200.00', `FLOW-AU${id}`);
    const [once, twice] = [await accept(admin, line, id), await accept(admin, line, id)];
    expect(twice.json()).toEqual(once.json());
    expect(await paymentsOf(id)).toHaveLength(1);
  });
});
