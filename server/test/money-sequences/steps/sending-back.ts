import * as fc from 'fast-check';
import { sql } from 'kysely';
import { statementFile } from '../../statement-file.ts';
import { readBatches } from '../model.ts';
import { cents, dollars, today, userOf, type World } from '../world.ts';
import { bankPays } from './paying-out.ts';
import { type Draft, nth, place, type Scene, type Step, step } from './step.ts';

type Item = { batchId: number; status: string; agreementId: number; amount: string; isBounced: boolean };

/** The payments of this world's batches that the bank has, or had. */
async function itemsAtBank({ stage, tenantId }: World): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.batch_id, b.status, i.agreement_id, i.amount, i.returned_date is not null as is_bounced
    from batch_items i join batches b on b.id = i.batch_id
    where i.tenant_id = ${tenantId} and b.status in ('processing', 'transferred') order by 1 desc, 3`.execute(stage.db);
  return rows;
}

const keyOf = ({ batchId, agreementId }: Item) => `${batchId} ${agreementId}`;

/** The bank sent the payment back, whether an admin says so or a statement shows it. It does that once. */
const cameBack = ({ truth }: World, item: Item) =>
  truth.bounces.set(keyOf(item), { campaign: item.agreementId, amount: cents(item.amount) });

/** A payment that came back; seldom one that cannot, which is refused. */
export async function bounceItem({ world }: Scene, { at, isAny }: { at: number; isAny: boolean }) {
  const items = await itemsAtBank(world);
  const item = nth(isAny ? items : items.filter((one) => one.status === 'transferred' && !one.isBounced), at);
  if (!item) return null;
  return {
    method: 'POST' as const,
    url: `/v1/batch-payments/${item.batchId}/bounce`,
    words: `records that the bank sent back ${item.amount} of batch ${item.batchId}`,
    body: { agreement: { href: `/v1/agreements/${item.agreementId}` }, reason: 'The account is closed' },
    happened: () => void cameBack(world, item),
  };
}

const linesOf = async ({ stage }: World, words: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from bank_statement_lines where words = ${words} and state = 'unmatched'`.execute(stage.db);
  return rows[0]?.id;
};

async function importOne(world: World, amount: number, words: string): Promise<void> {
  const text = `Date,Amount,Description\r\n${today(world)},${amount.toFixed(2)},${words}\r\n`;
  const asAdmin = world.stage.as(userOf(world, 'an admin', 0));
  const account = world.hasTwoAccounts ? 'trust' : undefined;
  await asAdmin('POST', '/v1/bank-statements', ...statementFile(text, undefined, account));
}

/** A statement shows a payment that came back, and an admin matches it. */
async function bounceByLine({ world }: Scene, at: number): Promise<Draft | null> {
  const item = nth(
    (await itemsAtBank(world)).filter((one) => one.status === 'transferred'),
    at,
  );
  if (!item) return null;
  const words = `RETURNED ${keyOf(item)} T${world.tenantId}`;
  await importOne(world, Number(item.amount), words);
  const id = await linesOf(world, words);
  if (id === undefined) return null;
  return {
    method: 'POST',
    url: `/v1/bank-statement-lines/${id}/bounce`,
    words: `matches a line with the payment of ${item.amount} that came back of batch ${item.batchId}`,
    body: {
      batch: { href: `/v1/batch-payments/${item.batchId}` },
      agreement: { href: `/v1/agreements/${item.agreementId}` },
    },
    happened: () => void cameBack(world, item),
  };
}

/** A statement shows that the bank has paid a batch, and an admin matches it. */
export async function transferByLine({ world }: Scene, at: number): Promise<Draft | null> {
  const atBank = (await readBatches(world)).filter(({ status }) => status === 'processing' || status === 'transferred');
  const batch = nth(atBank.toReversed(), at);
  if (!batch) return null;
  const words = `BULK PAYMENT ${batch.id} T${world.tenantId}`;
  await importOne(world, -dollars(batch.total), words);
  const id = await linesOf(world, words);
  if (id === undefined) return null;
  return {
    method: 'POST',
    url: `/v1/bank-statement-lines/${id}/transfer`,
    words: `matches a line with batch ${batch.id}`,
    body: { batch: { href: `/v1/batch-payments/${batch.id}` } },
    happened: () => bankPays(world, batch),
  };
}

export const sendingBackSteps: readonly Step[] = [
  step({
    name: 'a payment that the bank sends back',
    often: 3,
    usually: 'an admin',
    values: fc.record({ at: fc.nat(3), isAny: fc.nat(9).map((n) => n === 9) }),
    draft: bounceItem,
  }),
  step({
    name: 'a line of a payment that came back',
    often: 2,
    usually: 'an admin',
    values: place,
    draft: bounceByLine,
  }),
  step({ name: 'a line of a batch', often: 2, usually: 'an admin', values: place, draft: transferByLine }),
];
