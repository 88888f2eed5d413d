import { must } from '@kerb/domain/kernel/must.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { comeToRest } from './acts.ts';
import { type Ask, takeStep } from './ask.ts';
import { dates, daysPass, getsMoreTime } from './errands.ts';
import { judge } from './invariants.ts';
import { readBatches, readCampaigns } from './model.ts';
import { chooses, type Move, post, status } from './moves.ts';
import { importLine, moveLine } from './steps/bank.ts';
import { changeAfterPayment } from './steps/changing.ts';
import { payByCard, payByHand, voidInvoice, voidPayment } from './steps/paying.ts';
import { bankPays } from './steps/paying-out.ts';
import { type Draft, newKey, read, type Scene } from './steps/step.ts';
import { type ActorName, moveClock, newWorld, openTheatre, type Theatre, type World } from './world.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre('AU');
});

const campaignOf = async (world: World) => must((await readCampaigns(world))[0], 'campaign');

async function take(world: World, who: ActorName, draft: (scene: Scene) => Promise<Draft | null>): Promise<void> {
  const campaign = await campaignOf(world);
  const ask: Ask = { ...must(await draft({ world, who, campaign }), 'step'), who, campaign: campaign.id };
  const answer = await takeStep(world, ask);
  expect(answer.status, answer.text).toBeLessThan(300);
}

async function takeMove(world: World, { who, draft }: Move): Promise<void> {
  const campaign = await campaignOf(world);
  const made = await draft({ world, who, campaign });
  if (made) await take(world, who, async () => made);
}

async function transferAll(world: World): Promise<void> {
  const tenants = [{ href: `/v1/tenants/${world.tenantId}` }];
  const make = { method: 'POST', url: '/v1/batch-payments', key: newKey(), words: 'makes a batch' } as const;
  await take(world, 'an admin', async () => ({ ...make, body: { tenants, includesToCome: true } }));
  const batch = must((await readBatches(world)).at(-1), 'batch');
  for (const move of ['approve', 'mark-processing', 'mark-transferred']) {
    const url = `/v1/batch-payments/${batch.id}/${move}`;
    await take(world, 'a second admin', async () => ({ method: 'POST', url, words: move }));
  }
  await bankPays(world, batch);
}

/** Each of these was found by a soak, and shortened to the steps that it needs. */
describe('a sequence that a soak found', () => {
  // biome-ignore format: a table
  const later: [name: string, then: (world: World) => Promise<void>][] = [
    ['while the campaign is paid', async () => {}],
    ['after its funds were transferred', transferAll],
  ];
  it.each(later)('holds a card that was begun first and is approved last, %s', async (_, then) => {
    const world = await newWorld(theatre);
    await take(world, 'the payer', (scene) => payByCard(scene, { behaviour: 'no-answer', isStale: false }));
    const deposit = { method: 'direct-deposit', share: 'exact', otherFee: null } as const;
    await take(world, 'an admin', (scene) => payByHand(scene, deposit));
    await then(world);
    await moveClock(world, 1);
    await comeToRest(world);
    await judge(world);
    const { id } = await campaignOf(world);
    expect(await read(world, `/v1/agreements/${id}/held-money`)).toMatchObject({ heldAmount: 4263 });
  });

  it('does not ask again for a card’s surcharge that was returned', async () => {
    const world = await newWorld(theatre);
    await take(world, 'the payer', (scene) => payByCard(scene, { behaviour: 'approve', isStale: false }));
    const toPayLater = { change: { financeOptionCode: 'pl' }, isStale: false, isReturned: true };
    await take(world, 'an admin', (scene) => changeAfterPayment(scene, toPayLater));
    const { id } = await campaignOf(world);
    const again = { method: 'POST', url: `/v1/agreements/${id}/choose-option`, words: 'chooses Pay Upfront' } as const;
    await take(world, 'the payer', async () => ({ ...again, body: { financeOptionCode: 'pn' } }));
    const details = await read(world, `/v1/agreements/${id}/payment-details`);
    expect(details).toMatchObject({ amount: 4200, paidAmount: 0, dueAmount: 4200 });
    await judge(world);
  });

  // biome-ignore format: a table
  const reopened: [name: string, option: 'pl' | 'pos', moves: readonly Move[]][] = [
    ['Pay Later, not drawn',                     'pl',  []],
    ['Pay Later, drawn',                         'pl',  [dates('campaignFinanceDrawdownDate', 0)]],
    ['Pay On Success, drawn',                    'pos', [dates('campaignFinanceDrawdownDate', 0), daysPass]],
    ['Pay On Success, drawn, with another start', 'pos', [dates('campaignFinanceDrawdownDate', 0), daysPass, dates('campaignFinanceLoanStartDate', -1), daysPass]],
  ];
  it.each(reopened)('lends again when a signed loan that was cancelled is reopened: %s', async (_, option, moves) => {
    const world = await newWorld(theatre);
    if (option === 'pos') await takeMove(world, post('the manager', 'finance-options', { optionCode: 'pos' }));
    await takeMove(world, chooses(option));
    await takeMove(world, status('signed'));
    for (const move of moves) await takeMove(world, move);
    await takeMove(world, status('cancelled'));
    await judge(world);
    await takeMove(world, status('executed'));
    await judge(world);
  });

  it('has the due day of a new agreement after a loan with a letter is signed again', async () => {
    const world = await newWorld(theatre);
    const dueDate = async () => {
      const { id } = await campaignOf(world);
      return (await read<{ dates: { dueDate: string } }>(world, `/v1/agreements/${id}/loan`)).dates.dueDate;
    };
    await takeMove(world, chooses('pl'));
    await takeMove(world, status('signed'));
    await takeMove(world, dates('campaignFinanceDrawdownDate', 0));
    const first = await dueDate();
    for (const move of getsMoreTime) await takeMove(world, move);
    const varied = await dueDate();
    expect(varied > first).toBe(true);
    await takeMove(world, status('cancelled'));
    await takeMove(world, status('executed'));
    expect(await dueDate()).toBe(varied);
    await takeMove(world, status('waiting-approval'));
    await takeMove(world, status('signed'));
    await takeMove(world, dates('campaignFinanceDrawdownDate', 0));
    expect(await dueDate()).toBe(first);
    await judge(world);
  });

  it('asks for what is left of a fee that a transfer paid in part', async () => {
    const world = await newWorld(theatre);
    await takeMove(world, post('the manager', 'finance-options', { optionCode: 'pos' }));
    await takeMove(world, chooses('pos'));
    await takeMove(world, status('waiting-settlement'));
    await take(world, 'an admin', (scene) => importLine(scene, { share: 'exact', shows: 'a payout' }));
    await take(world, 'an admin', (scene) => moveLine(scene, { move: 'accept', at: 0 }));
    await judge(world);
  });

  it('asks for no part of a bill after one of its two invoices is voided', async () => {
    const world = await newWorld(theatre);
    const part = { method: 'direct-deposit', share: 'part', otherFee: null } as const;
    await take(world, 'an admin', (scene) => payByHand(scene, part));
    const higher = { change: { campaignBudget: 8999.99 }, isStale: false, isReturned: false };
    await take(world, 'an admin', (scene) => changeAfterPayment(scene, higher));
    await take(world, 'an admin', async (scene) => voidPayment(scene, 0));
    await takeMove(world, post('the payer', 'payment-method', { intent: 'bank-transfer' }));
    await judge(world);
    await take(world, 'an admin', async (scene) => voidInvoice(scene, 0));
    await judge(world);
  });
});
