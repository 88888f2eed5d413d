import { readBatches } from './model.ts';
import type { Mood } from './moody-gateway.ts';
import { prepareApplications, submit } from './steps/applying.ts';
import { payByCard, payByHand } from './steps/paying.ts';
import { bankPays } from './steps/paying-out.ts';
import { type Draft, newKey, type Scene } from './steps/step.ts';
import type { ActorName } from './world.ts';

/** One request with its actor, for a beginning or an errand of several. Null if it makes no sense now. */
export type Move = { who: ActorName; draft: (scene: Scene) => Promise<Draft | null> | Draft | null };

export const post = (who: ActorName, path: string, body: object): Move => ({
  who,
  draft: ({ campaign }) => ({
    method: 'POST',
    url: `/v1/agreements/${campaign.id}/${path}`,
    words: `sends ${path} ${Object.values(body).join(' ')}`,
    body,
  }),
});

export const byCard: Move = {
  who: 'the payer',
  draft: (scene) => payByCard(scene, { behaviour: 'approve', isStale: false }),
};
export const byTransfer = (share: 'exact' | 'part' | 'over'): Move => ({
  who: 'an admin',
  draft: (scene) => payByHand(scene, { method: 'direct-deposit', share, otherFee: null }),
});
export const makeBatch: Move = {
  who: 'an admin',
  draft: ({ world }) => ({
    method: 'POST',
    url: '/v1/batch-payments',
    key: newKey(),
    words: 'makes a batch of all funds',
    body: { tenants: [{ href: `/v1/tenants/${world.tenantId}` }], includesToCome: true },
  }),
};
export const moveBatch = (
  who: ActorName,
  move: 'approve' | 'mark-processing' | 'mark-transferred' | 'discard',
): Move => ({
  who,
  draft: async ({ world }) => {
    const batch = (await readBatches(world)).at(-1);
    const happened = () => (batch && move === 'mark-transferred' ? bankPays(world, batch) : undefined);
    const body = move === 'discard' ? { body: { reason: 'Wrong week' } } : {};
    const url = `/v1/batch-payments/${batch?.id}/${move}`;
    return batch ? { method: 'POST', url, words: move, ...body, happened } : null;
  },
});

export const prepares: Move = {
  who: 'an admin',
  draft: async ({ world }) => {
    await prepareApplications(world);
    return null;
  },
};
export const submits = (who: ActorName): Move => ({ who, draft: submit });
export const chooses = (financeOptionCode: string) => post('an admin', 'choose-option', { financeOptionCode });
export const status = (to: string) => post('an admin', 'set-status', { status: to, reason: 'As agreed' });

/** The gateway behaves differently from now on. */
export const mood = (to: Mood): Move => ({
  who: 'an admin',
  draft: ({ world }) => {
    world.gateway.mood = to;
    world.story.push(`the gateway is ${to}`);
    return null;
  },
});
