import * as fc from 'fast-check';
import { takeStep } from './ask.ts';
import { readCampaigns } from './model.ts';
import {
  byCard,
  byTransfer,
  chooses,
  type Move,
  makeBatch,
  moveBatch,
  post,
  prepares,
  status,
  submits,
} from './moves.ts';
import type { World } from './world.ts';

const approved = [makeBatch, moveBatch('a second admin', 'approve')];
const transferred = [...approved, moveBatch('an admin', 'mark-processing'), moveBatch('an admin', 'mark-transferred')];

/**
 * A sequence begins with a sent campaign, or further on: random steps alone seldom come as far as a transfer. The
 * shortest beginning comes first, so that a failure is shortened to it.
 */
// biome-ignore format: a table
const openings = {
  'a sent campaign':        [],
  'a bill':                 [post('the payer', 'payment-method', { intent: 'bank-transfer' })],
  'a part payment':         [byTransfer('part')],
  'a payment':              [byTransfer('exact')],
  'a card payment':         [byCard],
  'an overpaid campaign':   [byTransfer('over')],
  'an application':         [chooses('pl'), prepares, submits('the payer'), submits('the second payer'), status('approved')],
  'a loan':                 [chooses('pl'), status('signed')],
  'Pay On Success':         [post('the manager', 'finance-options', { optionCode: 'pos' }), chooses('pos'), status('approved')],
  'an approved batch':      [byCard, ...approved],
  'a batch at the bank':    [byTransfer('exact'), ...approved, moveBatch('an admin', 'mark-processing')],
  'a transferred batch':    [byCard, ...transferred],
  'a transferred loan':     [chooses('pl'), status('signed'), ...transferred],
  'a cancelled campaign':   [byCard, status('cancelled')],
} as const satisfies Record<string, readonly Move[]>;

export type Opening = keyof typeof openings;
export const anyOpening = fc.constantFrom(...(Object.keys(openings) as Opening[]));

export async function open(world: World, opening: Opening): Promise<void> {
  for (const { who, draft } of openings[opening]) {
    const [campaign] = await readCampaigns(world);
    const made = campaign && (await draft({ world, who, campaign }));
    if (campaign && made) await takeStep(world, { ...made, who, campaign: campaign.id });
  }
}
