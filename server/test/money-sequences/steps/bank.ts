import { type OwnAccount, ownAccounts } from '@kerb/domain/payments/own-accounts.ts';
import * as fc from 'fast-check';
import type { Answer } from '../ask.ts';
import { type LineFacts, readLines } from '../model.ts';
import { type Arrival, cameInto, exchangePayments, forgetPayment } from '../outside-truth.ts';
import { type ActorName, cents, dollars, today } from '../world.ts';
import { anyShare, shareOf } from './paying.ts';
import { type Draft, nth, place, read, type Scene, type Step, step } from './step.ts';

type Share = Parameters<typeof shareOf>[1];
type Drawn = {
  share: Share;
  shows: 'money that came' | 'money that was recorded' | 'a payout';
  /** Also money that came into the wrong account. */
  account?: OwnAccount;
};

/** Money for this campaign that an admin has recorded, and that is on no statement yet. */
const notOnStatement = ({ world, campaign }: Scene): [number, Arrival] | undefined =>
  [...world.truth.arrivals].find(([, one]) => one.campaign === campaign.id && !one.isOnStatement);

/** A line's words end with the number of its world and of the money, so that the sequence finds both again. */
export async function importLine(scene: Scene, { share, shows, account = 'trust' }: Drawn): Promise<Draft | null> {
  const { world, campaign } = scene;
  const { truth, tenantId, purpose, stage } = world;
  const recorded = shows === 'money that was recorded' ? notOnStatement(scene) : undefined;
  if (shows === 'money that was recorded' && !recorded) return null;
  world.serial += 1;
  const serial = recorded?.[0] ?? world.serial;
  const { dueAmount } = await read<{ dueAmount: number }>(world, `/v1/agreements/${campaign.id}/payment-details`);
  const isPayout = shows === 'a payout';
  const arriving = isPayout ? 250 : shareOf(dueAmount, share);
  const amount = recorded ? dollars(recorded[1].amount) : arriving;
  const flow = `${purpose === 'deposit' ? 'D' : ''}${stage.deps.country.code}${campaign.id}`;
  const words = `${isPayout ? 'CARD SETTLEMENT' : `TRANSFER ${flow}`} W${tenantId}W ${serial}`;
  const unknown = { campaign: campaign.id, amount: cents(amount), paymentId: null, isByHand: false, into: account };
  const came = recorded?.[1] ?? unknown;
  return {
    method: 'POST',
    url: '/v1/bank-statements',
    words: `imports a statement with ${amount}: ${shows}`,
    ...(world.hasTwoAccounts && { account }),
    file: `Date,Amount,Description\r\n${today(world)},${amount.toFixed(2)},${words}\r\n`,
    happened: () => void truth.arrivals.set(serial, { ...came, isOnStatement: true }),
  };
}

type Move = 'accept' | 'payout' | 'undo' | 'ignore' | 'restore';
// biome-ignore format: a table
const fromState: Record<Move, string> = {
  accept: 'unmatched', payout: 'unmatched', undo: 'matched', ignore: 'unmatched', restore: 'ignored',
};

/** What the world outside saw after a move of a line. */
function lineMoved({ world, campaign }: Scene, line: LineFacts, move: Move, answer: Answer): void {
  const { truth } = world;
  if (move === 'payout') truth.payouts.set(line.id, line.amount);
  if (move === 'payout' && line.account === 'operating') truth.operatingPayouts.set(line.id, line.amount);
  if (move === 'undo') {
    truth.payouts.delete(line.id);
    truth.operatingPayouts.delete(line.id);
    if (line.paymentId !== null && !line.isLinked) forgetPayment(truth, line.paymentId);
    if (line.paymentId !== null && line.isLinked) {
      // As if no statement had shown it: the money is where the payer was told to pay.
      const into = world.hasTwoAccounts && line.isRepayment ? 'operating' : 'trust';
      cameInto(truth, line.paymentId, into);
    }
  }
  const arrival = truth.arrivals.get(line.serial);
  if (move !== 'accept' || !arrival) return;
  const { match } = answer.json() as { match: { paymentNumber: string } };
  const paymentId = Number(match.paymentNumber.replace(/\D/g, ''));
  if (arrival.paymentId === null) truth.arrivals.set(line.serial, { ...arrival, campaign: campaign.id, paymentId });
  else exchangePayments(truth, line.serial, paymentId);
  // Only a statement says for certain into which account money came.
  cameInto(truth, paymentId, line.account);
}

export async function moveLine(scene: Scene, { move, at }: { move: Move; at: number }): Promise<Draft | null> {
  const { world, campaign } = scene;
  const lines = await readLines(world);
  const line = nth(lines.filter(({ state }) => state === fromState[move]).toReversed(), at);
  if (!line) return null;
  const arrival = world.truth.arrivals.get(line.serial);
  const isRecorded = arrival?.paymentId != null;
  // The admin who accepts a line knows whether its money was recorded by hand, and for which campaign.
  if (move === 'accept' && isRecorded && arrival.campaign !== campaign.id) return null;
  const body: Partial<Record<Move, object>> = {
    accept: {
      agreement: { href: `/v1/agreements/${campaign.id}` },
      recorded: isRecorded ? 'same' : 'another',
    },
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
    values: fc.record({
      share: anyShare,
      shows: fc.constantFrom<Drawn['shows'][]>(
        ...(['money that came', 'money that came', 'money that was recorded', 'a payout'] as const),
      ),
      account: fc.constantFrom(...ownAccounts),
    }),
    draft: importLine,
  }),
  lineStep('accept a statement line', 4, 'accept'),
  lineStep('match a payout of the gateway', 2, 'payout'),
  lineStep('undo a match', 2, 'undo'),
  lineStep('ignore a statement line', 1, 'ignore'),
  lineStep('restore a statement line', 1, 'restore'),
];
