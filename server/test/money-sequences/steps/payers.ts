import * as fc from 'fast-check';
import { type Draft, nth, read, type Scene, type Step, step } from './step.ts';

type Payers = { items: { id: number }[] };

/** The payers besides the first, who is the actor 'the payer'. */
async function coOwners({ world, campaign }: Scene): Promise<number[]> {
  const { items } = await read<Payers>(world, `/v2/campaigns/${campaign.id}/vendors`);
  return items
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .slice(1);
}

let serial = 0;

/** At most one, because each must answer and sign before a loan goes on. */
async function addCoOwner(scene: Scene): Promise<Draft | null> {
  if ((await coOwners(scene)).length > 0) return null;
  serial += 1;
  return {
    method: 'POST',
    url: `/v2/campaigns/${scene.campaign.id}/vendors`,
    words: 'adds a co-owner',
    body: { firstName: 'Co', surname: 'Owner', emailAddress: `co.owner${serial}@example.com` },
  };
}

async function removeCoOwner(scene: Scene, at: number): Promise<Draft | null> {
  const id = nth(await coOwners(scene), at);
  if (id === undefined) return null;
  return {
    method: 'DELETE',
    url: `/v2/campaigns/${scene.campaign.id}/vendors/${id}`,
    words: 'removes a co-owner',
  };
}

const sendAgain = ({ campaign }: Scene): Draft => ({
  method: 'POST',
  url: `/v2/campaigns/${campaign.id}/send-campaign`,
  words: 'sends the campaign to its payers',
  body: {},
});

export const payerSteps: readonly Step[] = [
  step({ name: 'add a co-owner', often: 1, usually: 'an admin', values: fc.constant(null), draft: addCoOwner }),
  step({ name: 'remove a co-owner', often: 2, usually: 'an admin', values: fc.nat(3), draft: removeCoOwner }),
  step({ name: 'send a campaign', often: 1, usually: 'an admin', values: fc.constant(null), draft: sendAgain }),
];
