import { randomUUID } from 'node:crypto';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import type { remittanceEndpoints } from '@kerb/domain/batches/remittances.contract.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { caughtUp } from '../../../test/caught-up.ts';
import { clientsOn } from '../../../test/clients.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { paymentFixture } from '../../../test/payment-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { everyStatement } from '../../../test/record-statements.ts';
import { onPostgres } from '../../../test/test-database.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;
type Months = z.input<typeof remittanceEndpoints.remittances.response>;
type Line = Record<string, string>;

let stage: Stage;
let funds: FundsFixture;
let second: Person;

beforeAll(async () => {
  stage = await startStage({ now: '2026-10-28T02:00:00.000Z' });
  funds = await fundsFixture(stage);
  second = await funds.build.aPerson('admin');
});

const at = (day: string) => `${day}T02:00:00.000Z`;
const [october, november, december] = ['2026-10-28', '2026-11-04', '2026-12-02'];
const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };
const cents = (dollars: string | number) => Math.round(Number(dollars) * 100);
const total = (lines: readonly Line[], column = 'Amount Paid') =>
  lines.reduce((sum, line) => sum + cents(line[column] ?? ''), 0);

async function anOrganisation() {
  const tenantId = await funds.build.aTenant();
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  const manager = await funds.build.aPerson('tenant_user', { tenantId, as: 'manager' });
  return { tenantId, manager };
}

const post = (by: Person, path: string, body: object) =>
  stage.as(by.userId)('POST', path, body, { 'idempotency-key': randomUUID() });

async function make(tenantId: number): Promise<Batch | null> {
  const tenants = [{ href: `/v1/tenants/${tenantId}` }];
  const answer = await post(funds.admin, '/v1/batch-payments', { tenants, includesToCome: true });
  return answer.statusCode === 201 ? answer.json() : null;
}
const move = (batch: Batch, name: string, body: object = {}) =>
  post(second, `/v1/batch-payments/${batch.id}/${name}`, body);
async function transferred(tenantId: number): Promise<Batch | null> {
  const batch = await make(tenantId);
  if (!batch) return null;
  for (const name of ['approve', 'mark-processing', 'mark-transferred']) {
    const answer = await move(batch, name);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return batch;
}
const bounce = (batch: Batch, agreement: string) =>
  move(batch, 'bounce', { agreement: { href: agreement }, reason: 'Account closed' });
const record = (id: number, date: string) =>
  post(funds.admin, `/v1/agreements/${id}/record-transfer`, { date, description: 'Reference 778' });

const get = (by: Person, path: string) => stage.as(by.userId)('GET', path);
async function csvOf(by: Person, query: string): Promise<Line[]> {
  await stage.db.deleteFrom('throttles').execute();
  const answer = await get(by, `/v1/exports/remittances?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return parse(answer.body, { bom: true, columns: true });
}
const monthsOf = async (by: Person, tenantId: number): Promise<Months['items']> =>
  (await get(by, `/v1/remittances?tenantId=${tenantId}`)).json().items;

/** An organisation that was paid for an invoice and a loan in November. The payment of the invoice came back later. */
async function aPaidOrganisation() {
  const { tenantId, manager } = await anOrganisation();
  const invoiced = await funds.aPaid(tenantId, { at: at(october) });
  const lent = await funds.aLent(tenantId, { at: at(october) });
  const batch = must(await funds.during(at(november), () => transferred(tenantId)), 'batch');
  await funds.during(at(december), () => bounce(batch, `/v1/agreements/${invoiced}`));
  return { tenantId, manager, invoiced, lent, batch };
}

describe('the remittance advice of a batch', () => {
  it('names each campaign, what it was paid for, the account without its number, and what came back', async () => {
    const { tenantId, manager, invoiced, lent, batch } = await aPaidOrganisation();
    const lines = await csvOf(manager, `tenantId=${tenantId}&batch=${batch.id}`);
    expect(
      lines.map((line) => [line.Date, line.Payment, line['Flow No.'], line.For, line['Amount Paid'], line.Note]),
    ).toEqual([
      ['04/11/2026', 'Paid', `AU${invoiced}`, 'Invoice', '4200.00', ''],
      ['04/11/2026', 'Paid', `AU${lent}`, 'Loan drawdown', '4200.00', ''],
      ['02/12/2026', 'Sent back by the bank', `AU${invoiced}`, 'Invoice', '-4200.00', 'Account closed'],
    ]);
    expect(lines.map((line) => line['Paid Into'])).toEqual(Array(3).fill('Harbour Trust •••678'));
    expect(lines[0]?.['Invoice No.']).toMatch(/^\d+$/);
    expect(JSON.stringify(lines)).not.toContain('12345678');
  });

  it('is a PDF with the same figures', async () => {
    const { tenantId, manager, invoiced, lent, batch } = await aPaidOrganisation();
    const answer = await get(manager, `/v1/exports/remittances/pdf?tenantId=${tenantId}&batch=${batch.id}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toContain(`Batch ${batch.id}.pdf`);
    const text = pdfText(answer.rawPayload);
    for (const words of [
      ...['Remittance Advice', `Batch payment ${batch.id}`, '4 November 2026', 'Harbour Trust •••678'],
      ...[`AU${invoiced}`, `AU${lent}`, 'Loan drawdown', 'Sent back by the bank', 'Account closed'],
      ...['$8,400.00', '-$4,200.00', 'Total $4,200.00'],
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('12345678');
  });

  it('has the fees and the GST that were held back of what the payer paid', async () => {
    const cards = await paymentFixture(stage);
    await stage.db.updateTable('tenants').set(account).where('id', '=', cards.tenantId).execute();
    const { id, payer } = await cards.aCampaign();
    const paid = await cards.pay(payer, id, await cards.byCard());
    expect(paid.statusCode, paid.body).toBe(200);
    const batch = must(await transferred(cards.tenantId), 'batch');
    const lines = await csvOf(funds.admin, `tenantId=${cards.tenantId}&batch=${batch.id}`);
    const [gross, fees, tax, amount] = ['Gross', 'Fees without GST', 'GST', 'Amount Paid'].map((name) =>
      total(lines, name),
    ) as [number, number, number, number];
    const { amount: budget, surcharge } = paid.json();
    expect([gross, amount]).toEqual([cents(budget + surcharge), 420_000]);
    expect([fees > 0, tax > 0, gross - fees - tax]).toEqual([true, true, amount]);
  });

  it('exists once the batch is transferred', async () => {
    const { tenantId, manager } = await anOrganisation();
    await funds.aPaid(tenantId);
    const batch = must(await make(tenantId), 'batch');
    const query = `tenantId=${tenantId}&batch=${batch.id}`;
    expect((await get(manager, `/v1/exports/remittances/pdf?${query}`)).statusCode).toBe(404);
    for (const name of ['approve', 'mark-processing', 'mark-transferred']) await move(batch, name);
    expect((await get(manager, `/v1/exports/remittances/pdf?${query}`)).statusCode).toBe(200);
  });
});

describe('the remittance advice of a month', () => {
  it('has what was paid in it, also by hand, and takes off what came back in it', async () => {
    const { tenantId, manager, batch } = await aPaidOrganisation();
    const byHand = await funds.aPaid(tenantId, { at: at(december), fundManually: true, campaignBudget: '1234.50' });
    const recorded = await funds.during(at(december), () => record(byHand, december));
    expect(recorded.statusCode, recorded.body).toBe(200);
    expect(total(await csvOf(manager, `tenantId=${tenantId}&month=2026-11`))).toBe(840_000);
    const lines = await csvOf(manager, `tenantId=${tenantId}&month=2026-12`);
    expect(lines.map((line) => [line['Amount Paid'], line['Paid Into'], line.Note])).toEqual([
      ['-4200.00', 'Harbour Trust •••678', 'Account closed'],
      ['1234.50', '', 'Reference 778'],
    ]);
    expect(await csvOf(manager, `tenantId=${tenantId}&month=2026-10`)).toEqual([]);
    expect(await monthsOf(manager, tenantId)).toEqual([
      { month: '2026-12', paid: 1234.5, returned: 4200, amount: -2965.5, batches: [] },
      {
        ...{ month: '2026-11', paid: 8400, returned: 0, amount: 8400 },
        batches: [{ batch: batch.id, date: '2026-11-04', paid: 8400, returned: 4200, amount: 4200 }],
      },
    ]);
    const pdf = await get(manager, `/v1/exports/remittances/pdf?tenantId=${tenantId}&month=2026-12`);
    const text = pdfText(pdf.rawPayload);
    for (const words of ['Month December 2026', '-$4,200.00', '$1,234.50', 'Total -$2,965.50']) {
      expect(text).toContain(words);
    }
  });

  it('needs a month or a batch, and not both', async () => {
    const { tenantId, manager } = await anOrganisation();
    for (const query of ['', '&month=2026-11&batch=1', '&month=2026-13', '&month=November']) {
      const answer = await get(manager, `/v1/exports/remittances?tenantId=${tenantId}${query}`);
      expect([answer.statusCode, Object.keys(answer.json().validation)], query).toEqual([400, ['month']]);
    }
  });

  it('is listed in pages of twelve months', async () => {
    const { tenantId, manager } = await anOrganisation();
    await funds.aPaid(tenantId);
    await transferred(tenantId);
    const page = async (before: string) => (await get(manager, `/v1/remittances?tenantId=${tenantId}${before}`)).json();
    expect(await page('&before=2026-10')).toEqual({ items: [], isMore: false });
    expect((await page('')).items.map(({ month }: { month: string }) => month)).toEqual(['2026-10']);
  });
});

describe('the months in the order of their changes', () => {
  it('come again if a payment comes back: its own month, and that of its batch', async () => {
    const { tenantId, manager } = await anOrganisation();
    const copy = copyOf(tenantId, manager);
    const invoiced = await funds.aPaid(tenantId, { at: at(october) });
    const batch = must(await funds.during(at(november), () => transferred(tenantId)), 'batch');
    await caughtUp(stage);
    expect(await copy.read()).toEqual(['2026-11']);
    expect(await copy.read()).toEqual([]);
    await funds.during(at(december), () => bounce(batch, `/v1/agreements/${invoiced}`));
    await caughtUp(stage);
    expect((await copy.read()).toSorted()).toEqual(['2026-11', '2026-12']);
    expect(copy.all()).toEqual(await monthsOf(manager, tenantId));
  });

  it('are not skipped by a reader while the transaction of a payment is open', async () => {
    // The embedded engine has one connection, so no transaction can stay open beside others.
    if (!onPostgres) return;
    const { tenantId, manager } = await anOrganisation();
    const late = await funds.aPaid(tenantId, { at: at(october), fundManually: true });
    await funds.aPaid(tenantId, { at: at(october) });
    const copy = copyOf(tenantId, manager);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const open = stage.db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
      begin();
      await released;
    });
    await begun;
    await funds.during(at(november), () => transferred(tenantId));
    expect(await copy.read()).toEqual([]);
    release();
    await open;
    await funds.during(at(december), () => record(late, december));
    await caughtUp(stage);
    expect((await copy.read()).toSorted()).toEqual(['2026-11', '2026-12']);
  });

  it('take no other filter, and no cursor of another organisation', async () => {
    const [one, two] = [await anOrganisation(), await anOrganisation()];
    const since = 'updatedSince=2020-01-01T00:00:00.000Z';
    const { nextCursor } = (await get(one.manager, `/v1/remittances?tenantId=${one.tenantId}&${since}`)).json();
    const statusOf = async (by: Person, query: string) => (await get(by, `/v1/remittances?${query}`)).statusCode;
    expect(await statusOf(one.manager, `tenantId=${one.tenantId}&before=2026-11&${since}`)).toBe(400);
    expect(await statusOf(two.manager, `tenantId=${two.tenantId}&cursor=${nextCursor}`)).toBe(400);
    expect(await statusOf(two.manager, `tenantId=${one.tenantId}&${since}`)).toBe(404);
  });
});

describe('who reads a remittance advice', () => {
  const paths = (tenantId: number, batch: Batch) => [
    `/v1/remittances?tenantId=${tenantId}`,
    ...['', '/pdf'].flatMap((ending) => [
      `/v1/exports/remittances${ending}?tenantId=${tenantId}&month=2026-11`,
      `/v1/exports/remittances${ending}?tenantId=${tenantId}&batch=${batch.id}`,
    ]),
  ];
  const statusesOf = async (by: Person, asked: readonly string[]) => {
    const statuses: number[] = [];
    for (const path of asked) statuses.push((await get(by, path)).statusCode);
    return [...new Set(statuses)];
  };

  it('is an admin and a manager of the organisation, and nobody else', async () => {
    const { tenantId, manager, batch } = await aPaidOrganisation();
    const other = await anOrganisation();
    const employee = await funds.build.aPerson('tenant_user', { tenantId, as: 'employee' });
    expect(await statusesOf(funds.admin, paths(tenantId, batch))).toEqual([200]);
    expect(await statusesOf(manager, paths(tenantId, batch))).toEqual([200]);
    expect(await statusesOf(other.manager, paths(tenantId, batch))).toEqual([404]);
    expect(await statusesOf(employee, paths(tenantId, batch))).toEqual([403]);
  });

  it('is not another organisation that the same batch paid', async () => {
    const [one, two] = [await anOrganisation(), await anOrganisation()];
    const ids = [await funds.aPaid(one.tenantId), await funds.aPaid(two.tenantId)];
    const tenants = [one, two].map(({ tenantId }) => ({ href: `/v1/tenants/${tenantId}` }));
    const batch: Batch = (await post(funds.admin, '/v1/batch-payments', { tenants, includesToCome: true })).json();
    for (const name of ['approve', 'mark-processing', 'mark-transferred']) await move(batch, name);
    for (const [place, { tenantId, manager }] of [one, two].entries()) {
      const lines = await csvOf(manager, `tenantId=${tenantId}&batch=${batch.id}`);
      expect(lines.map((line) => line['Flow No.'])).toEqual([`AU${ids[place]}`]);
    }
  });

  it('is a program of the organisation with both scopes', async () => {
    const { tenantId, manager } = await aPaidOrganisation();
    const clients = clientsOn(stage);
    const statusOf = async (scopes: ('payments:read' | 'exports')[], path: string) => {
      const client = await clients.aClient(manager.userId, tenantId, { scopes });
      return (await clients.withToken(await clients.tokenOf(client))('GET', path)).statusCode;
    };
    const path = `/v1/exports/remittances?tenantId=${tenantId}&month=2026-11`;
    expect(await statusOf(['payments:read'], path)).toBe(403);
    expect(await statusOf(['exports'], path)).toBe(403);
    expect(await statusOf(['payments:read', 'exports'], path)).toBe(200);
  });
});

type Step = { do: 'paid' | 'lent' | 'hand' | 'batch' | 'discard' | 'bounce'; which: number; days: number };
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>('paid', 'lent', 'hand', 'batch', 'batch', 'discard', 'bounce', 'bounce'),
    which: fc.nat({ max: 5 }),
    days: fc.nat({ max: 12 }),
  }),
  { minLength: 4, maxLength: 12 },
);

/** What the ledger paid to an organisation, by month, read without the code of the advices. */
async function paidByLedger(tenantId: number) {
  const { rows } = await sql<{ month: string; amount: string; lent: string }>`
    select to_char(t.book_day, 'YYYY-MM') as month, -sum(e.amount) filter (where e.account in ('bank', 'trust')) as amount,
      coalesce(sum(e.amount) filter (where e.account = 'loans'), 0) as lent
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join agreements a on a.id = t.agreement_id
    where a.tenant_id = ${tenantId} and t.event in ('transfer', 'bounce') group by 1 order by 1 desc`.execute(stage.db);
  return rows.map(({ month, amount, lent }) => ({ month, amount: cents(amount), lent: cents(lent) }));
}

type Item = { batch: Batch; agreement: string };
type World = { tenantId: number; manager: Person; paid: Item[] };

/** A copy that another system keeps: each reading takes what changed since the one before. */
function copyOf(tenantId: number, manager: Person) {
  const months = new Map<string, Months['items'][number]>();
  let asked = 'updatedSince=2020-01-01T00:00:00.000Z';
  return {
    read: async (): Promise<string[]> => {
      const changed: string[] = [];
      for (let hasMore = true; hasMore; ) {
        const answer = await get(manager, `/v1/remittances?tenantId=${tenantId}&${asked}`);
        expect(answer.statusCode, answer.body).toBe(200);
        const page: Months = answer.json();
        for (const each of page.items) months.set(each.month, each);
        changed.push(...page.items.map(({ month }) => month));
        [asked, hasMore] = [`cursor=${page.nextCursor}`, page.hasMore === true];
      }
      return changed;
    },
    all: () => [...months.values()].toSorted((a, b) => (a.month < b.month ? 1 : -1)),
  };
}

async function take({ tenantId, paid }: World, step: Step, day: string): Promise<void> {
  const terms = { at: at(day), campaignBudget: `${1000 + step.which}.25` };
  if (step.do === 'paid') await funds.aPaid(tenantId, terms);
  else if (step.do === 'lent') await funds.aLent(tenantId, terms);
  else if (step.do === 'hand') await record(await funds.aPaid(tenantId, { ...terms, fundManually: true }), day);
  else if (step.do === 'batch') {
    const batch = await transferred(tenantId);
    if (batch) paid.push(...batch.items.map(({ agreement }) => ({ batch, agreement: agreement.href })));
  } else if (step.do === 'discard') {
    const batch = await make(tenantId);
    if (batch && step.which > 2) await move(batch, 'approve');
    if (batch) await move(batch, 'discard', { reason: 'Wrong week' });
  } else {
    const [back] = paid.splice(step.which % Math.max(paid.length, 1), 1);
    if (back) expect((await bounce(back.batch, back.agreement)).statusCode).toBe(200);
  }
}

async function expectToAddUp({ tenantId, manager }: World): Promise<void> {
  const expected = await paidByLedger(tenantId);
  const found: typeof expected = [];
  const all: Line[] = [];
  for (const { month } of expected) {
    const lines = await csvOf(manager, `tenantId=${tenantId}&month=${month}`);
    found.push({ month, amount: total(lines), lent: total(lines.filter((line) => line.For === 'Loan drawdown')) });
    all.push(...lines);
  }
  expect(found).toEqual(expected);
  expect(total(all, 'Gross')).toBe(total(all) + total(all, 'Fees without GST') + total(all, 'GST'));
  expect(all.filter((line) => line.For === 'Carried over')).toEqual([]);
  const months = await monthsOf(manager, tenantId);
  const listed = months.map(({ month, amount }) => [month, cents(amount)]);
  expect(listed).toEqual(expected.map(({ month, amount }) => [month, amount]));
  const batches = months.flatMap((each) => each.batches);
  for (const { batch, amount } of batches) {
    expect(total(await csvOf(manager, `tenantId=${tenantId}&batch=${batch}`))).toBe(cents(amount));
  }
  const byBatch = all.filter((line) => line['Batch No.'] !== '');
  expect(batches.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(total(byBatch));
}

describe('the advices of an organisation', () => {
  const timeout = 240_000;
  it('add up to what the ledger paid in each month, whatever is paid, discarded and sent back', {
    timeout,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const world: World = { ...(await anOrganisation()), paid: [] };
        const copy = copyOf(world.tenantId, world.manager);
        let day = Temporal.PlainDate.from(october);
        for (const step of taken) {
          day = day.add({ days: step.days });
          await funds.during(at(day.toString()), () => take(world, step, day.toString()));
          if (step.which % 2 === 0) await copy.read();
        }
        await expectToAddUp(world);
        await caughtUp(stage);
        await copy.read();
        expect(copy.all()).toEqual(await monthsOf(world.manager, world.tenantId));
      }),
      { numRuns: 12 },
    );
  });

  it('find the payments of an organisation by an index', async () => {
    // The embedded engine has no such plans.
    if (!onPostgres) return;
    const { tenantId, manager } = await anOrganisation();
    const statements = await everyStatement(async () => {
      await monthsOf(manager, tenantId);
      await csvOf(manager, `tenantId=${tenantId}&month=2026-11`);
    });
    const read = statements.filter(({ text }) => text.includes('ledger_transactions t'));
    expect(read).toHaveLength(2);
    const client = await must(stage.database.pool, 'pool').connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      await client.query('set local enable_hashjoin = off');
      for (const { text, values } of read) {
        const { rows } = await client.query(`explain (format json) ${text}`, values);
        expect(JSON.stringify(rows)).toContain('ledger_paid_out');
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
