import * as fc from 'fast-check';
import type { Answer } from '../ask.ts';
import { type LineFacts, readLines } from '../model.ts';
import { type ActorName, today } from '../world.ts';
import { anyShare, forgetPayment, shareOf } from './paying.ts';
import { type Draft, nth, place, read, type Scene, type Step, step } from './step.ts';

/** A line's words have the number of its world, so that the sequence finds it again. */
async function importLine({ world, campaign }: Scene, { share, isPayout }: { share: Share; isPayout: boolean }) {
  world.serial += 1;
  const { dueAmount } = await read<{ dueAmount: number }>(world, `/v1/agreements/${campaign.id}/payment-details`);
  const amount = isPayout ? 250 : shareOf(dueAmount, share);
  const words = isPayout
    ? `CARD SETTLEMENT W${world.tenantId}W ${world.serial}`
    : `TRANSFER ${world.stage.deps.country.code}${campaign.id} W${world.tenantId}W ${world.serial}`;
  const text = `Date,Amount,Description\r\n${today(world)},${amount.toFixed(2)},${words}\r\n`;
  return {
    method: 'POST' as const,
    url: '/v1/bank-statements',
    words: `imports a statement with ${amount}${isPayout ? ' from the gateway' : ''}`,
    body: { fileName: 'statement.csv', text },
  };
}
type Share = Parameters<typeof shareOf>[1];

type Move = 'accept' | 'payout' | 'undo' | 'ignore' | 'restore';
// biome-ignore format: a table
const fromState: Record<Move, string> = {
  accept: 'unmatched', payout: 'unmatched', undo: 'matched', ignore: 'unmatched', restore: 'ignored',
};

/** What the world outside saw after a move of a line. */
function lineMoved({ world, campaign }: Scene, line: LineFacts, move: Move, answer: Answer): void {
  const { truth } = world;
  if (move === 'payout') truth.payouts.set(line.id, line.amount);
  if (move === 'undo') {
    truth.payouts.delete(line.id);
    if (line.paymentId !== null) forgetPayment(world, line.paymentId);
  }
  if (move !== 'accept') return;
  const { match } = answer.json() as { match: { paymentNumber: string } };
  const paymentId = Number(match.paymentNumber.replace(/\D/g, ''));
  truth.byHand.set(paymentId, { campaign: campaign.id, account: 'bank', amount: line.amount });
}

async function moveLine(scene: Scene, { move, at }: { move: Move; at: number }): Promise<Draft | null> {
  const { world, campaign } = scene;
  const lines = await readLines(world);
  const line = nth(lines.filter(({ state }) => state === fromState[move]).toReversed(), at);
  if (!line) return null;
  const body: Partial<Record<Move, object>> = {
    accept: { agreement: { href: `/v1/agreements/${campaign.id}` } },
    ignore: { reason: 'Not ours' },
  };
  return {
    method: 'POST',
    url: `/v1/bank-statement-lines/${line.id}/${move}`,
    words: `moves the line of ${line.amount / 100} by '${move}'`,
    ...(body[move] && { body: body[move] }),
    happened: (answer) => lineMoved(scene, line, move, answer),
  };
}

const lineStep = (name: string, often: number, move: Move): Step => {
  const usually: ActorName = 'an admin';
  return step({ name, often, usually, values: place.map((at) => ({ move, at })), draft: moveLine });
};

export const bankSteps: readonly Step[] = [
  step({
    name: 'import a bank statement',
    often: 3,
    usually: 'an admin',
    values: fc.record({ share: anyShare, isPayout: fc.nat(5).map((n) => n === 5) }),
    draft: importLine,
  }),
  lineStep('accept a statement line', 4, 'accept'),
  lineStep('match a payout of the gateway', 1, 'payout'),
  lineStep('undo a match', 2, 'undo'),
  lineStep('ignore a statement line', 1, 'ignore'),
  lineStep('restore a statement line', 1, 'restore'),
];
