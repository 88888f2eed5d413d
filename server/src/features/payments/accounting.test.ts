import { randomUUID } from 'node:crypto';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Invoice, ListedPayment, Payment } from '@kerb/domain/payments/payments.contract.ts';
import { accountingColumns } from '@kerb/domain/reports/accounting-columns.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { caughtUp } from '../../../test/caught-up.ts';
import { clientsOn } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { paymentFixture } from '../../../test/payment-fixture.ts';

let stage: Stage;
let fixture: Awaited<ReturnType<typeof paymentFixture>>;

beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
});

type Get = (path: string) => Promise<{ statusCode: number; body: string; headers: object; json: () => unknown }>;
type Page<Item> = { items: Item[]; nextCursor: string; hasMore: boolean };
const asUser =
  (userId: number | null): Get =>
  (path) =>
    stage.as(userId)('GET', path);

/** A copy that another system keeps: it reads a page, then goes on. */
function copyOf<Item extends { id: number }>(get: Get, path: string) {
  const records = new Map<number, Item>();
  let cursor: string | null = null;
  const page = async (): Promise<boolean> => {
    const answer = await get(`${path}?perPage=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { items, nextCursor, hasMore } = answer.json() as Page<Item>;
    for (const item of items) records.set(item.id, item);
    cursor = nextCursor;
    return hasMore;
  };
  const rest = async () => {
    await caughtUp(stage);
    while (await page());
  };
  return { records, page, rest };
}

type Invoiced = Invoice & { taxAmount: number };
const inCents = (dollars: string | number) => Math.round(Number(dollars) * 100);

async function csvOf(get: Get, path: string): Promise<Record<string, string>[]> {
  const answer = await get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return parse(answer.body, { bom: true, columns: true });
}

type Step = { do: 'card' | 'transfer' | 'void' | 'refund' | 'read'; which: number };
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>('card', 'transfer', 'void', 'refund', 'read', 'read'),
    which: fc.nat({ max: 5 }),
  }),
  { minLength: 4, maxLength: 12 },
);

type Known = { invoices: readonly { id: number }[]; payments: readonly ListedPayment[] };

/** The spreadsheets have these records, and their sums are those of the ledger. */
async function addUp(get: Get, tenantId: number, { invoices, payments }: Known): Promise<void> {
  const lines = await csvOf(get, `/v1/exports/invoices?tenantId=${tenantId}`);
  expect(lines.map((line) => Number(line['Invoice No.'])).toSorted()).toEqual(invoices.map(({ id }) => id).toSorted());
  for (const line of lines) {
    const parts = ['Fees without GST', 'GST', 'Amounts free of GST'].map((name) => inCents(line[name] ?? ''));
    expect(parts.reduce((a, b) => a + b)).toBe(inCents(line.Amount ?? ''));
  }
  const paid = await csvOf(get, `/v1/exports/payments?tenantId=${tenantId}`);
  expect(paid).toHaveLength(payments.length);
  const cents = (line: Record<string, string>, name: string) => inCents(line[name] ?? 'none');
  expect(new Map(paid.map((line) => [line['Payment No.'], cents(line, 'Refunded Amount')]))).toEqual(
    new Map(payments.map((each) => [each.paymentNumber, inCents(each.refundedAmount)])),
  );
  for (const line of paid) {
    expect(cents(line, 'Refund Fee within')).toBeLessThanOrEqual(cents(line, 'Refunded Amount'));
    expect(cents(line, 'Refunded Amount')).toBeLessThanOrEqual(cents(line, 'Total Paid'));
  }
  const { rows } = await sql<{ tax: string }>`
    select coalesce(-sum(e.amount), 0) as tax from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id join agreements a on a.id = t.agreement_id
    where a.tenant_id = ${tenantId} and e.account = 'tax'`.execute(stage.db);
  const within = paid.reduce((sum, line) => sum + inCents(line['GST within'] ?? ''), 0);
  expect(within).toBe(inCents(rows[0]?.tax ?? ''));
  for (const line of paid.filter(({ Status }) => Status === 'Voided')) expect(line['GST within']).toBe('0.00');
}

describe('invoices and payments of all campaigns', () => {
  it('are complete and up to date in a copy, and add up in the spreadsheets, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { aCampaign, pay, byCard, byTransfer, admin, agent, tenantId } = await paymentFixture(stage);
        const get = asUser(agent.userId);
        const campaigns = [await aCampaign(), await aCampaign()];
        const copies = {
          invoices: copyOf<Invoiced>(get, '/v1/invoices'),
          payments: copyOf<Payment>(get, '/v1/payments'),
        };
        const ofCampaign = async <Item>(id: number, what: string) =>
          ((await get(`/v1/agreements/${id}/${what}`)).json() as { items: Item[] }).items;
        const refund = (id: number, keepsFee: boolean) => {
          const body = { amount: 150, keepsFee, reason: 'Fewer photos' };
          return stage.as(admin.userId)('POST', `/v1/payments/${id}/refund`, body, { 'idempotency-key': randomUUID() });
        };
        const perCampaign = async <Item>(what: string) => {
          const lists = await Promise.all(campaigns.map(({ id }) => ofCampaign<Item>(id, what)));
          return lists.flat();
        };
        for (const step of taken) {
          const { id, payer } = must(campaigns[step.which % campaigns.length], 'campaign');
          if (step.do === 'card') await pay(payer, id, await byCard());
          else if (step.do === 'transfer') await pay(admin.userId, id, byTransfer(step.which > 2 ? 4_200 : 1_000));
          else if (step.do === 'void') {
            const paid = (await perCampaign<Payment>('payments'))[step.which];
            if (paid) await stage.as(admin.userId)('POST', `/v1/payments/${paid.id}/void`, { reason: 'Twice' });
          } else if (step.do === 'refund') {
            await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
            for (const paid of await ofCampaign<Payment>(id, 'payments')) await refund(paid.id, step.which % 2 === 0);
          } else await Promise.all([copies.invoices.page(), copies.payments.page()]);
        }
        await copies.invoices.rest();
        await copies.payments.rest();
        const invoices = await perCampaign<Invoiced & { mayVoid: boolean }>('invoices');
        const payments = await perCampaign<ListedPayment>('payments');
        const own = invoices.map(
          ({ mayVoid: _, hasUnapprovedPayments: __, directDepositInstructions: ___, ...each }) => ({
            ...each,
            taxAmount: each.lines.reduce((sum, { type, amount }) => sum + (type === 'tax' ? amount : 0), 0),
          }),
        );
        expect(copies.invoices.records).toEqual(new Map(own.map((each) => [each.id, each])));
        const listed = payments.map(({ mayVoid: _, refundableAmount: __, refunds: ___, ...each }) => each);
        expect(copies.payments.records).toEqual(new Map(listed.map((each) => [each.id, each])));

        await addUp(get, tenantId, { invoices: own, payments });
      }),
      { numRuns: 5 },
    );
  }, 120_000);

  it('say what went back of a payment, and the fee that was kept', async () => {
    const { aCampaign, pay, byCard, admin, agent } = await paymentFixture(stage);
    const { id, payer } = await aCampaign();
    const paid = (await pay(payer, id, await byCard())).json();
    const by = stage.as(admin.userId);
    await by('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    const body = { amount: 700, keepsFee: true, reason: 'Fewer photos' };
    await by('POST', `/v1/payments/${paid.id}/refund`, body, { 'idempotency-key': randomUUID() });
    const [line] = await csvOf(asUser(agent.userId), '/v1/exports/payments');
    expect(line).toMatchObject({
      ...{ 'Total Paid': '4263.00', 'Refunded Amount': '700.00', 'Refund Fee within': '25.00', 'GST within': '8.00' },
    });
  });

  it('are of one organisation, and of one agent for an agent', async () => {
    const other = await paymentFixture(stage);
    const { id, payer } = await other.aCampaign();
    expect((await other.pay(payer, id, await other.byCard())).statusCode).toBe(200);
    await caughtUp(stage);
    const read = async (userId: number | null, path: string) => {
      const answer = await asUser(userId)(path);
      return answer.statusCode === 200 ? (answer.json() as Page<{ id: number }>).items.length : answer.statusCode;
    };
    const employee = await buildersFor(stage).aPerson('tenant_user', { tenantId: other.tenantId, as: 'employee' });
    for (const list of ['/v1/invoices', '/v1/payments']) {
      expect(await read(other.agent.userId, list), list).toBeGreaterThan(0);
      expect(await read(fixture.agent.userId, `${list}?tenantId=${other.tenantId}`), list).toBe(404);
      expect(await read(payer, `${list}?tenantId=${other.tenantId}`), list).toBe(404);
      expect(await read(other.admin.userId, list), list).toBe(400);
      expect(await read(other.admin.userId, `${list}?tenantId=${other.tenantId}`), list).toBeGreaterThan(0);
      expect(await read(employee.userId, list), list).toBe(0);
      expect(await read(null, list), list).toBe(401);
    }
    const mine = await csvOf(asUser(fixture.agent.userId), '/v1/exports/payments');
    const theirs = await csvOf(asUser(other.agent.userId), '/v1/exports/payments');
    expect(theirs).toHaveLength(1);
    expect(mine.map((line) => line['Payment No.'])).not.toContain(theirs[0]?.['Payment No.']);
    expect(await csvOf(asUser(employee.userId), '/v1/exports/payments')).toEqual([]);
    const refused = await asUser(payer)('/v1/exports/payments');
    expect(refused.statusCode).toBe(403);
    const foreign = await asUser(fixture.agent.userId)(`/v1/exports/invoices?tenantId=${other.tenantId}`);
    expect(foreign.statusCode).toBe(404);
  });

  it('need both scopes as a spreadsheet, and only one as a list', async () => {
    const clients = clientsOn(stage);
    const { agent, tenantId } = fixture;
    const statusOf = async (scopes: ('payments:read' | 'exports')[], path: string) => {
      const made = await clients.aClient(agent.userId, tenantId, { scopes });
      return (await clients.withToken(await clients.tokenOf(made))('GET', path)).statusCode;
    };
    expect(await statusOf(['payments:read'], '/v1/invoices')).toBe(200);
    expect(await statusOf(['exports'], '/v1/invoices')).toBe(403);
    expect(await statusOf(['payments:read'], '/v1/exports/invoices')).toBe(403);
    expect(await statusOf(['exports'], '/v1/exports/invoices')).toBe(403);
    expect(await statusOf(['payments:read', 'exports'], '/v1/exports/invoices')).toBe(200);
  });

  it('are sent from a day to a day, under the organisation’s name, with the campaign’s reference', async () => {
    const { aCampaign, pay, byCard, agent, tenantId } = await paymentFixture(stage);
    const { id, payer } = await aCampaign();
    await stage.as(agent.userId)('PUT', `/v1/agreements/${id}`, { externalRef: 'CRM-9' });
    await pay(payer, id, await byCard());
    const get = asUser(agent.userId);
    const [line] = await csvOf(get, `/v1/exports/payments?tenantId=${tenantId}`);
    expect(Object.keys(line ?? {})).toEqual(Object.values(accountingColumns.payments).map(({ header }) => header));
    expect(line).toMatchObject({
      'Your Reference': 'CRM-9',
      Kind: 'Pay Upfront',
      Status: 'Approved',
      Method: 'Credit Card',
      'Total Paid': '4263.00',
    });
    const { paymentDate } = ((await get('/v1/payments')).json() as Page<Payment>).items[0] ?? { paymentDate: '' };
    const countOf = async (query: string) => (await csvOf(get, `/v1/exports/payments?${query}`)).length;
    expect(await countOf(`from=${paymentDate}&to=${paymentDate}`)).toBe(1);
    expect(await countOf('to=2020-01-01')).toBe(0);
    expect(await countOf('from=2100-01-01')).toBe(0);
    const named = await get(`/v1/exports/invoices?tenantId=${tenantId}`);
    expect(JSON.stringify(named.headers)).toMatch(/Agency \d+ KerbPay Invoices\.csv/);
    expect((await get('/v1/exports/invoices?from=yesterday')).statusCode).toBe(400);
  });

  it('can be asked for by campaign, in the order of their changes', async () => {
    const { aCampaign, pay, byCard, agent } = await paymentFixture(stage);
    const [one, other] = [await aCampaign(), await aCampaign()];
    await pay(one.payer, one.id, await byCard());
    await pay(other.payer, other.id, await byCard());
    const get = asUser(agent.userId);
    const elsewhere = await paymentFixture(stage);
    await caughtUp(stage);
    for (const list of ['/v1/invoices', '/v1/payments']) {
      const page = (await get(`${list}?agreementId=${one.id}`)).json() as Page<Payment>;
      expect(
        page.items.map(({ agreement }) => agreement),
        list,
      ).toEqual([{ href: `/v1/agreements/${one.id}` }]);
      const rest = (await get(`${list}?agreementId=${one.id}&cursor=${page.nextCursor}`)).json() as Page<Payment>;
      expect(rest.items, list).toEqual([]);
      expect((await get(`${list}?agreementId=${other.id}&cursor=${page.nextCursor}`)).statusCode, list).toBe(400);
      const outside = await asUser(elsewhere.agent.userId)(`${list}?agreementId=${one.id}`);
      expect(outside.statusCode, list).toBe(404);
    }
  });

  it('are read along an index', async () => {
    await sql`set enable_seqscan = off`.execute(stage.db);
    const { rows } = await sql`
      explain select c.record_id from record_changes c
      where c.tenant_id = 1 and c.kind = 'invoice' and (c.changed_xid, c.record_id) > (5::bigint, 0::bigint)
        and c.changed_xid < 900 order by c.changed_xid, c.record_id limit 101`.execute(stage.db);
    await sql`reset enable_seqscan`.execute(stage.db);
    expect(JSON.stringify(rows)).toContain('record_changes_in_order');
    expect(JSON.stringify(rows)).not.toContain('Sort');
  });
});
