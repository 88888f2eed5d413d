import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { Answer } from '../ask.ts';
import { forgetPayment, recordArrival } from '../outside-truth.ts';
import { cents, dollars, today, type World } from '../world.ts';
import { anyShare, shareOf } from './paying.ts';
import { type Draft, newKey, nothing, read, type Scene, type Step, step } from './step.ts';

type Share = typeof anyShare extends fc.Arbitrary<infer One> ? One : never;
export type Repaid = { share: Share | 'all but 50 cents'; method: 'direct-deposit' | 'manual'; daysAgo: number };
type Account = { owed: number; writtenOff: number; repayments: { id: number; amount: number }[]; mayRecord: boolean };

const daysBefore = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString();

/** Money for a loan comes: too little, exactly, or too much, and perhaps some days before it is recorded. */
export async function repay({ world, campaign }: Scene, { share, method, daysAgo }: Repaid): Promise<Draft | null> {
  if (campaign.option !== 'pl' && campaign.option !== 'pos') return null;
  const account = await read<Account>(world, `/v1/agreements/${campaign.id}/loan-account`);
  if (!account.mayRecord) return null;
  // Money for a loan that was written off recovers it.
  const owed = account.owed || account.writtenOff;
  const amount = share === 'all but 50 cents' ? dollars(Math.max(1, cents(owed) - 50)) : shareOf(owed, share);
  const date = daysBefore(today(world), daysAgo);
  return {
    method: 'POST',
    url: `/v1/agreements/${campaign.id}/repayments`,
    key: newKey(),
    words: `records a repayment of ${amount} by ${method}, of ${daysAgo} days ago`,
    body: { amount, date, method },
    happened: (answer: Answer) => {
      const { repayments } = answer.json() as Account;
      const paymentId = Math.max(...repayments.map(({ id }) => id));
      const came = { campaign: campaign.id, amount: cents(amount) };
      if (method === 'manual') world.truth.elsewhere.set(paymentId, came);
      else recordArrival(world, { ...came, paymentId, into: world.hasTwoAccounts ? 'operating' : 'trust' });
    },
  };
}

export function writeOffRest({ campaign }: Scene): Draft | null {
  if (campaign.option !== 'pl' && campaign.option !== 'pos') return null;
  const url = `/v1/agreements/${campaign.id}/write-off-rest`;
  return { method: 'POST', url, key: newKey(), words: 'writes off the rest', body: { reason: 'Bank fee' } };
}

/** A second admin confirms it in another step. */
export function askWriteOff({ campaign }: Scene): Draft | null {
  if (campaign.option !== 'pl' && campaign.option !== 'pos') return null;
  const url = `/v1/agreements/${campaign.id}/write-off`;
  return { method: 'POST', url, key: newKey(), words: 'asks to write the loan off', body: { reason: 'Bankrupt' } };
}

export function reverseWriteOff({ campaign }: Scene): Draft | null {
  if (campaign.option !== 'pl' && campaign.option !== 'pos') return null;
  const url = `/v1/agreements/${campaign.id}/write-off/reverse`;
  return { method: 'POST', url, key: newKey(), words: 'reverses the write-off', body: { reason: 'By mistake' } };
}

/** A repaid date that an admin enters is money that came another way. Another date, or none, replaces it. */
export async function followRepaidDate(world: World, campaign: number): Promise<void> {
  const { rows } = await sql<{ id: number; amount: string; status: string }>`
    select id, amount, status from payments
    where agreement_id = ${campaign} and kind = 'repayment' and method = 'manual'`.execute(world.stage.db);
  for (const { id, amount, status } of rows) {
    if (status === 'approved') world.truth.elsewhere.set(id, { campaign, amount: cents(amount) });
    else forgetPayment(world.truth, id);
  }
}

export const repayingSteps: readonly Step[] = [
  step({
    name: 'repay a loan',
    often: 5,
    usually: 'an admin',
    values: fc.record({
      share: fc.oneof(anyShare, fc.constant('all but 50 cents' as const)),
      method: fc.constantFrom('direct-deposit' as const, 'manual' as const),
      daysAgo: fc.constantFrom(0, 0, 0, 2, 9),
    }),
    draft: repay,
  }),
  step({ name: 'write off a rest', often: 2, usually: 'an admin', values: nothing, draft: writeOffRest }),
  step({ name: 'ask to write off', often: 3, usually: 'an admin', values: nothing, draft: askWriteOff }),
  step({ name: 'reverse a write-off', often: 1, usually: 'an admin', values: nothing, draft: reverseWriteOff }),
];
