import { setTimeout as pause } from 'node:timers/promises';
import { must } from '@kerb/domain/kernel/must.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../test-database.ts';
import { type Answer, type Ask, isSuccess, judgeAnswer, send, takeStep } from './ask.ts';
import { judge } from './invariants.ts';
import { readBatches, readCampaigns, readLines } from './model.ts';
import { type Opening, open } from './openings.ts';
import { forgetPayment, recordArrival } from './outside-truth.ts';

import { bankPays } from './steps/paying-out.ts';
import { newKey, read } from './steps/step.ts';
import { type ActorName, cents, newWorld, openTheatre, type Theatre, userOf, type World } from './world.ts';

let theatre: Theatre;

const campaignOf = async (world: World) => must((await readCampaigns(world))[0], 'campaign');
const batchOf = async (world: World) => must((await readBatches(world)).at(-1), 'batch');

async function post(world: World, who: ActorName, url: string, body?: object, key?: string): Promise<Ask> {
  const { id } = await campaignOf(world);
  const words = `sends ${url}`;
  return { who, campaign: id, method: 'POST', url, words, ...(body && { body }), ...(key && { key }) };
}

type Make = (world: World) => Promise<Ask>;

const voids: Make = async (world) => {
  const payment = must((await campaignOf(world)).payments.at(-1), 'payment');
  const ask = await post(world, 'an admin', `/v1/payments/${payment.id}/void`, { reason: 'Changed' });
  const isCard = payment.method === 'card';
  return { ...ask, happened: () => (isCard ? undefined : forgetPayment(world.truth, payment.id)), callsGateway: true };
};
const approves: Make = async (world) =>
  post(world, 'a second admin', `/v1/batch-payments/${(await batchOf(world)).id}/approve`);
const discards: Make = async (world) =>
  post(world, 'an admin', `/v1/batch-payments/${(await batchOf(world)).id}/discard`, { reason: 'Wrong week' });
const processes: Make = async (world) =>
  post(world, 'an admin', `/v1/batch-payments/${(await batchOf(world)).id}/mark-processing`);
const transfers: Make = async (world) => {
  const batch = await batchOf(world);
  const ask = await post(world, 'an admin', `/v1/batch-payments/${batch.id}/mark-transferred`);
  return { ...ask, happened: () => bankPays(world, batch) };
};
const makesBatch: Make = (world) =>
  post(
    world,
    'an admin',
    '/v1/batch-payments',
    { tenants: [{ href: `/v1/tenants/${world.tenantId}` }], includesToCome: true },
    newKey(),
  );
const moves =
  (status: string): Make =>
  async (world) => {
    const { id } = await campaignOf(world);
    return post(world, 'an admin', `/v1/agreements/${id}/set-status`, { status, reason: 'As agreed' });
  };
const chooses =
  (financeOptionCode: string): Make =>
  async (world) => {
    const { id } = await campaignOf(world);
    return post(world, 'the payer', `/v1/agreements/${id}/choose-option`, { financeOptionCode });
  };
const returnsAll: Make = async (world) => {
  const { id } = await campaignOf(world);
  const { heldAmount } = await read<{ heldAmount: number }>(world, `/v1/agreements/${id}/held-money`);
  const key = newKey();
  const body = { amount: heldAmount, description: 'By bank' };
  const ask = await post(world, 'an admin', `/v1/agreements/${id}/return-held-money`, body, key);
  const amount = cents(heldAmount);
  return { ...ask, happened: () => void world.truth.returns.set(key, { campaign: id, amount }) };
};
const deposits: Make = async (world) => {
  const { id } = await campaignOf(world);
  const body = { financeOptionCode: 'pn', method: 'direct-deposit', amount: 700 };
  const ask = await post(world, 'an admin', `/v1/agreements/${id}/pay`, body, newKey());
  const seen = (answer: Answer) =>
    recordArrival(world, { campaign: id, amount: 700_00, paymentId: Number(answer.json().id) });
  return { ...ask, happened: seen };
};
const undoesMatch: Make = async (world) => {
  const line = must((await readLines(world)).at(-1), 'line');
  const ask = await post(world, 'an admin', `/v1/bank-statement-lines/${line.id}/undo`);
  return { ...ask, happened: () => (line.paymentId === null ? undefined : forgetPayment(world.truth, line.paymentId)) };
};

/** Looks at a change of the budget, and sends it with the figures that were shown. */
const changes =
  (campaignBudget: number, who: ActorName = 'an admin'): Make =>
  async (world) => {
    const { id } = await campaignOf(world);
    const url = `/v1/agreements/${id}/money-change`;
    const change = { campaignBudget };
    const preview = await world.stage.as(userOf(world, 'an admin', id))('POST', `${url}/preview`, { change });
    const { kept, due: billed, held } = preview.json().after;
    return post(world, who, url, { change, reason: 'As agreed', expected: { kept, billed, held } }, newKey());
  };

/** A statement line that pays the campaign in full. */
async function matchLine(world: World): Promise<void> {
  const { id } = await campaignOf(world);
  const words = `TRANSFER ${world.stage.deps.country.code}${id} W${world.tenantId}W 1`;
  const text = `Date,Amount,Description\r\n2026-11-16,4200.00,${words}\r\n`;
  await takeStep(world, { ...(await post(world, 'an admin', '/v1/bank-statements')), file: text });
  const line = must((await readLines(world)).at(-1), 'line');
  const body = { agreement: { href: `/v1/agreements/${id}` } };
  await takeStep(world, await post(world, 'an admin', `/v1/bank-statement-lines/${line.id}/accept`, body));
  const paymentId = must((await readLines(world)).at(-1)?.paymentId, 'payment of the line');
  const came = {
    campaign: id,
    amount: 4200_00,
    paymentId,
    isByHand: false,
    isOnStatement: true,
    into: 'trust',
  } as const;
  world.truth.arrivals.set(1, came);
}

const countWaiting = async ({ stage }: World): Promise<number> => {
  const { rows } = await sql`select from pg_locks where not granted and pid in
    (select pid from pg_stat_activity where datname = current_database())`.execute(stage.db);
  return rows.length;
};

/** Sends the requests while the campaign is locked. Each waits in line, so they go on in the order of the list. */
async function inOrder(world: World, asks: readonly Ask[]): Promise<Answer[]> {
  const { id } = await campaignOf(world);
  const answers: Promise<Answer>[] = [];
  await world.stage.db.transaction().execute(async (holder) => {
    await sql`select from agreements where id = ${id} for update`.execute(holder);
    for (const [at, ask] of asks.entries()) {
      let isAnswered = false;
      const answering = send(world, ask).finally(() => {
        isAnswered = true;
      });
      answers.push(answering);
      while (!isAnswered && (await countWaiting(world)) <= at) await pause(2);
    }
  });
  const all = await Promise.all(answers);
  for (const [at, ask] of asks.entries()) {
    const answer = must(all[at], 'answer');
    judgeAnswer(world, ask, answer);
    if (isSuccess(answer)) await ask.happened?.(answer);
  }
  await judge(world);
  return all;
}

type Race = { name: string; opening: Opening; before: readonly Make[]; one: Make; other: Make; both?: true };

/** Where only one of two can be right, the second is refused. Where both may happen, the books are right. */
// biome-ignore format: a table
const races: readonly Race[] = [
  { name: 'a refund and the approval of its batch',   opening: 'a card payment',       before: [makesBatch], one: voids,       other: approves },
  { name: 'a refund and the transfer of its batch',   opening: 'an approved batch',    before: [processes],  one: voids,       other: transfers },
  { name: 'a cancellation and the approval',          opening: 'a payment',            before: [makesBatch], one: moves('cancelled'), other: approves },
  { name: 'a discard and the approval of a batch',    opening: 'a payment',            before: [makesBatch], one: discards,    other: approves, both: true },
  { name: 'a return and a void',                      opening: 'a cancelled campaign', before: [],           one: returnsAll,  other: voids },
  { name: 'two batches',                              opening: 'a payment',            before: [],           one: makesBatch,  other: makesBatch },
  { name: 'a choice of Pay Later and a deposit',      opening: 'a bill',               before: [],           one: chooses('pl'), other: deposits },
  { name: 'a signature and a cancellation of a loan', opening: 'a loan',               before: [],           one: moves('executed'), other: moves('cancelled'), both: true },
  { name: 'the same change by two admins',            opening: 'a payment',            before: [],           one: changes(1000), other: changes(1000, 'a second admin') },
  { name: 'two changes of a paid budget',             opening: 'a payment',            before: [],           one: changes(5000), other: changes(400, 'a second admin'), both: true },
  { name: 'a change and the approval of its batch',   opening: 'a payment',            before: [makesBatch], one: changes(1000), other: approves },
  { name: 'a change and a void of its payment',       opening: 'a payment',            before: [],           one: changes(1000), other: voids, both: true },
  { name: 'a change and a cancellation',              opening: 'a payment',            before: [],           one: changes(1000), other: moves('cancelled'), both: true },
  { name: 'a change and a deposit',                   opening: 'a part payment',       before: [],           one: changes(5000), other: deposits, both: true },
  { name: 'two returns of all that is held',          opening: 'a cancelled campaign', before: [],           one: returnsAll,  other: returnsAll },
];

describe('two requests that race for the same money', () => {
  if (!onPostgres) {
    it('are tested on PostgreSQL only, because the embedded engine has one connection', () =>
      expect(onPostgres).toBe(false));
    return;
  }
  beforeAll(async () => {
    theatre = await openTheatre('AU');
  });

  async function stageRace({ opening, before }: Pick<Race, 'opening' | 'before'>): Promise<World> {
    const world = await newWorld(theatre);
    await open(world, opening);
    for (const make of before) await takeStep(world, await make(world));
    await judge(world);
    return world;
  }

  const orders = races.flatMap((race) => [
    { ...race, order: 'in this order' },
    { ...race, order: 'in the other order', one: race.other, other: race.one },
  ]);
  it.each(orders)('$name, $order: the second finds what the first did', async (race) => {
    const world = await stageRace(race);
    const answers = await inOrder(world, [await race.one(world), await race.other(world)]);
    const wins = answers.filter(isSuccess).length;
    if (race.both) expect(wins).toBeGreaterThan(0);
    else expect(wins, answers.map(({ text }) => text).join('\n')).toBe(1);
  });

  it('an undone match and the approval of its batch, in both orders', async () => {
    for (const isUndoFirst of [true, false]) {
      const world = await newWorld(theatre);
      await matchLine(world);
      await takeStep(world, await makesBatch(world));
      const asks = [await undoesMatch(world), await approves(world)];
      const answers = await inOrder(world, isUndoFirst ? asks : asks.toReversed());
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    }
  });

  // biome-ignore format: a table
  const crowds: [name: string, opening: Opening, before: readonly Make[], make: Make][] = [
    ['void a payment',     'a card payment',       [],           voids],
    ['return held money',  'a cancelled campaign', [],           returnsAll],
    ['make a batch',       'a payment',            [],           makesBatch],
    ['approve a batch',    'a payment',            [makesBatch], approves],
    ['change a budget',    'a payment',            [],           changes(1000)],
  ];
  it.each(crowds)('twenty who %s at once do it once', async (_, opening, before, make) => {
    const world = await stageRace({ opening, before });
    const asks: Ask[] = [];
    for (let at = 0; at < 20; at += 1) asks.push(await make(world));
    const answers = await Promise.all(asks.map((ask) => send(world, ask)));
    for (const [at, ask] of asks.entries()) {
      const answer = must(answers[at], 'answer');
      judgeAnswer(world, ask, answer);
      if (isSuccess(answer)) await ask.happened?.(answer);
    }
    expect(answers.some(isSuccess)).toBe(true);
    await judge(world);
  });
});
