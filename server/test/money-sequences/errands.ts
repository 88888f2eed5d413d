import { postInterest, refundComesBack } from './acts.ts';
import { takeStep } from './ask.ts';
import { judge } from './invariants.ts';
import { readCampaigns } from './model.ts';
import { byCard, byTransfer, chooses, type Move, makeBatch, mood, moveBatch, post, status } from './moves.ts';
import type { Opening } from './openings.ts';
import { importLine, moveLine } from './steps/bank.ts';
import { changeAfterPayment } from './steps/changing.ts';
import { answerRequest, askForTime, signLetter } from './steps/more-time.ts';
import { type MovedShare, moveBetween, takeMovementBack } from './steps/moving.ts';
import { refundPart, returnHeld, voidInvoice, voidPayment } from './steps/paying.ts';
import { decideAct, downloadFile } from './steps/paying-out.ts';
import { askWriteOff, type Repaid, repay, reverseWriteOff, writeOffRest } from './steps/repaying.ts';
import { bounceItem, transferByLine } from './steps/sending-back.ts';
import { nth } from './steps/step.ts';
import { moveClock, today, type World } from './world.ts';

/**
 * Several requests in a row, because random steps seldom find the state that the next one needs. `from` is the
 * beginning after which all of them succeed.
 */
export type Errand = { name: string; often: number; from: Opening; moves: readonly Move[] };

const voids: Move = { who: 'an admin', draft: (scene) => voidPayment(scene, 0) };
const refunds = (keepsFee: boolean): Move => ({
  who: 'an admin',
  draft: (scene) => refundPart(scene, { at: 0, share: 'part', keepsFee }),
});
const imports: Move = { who: 'an admin', draft: (scene) => importLine(scene, { share: 'exact', shows: 'a payout' }) };
const moves = (move: 'payout' | 'undo'): Move => ({
  who: 'an admin',
  draft: (scene) => moveLine(scene, { move, at: 0 }),
});
const comesBack: Move = {
  who: 'an admin',
  draft: async ({ world }) => {
    world.story.push(await refundComesBack(world));
    return null;
  },
};
const returns: Move = { who: 'an admin', draft: (scene) => returnHeld(scene, 'exact') };
const downloads: Move = { who: 'an admin', draft: downloadFile };
const confirms: Move = { who: 'a second admin', draft: (scene) => decideAct(scene, 'confirm') };
const sendsBack: Move = { who: 'an admin', draft: (scene) => bounceItem(scene, { at: 0, isAny: false }) };
const shows: Move = { who: 'an admin', draft: (scene) => transferByLine(scene, 0) };
const voidsInvoice: Move = { who: 'an admin', draft: (scene) => voidInvoice(scene, 0) };
const transferChosen = post('the payer', 'payment-method', { intent: 'bank-transfer' });

/** A date of the loan, so many days from today. */
export const dates = (name: string, days: number): Move => ({
  who: 'an admin',
  draft: ({ world, campaign }) => {
    const day = Temporal.PlainDate.from(today(world)).add({ days }).toString();
    return {
      method: 'PUT',
      url: `/v1/agreements/${campaign.id}`,
      words: `saves ${name} ${day}`,
      body: { [name]: day },
    };
  },
});
const draws = dates('campaignFinanceDrawdownDate', 0);
const repays = (share: Repaid['share'], daysAgo = 0): Move => ({
  who: 'an admin',
  draft: (scene) => repay(scene, { share, method: 'direct-deposit', daysAgo }),
});
const movesMoney = (share: MovedShare): Move => ({
  who: 'an admin',
  draft: (scene) => moveBetween(scene, share),
});
const takesBack: Move = { who: 'an admin', draft: (scene) => takeMovementBack(scene, 0) };
const writesOff: Move = { who: 'an admin', draft: writeOffRest };
const asksWriteOff: Move = { who: 'an admin', draft: askWriteOff };
const reverses: Move = { who: 'an admin', draft: reverseWriteOff };
export const daysPass: Move = {
  who: 'an admin',
  draft: async ({ world }) => {
    await moveClock(world, 3);
    world.story.push('3 days pass', await postInterest(world));
    return null;
  },
};

const asksForTime: Move = { who: 'the payer', draft: (scene) => askForTime(scene, 30) };
const answers = (outcome: 'granted' | 'declined'): Move => ({
  who: 'an admin',
  draft: (scene) => answerRequest(scene, { outcome, days: 20 }),
});
/** A payer gets more time, by a letter that both payers sign. */
export const getsMoreTime: readonly Move[] = [
  asksForTime,
  answers('granted'),
  { who: 'the payer', draft: signLetter },
  { who: 'the second payer', draft: signLetter },
];

const lowers: Move = {
  who: 'an admin',
  draft: (scene) => changeAfterPayment(scene, { change: { campaignBudget: 4000 }, isStale: false, isReturned: false }),
};

// biome-ignore format: a table
export const errands: readonly Errand[] = [
  { name: 'a refund that is refused',        often: 2, from: 'a sent campaign', moves: [mood('fine'), byCard, mood('refusing'), voids, mood('fine')] },
  { name: 'a refund that comes back',        often: 2, from: 'a sent campaign', moves: [mood('fine'), byCard, voids, comesBack] },
  { name: 'parts that are refunded',         often: 2, from: 'a sent campaign', moves: [mood('fine'), byCard, refunds(true), refunds(false), comesBack] },
  { name: 'a part refund that is refused',   often: 2, from: 'a sent campaign', moves: [mood('fine'), byCard, mood('refusing'), refunds(true), mood('fine'), refunds(true)] },
  { name: 'parts of a lowered budget',       often: 2, from: 'a payment',       moves: [lowers, refunds(true), refunds(false)] },
  { name: 'a payout that is matched, undone', often: 2, from: 'a card payment', moves: [imports, moves('payout'), moves('undo')] },
  { name: 'a batch that is discarded',       often: 2, from: 'a payment',       moves: [makeBatch, moveBatch('a second admin', 'approve'), moveBatch('an admin', 'discard')] },
  { name: 'a downloaded batch, discarded',   often: 2, from: 'a payment',       moves: [makeBatch, moveBatch('a second admin', 'approve'), downloads, moveBatch('an admin', 'discard'), confirms] },
  { name: 'a batch that is paid',            often: 2, from: 'a payment',       moves: [makeBatch, moveBatch('a second admin', 'approve'), moveBatch('an admin', 'mark-processing'), moveBatch('an admin', 'mark-transferred')] },
  { name: 'a payment that comes back',       often: 2, from: 'a payment',       moves: [makeBatch, moveBatch('a second admin', 'approve'), moveBatch('an admin', 'mark-processing'), shows, sendsBack, makeBatch, moveBatch('a second admin', 'approve'), moveBatch('an admin', 'mark-processing'), moveBatch('an admin', 'mark-transferred')] },
  { name: 'a loan that comes back',          often: 2, from: 'a loan',          moves: [draws, daysPass, makeBatch, moveBatch('a second admin', 'approve'), moveBatch('an admin', 'mark-processing'), moveBatch('an admin', 'mark-transferred'), repays('part'), sendsBack, daysPass, repays('part')] },
  { name: 'an end and a new beginning',      often: 2, from: 'a sent campaign', moves: [byTransfer('part'), status('cancelled'), status('waiting-approval')] },
  { name: 'an end and a late beginning',     often: 1, from: 'a payment',       moves: [status('cancelled'), status('executed')] },
  { name: 'a bill that is voided',           often: 2, from: 'a sent campaign', moves: [transferChosen, voidsInvoice] },
  { name: 'an overpayment that is returned', often: 2, from: 'a sent campaign', moves: [byTransfer('over'), returns] },
  { name: 'a loan that is signed and ended', often: 1, from: 'a sent campaign', moves: [chooses('pl'), status('signed'), status('cancelled')] },
  { name: 'a loan that is drawn and earns',  often: 2, from: 'a loan',          moves: [draws, daysPass, dates('campaignFinanceLoanStartDate', -1), daysPass, status('cancelled')] },
  { name: 'a loan that is repaid',           often: 3, from: 'a loan',          moves: [draws, daysPass, repays('part'), daysPass, repays('part', 4), repays('exact'), voids, repays('all but 50 cents'), writesOff] },
  { name: 'money between two accounts',      often: 2, from: 'a loan',          moves: [draws, daysPass, repays('over'), movesMoney('part'), movesMoney('too much'), takesBack, movesMoney('all')] },
  { name: 'a loan that is written off',      often: 2, from: 'a loan',          moves: [draws, daysPass, repays('part'), asksWriteOff, confirms, daysPass, repays('part', 1), repays('over'), voids, reverses, daysPass, asksWriteOff, confirms, repays('exact')] },
  { name: 'a loan with more time',           often: 3, from: 'a loan',          moves: [draws, daysPass, ...getsMoreTime, daysPass, repays('part'), asksForTime, answers('declined'), ...getsMoreTime, daysPass, repays('exact'), voids, daysPass] },
  { name: 'a letter of a loan that ends',    often: 2, from: 'a loan',          moves: [draws, daysPass, ...getsMoreTime, asksForTime, status('cancelled'), status('executed'), daysPass, status('waiting-approval'), status('signed'), draws, daysPass] },
  { name: 'a budget that is lowered',        often: 1, from: 'a payment',       moves: [lowers] },
  { name: 'a payment that never came',       often: 1, from: 'a payment',       moves: [voids] },
];

/** Takes the moves of an errand on the campaign at a place, and judges after each. */
export async function runErrand(world: World, { moves }: Errand, at: number): Promise<void> {
  for (const { who, draft } of moves) {
    const campaign = nth(await readCampaigns(world), at);
    const made = campaign && (await draft({ world, who, campaign }));
    if (!campaign || !made) continue;
    await takeStep(world, { ...made, who, campaign: campaign.id });
    await judge(world);
  }
}
