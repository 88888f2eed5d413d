import * as fc from 'fast-check';
import { takeStep } from './ask.ts';
import { readBatches, readCampaigns } from './model.ts';
import { payByCard, payByHand } from './steps/paying.ts';
import { bankPays } from './steps/paying-out.ts';
import { type Draft, newKey, type Scene } from './steps/step.ts';
import type { ActorName, World } from './world.ts';

type Move = { who: ActorName; draft: (scene: Scene) => Promise<Draft | null> | Draft | null };

const post = (who: ActorName, path: string, body: object): Move => ({
  who,
  draft: ({ campaign }) => ({
    method: 'POST',
    url: `/v1/agreements/${campaign.id}/${path}`,
    words: `begins with ${path} ${Object.values(body).join(' ')}`,
    body,
  }),
});

const byCard: Move = {
  who: 'the payer',
  draft: (scene) => payByCard(scene, { behaviour: 'approve', isStale: false }),
};
const byTransfer = (share: 'exact' | 'part' | 'over'): Move => ({
  who: 'an admin',
  draft: (scene) => payByHand(scene, { method: 'direct-deposit', share, otherFee: null }),
});
const makeBatch: Move = {
  who: 'an admin',
  draft: ({ world }) => ({
    method: 'POST',
    url: '/v1/batch-payments',
    key: newKey(),
    words: 'begins with a batch of all funds',
    body: { tenants: [{ href: `/v1/tenants/${world.tenantId}` }], includesToCome: true },
  }),
};
const moveBatch = (who: ActorName, move: 'approve' | 'mark-processing' | 'mark-transferred'): Move => ({
  who,
  draft: async ({ world }) => {
    const batch = (await readBatches(world)).at(-1);
    const happened = () => (batch && move === 'mark-transferred' ? bankPays(world, batch) : undefined);
    return batch ? { method: 'POST', url: `/v1/batch-payments/${batch.id}/${move}`, words: move, happened } : null;
  },
});

const chooses = (financeOptionCode: string) => post('an admin', 'choose-option', { financeOptionCode });
const status = (to: string) => post('an admin', 'set-status', { status: to, reason: 'As agreed' });
const approved = [makeBatch, moveBatch('a second admin', 'approve')];
const transferred = [...approved, moveBatch('an admin', 'mark-processing'), moveBatch('an admin', 'mark-transferred')];

/**
 * A sequence begins with a sent campaign, or further on: random steps alone seldom come as far as a transfer. The
 * shortest beginning comes first, so that a failure is shortened to it.
 */
// biome-ignore format: a table
const openings: Record<string, readonly Move[]> = {
  'a sent campaign':        [],
  'a bill':                 [post('the payer', 'payment-method', { intent: 'bank-transfer' })],
  'a part payment':         [byTransfer('part')],
  'a payment':              [byTransfer('exact')],
  'a card payment':         [byCard],
  'an overpaid campaign':   [byTransfer('over')],
  'a loan':                 [chooses('pl'), status('signed')],
  'Pay On Success':         [post('the manager', 'finance-options', { optionCode: 'pos' }), chooses('pos'), status('approved')],
  'an approved batch':      [byCard, ...approved],
  'a batch at the bank':    [byTransfer('exact'), ...approved, moveBatch('an admin', 'mark-processing')],
  'a transferred batch':    [byCard, ...transferred],
  'a transferred loan':     [chooses('pl'), status('signed'), ...transferred],
  'a cancelled campaign':   [byCard, status('cancelled')],
};

export type Opening = keyof typeof openings;
export const anyOpening = fc.constantFrom(...Object.keys(openings));

export async function open(world: World, opening: Opening): Promise<void> {
  for (const { who, draft } of openings[opening] ?? []) {
    const [campaign] = await readCampaigns(world);
    const made = campaign && (await draft({ world, who, campaign }));
    if (campaign && made) await takeStep(world, { ...made, who, campaign: campaign.id });
  }
}
