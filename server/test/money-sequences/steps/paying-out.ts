import * as fc from 'fast-check';
import type { Answer } from '../ask.ts';
import { type BatchFacts, readBatches } from '../model.ts';
import { readBankFile } from '../outside-truth.ts';
import { cents, today, userOf, type World } from '../world.ts';
import { type Draft, newKey, nothing, nth, read, type Scene, type Step, step } from './step.ts';

/** The bank pays by the file that it was given. */
export async function bankPays(world: World, { id }: BatchFacts): Promise<void> {
  const asAdmin = world.stage.as(userOf(world, 'an admin', 0));
  const { body } = await asAdmin('GET', `/v1/batch-payments/${id}/file`);
  world.truth.transfers.set(id, readBankFile(body));
}

// biome-ignore format: a table
const moves = {
  approve:            { from: ['waiting-approval'],             body: undefined },
  'mark-processing':  { from: ['approved'],                     body: undefined },
  'mark-transferred': { from: ['processing'],                   body: undefined },
  discard:            { from: ['waiting-approval', 'approved'], body: { reason: 'Wrong week' } },
} as const;
type Move = keyof typeof moves;

/** A batch that can make the move; seldom another, which refuses. */
async function moveBatch({ world }: Scene, { move, at, isAny }: { move: Move; at: number; isAny: boolean }) {
  const { from, body } = moves[move];
  const batches = (await readBatches(world)).toReversed();
  const fitting = batches.filter(({ status }) => (from as readonly string[]).includes(status));
  const batch = nth(isAny ? batches : fitting, at);
  if (!batch) return null;
  const isPaying = move === 'mark-transferred';
  return {
    method: 'POST' as const,
    url: `/v1/batch-payments/${batch.id}/${move}`,
    words: `moves the batch of ${batch.total / 100} by '${move}'`,
    ...(body && { body }),
    ...(isPaying && { happened: (_: Answer) => bankPays(world, batch) }),
  };
}

/** Somebody has the file then, so two people are needed to discard the batch. */
export async function downloadFile({ world }: Scene): Promise<Draft | null> {
  const batch = (await readBatches(world)).findLast(({ status }) => status === 'approved');
  if (!batch) return null;
  return { method: 'GET', url: `/v1/batch-payments/${batch.id}/file`, words: 'downloads the file of a batch' };
}

type Acts = { items: { id: number; kind: string; outcome: string | null }[] };

/** Another person confirms or refuses what waits: discarding a batch whose file was downloaded, or a write-off. */
export async function decideAct({ world }: Scene, how: 'confirm' | 'refuse'): Promise<Draft | null> {
  const { items } = await read<Acts>(world, '/v1/pending-acts');
  const act = items.find(({ kind, outcome }) => ['discard-batch', 'write-off'].includes(kind) && outcome === null);
  if (!act) return null;
  return {
    method: 'POST',
    url: `/v1/pending-acts/${act.id}/${how}`,
    words: `${how}s the request '${act.kind}'`,
    body: { note: 'Checked it with the person who asked.' },
  };
}

/** An admin has paid the organisation without a batch, for a campaign with Fund Manually. */
function recordTransfer({ world, campaign }: Scene): Draft {
  const key = newKey();
  return {
    method: 'POST',
    url: `/v1/agreements/${campaign.id}/record-transfer`,
    key,
    words: 'records a transfer by hand',
    body: { date: today(world), description: 'Paid by hand' },
    happened: (answer) => {
      const amount = cents(Number(answer.json().amount));
      world.truth.manualTransfers.set(key, { campaign: campaign.id, amount });
    },
  };
}

const anyMove = (move: Move) =>
  fc.record({ move: fc.constant(move), at: fc.nat(2), isAny: fc.nat(9).map((n) => n === 9) });

export const payingOutSteps: readonly Step[] = [
  step({
    name: 'make a batch',
    often: 5,
    usually: 'an admin',
    values: fc.nat(9).map((n) => n < 8),
    draft: ({ world }, includesToCome) => ({
      method: 'POST',
      url: '/v1/batch-payments',
      key: newKey(),
      words: `makes a batch${includesToCome ? ' of all funds' : ''}`,
      body: { tenants: [{ href: `/v1/tenants/${world.tenantId}` }], includesToCome },
    }),
  }),
  step({
    name: 'approve a batch',
    often: 5,
    usually: 'a second admin',
    values: anyMove('approve'),
    draft: moveBatch,
  }),
  step({
    name: 'give a batch to the bank',
    often: 4,
    usually: 'an admin',
    values: anyMove('mark-processing'),
    draft: moveBatch,
  }),
  step({
    name: 'mark a batch as transferred',
    often: 4,
    usually: 'an admin',
    values: anyMove('mark-transferred'),
    draft: moveBatch,
  }),
  step({ name: 'record a transfer', often: 2, usually: 'an admin', values: nothing, draft: recordTransfer }),
  step({ name: 'discard a batch', often: 2, usually: 'an admin', values: anyMove('discard'), draft: moveBatch }),
  step({ name: 'download a file', often: 2, usually: 'an admin', values: nothing, draft: downloadFile }),
  step({
    name: 'decide an act',
    often: 2,
    usually: 'a second admin',
    values: fc.constantFrom('confirm' as const, 'confirm' as const, 'refuse' as const),
    draft: decideAct,
  }),
];
