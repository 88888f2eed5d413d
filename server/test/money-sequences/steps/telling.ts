import { paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import * as fc from 'fast-check';
import { giveProperty, upload } from '../../property-photos.ts';
import { userOf } from '../world.ts';
import { type Draft, nothing, nth, place, read, type Scene, type Step, step } from './step.ts';

type Template = { kind: string; current: { id: number | null; subject: string; body: string; sms: string | null } };

/** Adds a sentence once, so that the text stays within its limit. */
const withThanks = (body: string): string => (body.includes('Thank you.') ? body : `${body}\n\nThank you.`);

async function changeTemplate({ world }: Scene, at: number, isStale: boolean): Promise<Draft | null> {
  const { items } = await read<{ items: Template[] }>(world, '/v1/message-templates');
  const template = nth(items, at);
  if (!template) return null;
  const { id, subject, body, sms } = template.current;
  return {
    method: 'POST',
    url: `/v1/message-templates/${template.kind}`,
    words: `rewrites the template '${template.kind}'${isStale ? ', by an old version' : ''}`,
    body: { subject, body: withThanks(body), sms, basedOn: isStale ? 999_999 : id },
    leavesMoney: true,
  };
}

async function restoreTemplate({ world }: Scene, at: number): Promise<Draft | null> {
  const { items } = await read<{ items: Template[] }>(world, '/v1/message-templates');
  const template = nth(items, at);
  if (!template) return null;
  return {
    method: 'POST',
    url: `/v1/message-templates/${template.kind}/restore`,
    words: `restores the template '${template.kind}'`,
    body: { version: null, basedOn: template.current.id },
    leavesMoney: true,
  };
}

async function nudge({ world, campaign }: Scene): Promise<Draft | null> {
  const { items } = await read<{ items: { id: number }[] }>(world, `/v2/campaigns/${campaign.id}/vendors`);
  if (items.length === 0) return null;
  return {
    method: 'POST',
    url: `/v2/campaigns/${campaign.id}/nudge-payers`,
    words: 'reminds the payers',
    body: { vendorIds: items.map(({ id }) => id), note: 'Please have a look.' },
    leavesMoney: true,
  };
}

/** A photo is taken from its uploader only. Somebody who cannot upload names a file that is not theirs. */
async function setPhoto({ world, who, campaign }: Scene): Promise<Draft> {
  const { stage, tenantId } = world;
  const row = await stage.db
    .selectFrom('agreements')
    .select('propertyId')
    .where('id', '=', campaign.id)
    .executeTakeFirstOrThrow();
  if (row.propertyId === null) await giveProperty(stage, campaign.id);
  const userId = userOf(world, who, campaign.id);
  const answer = userId === null ? null : await upload(stage, userId, { tenantId });
  const href = answer?.statusCode === 201 ? answer.json().href : '/v1/assets/1';
  return {
    method: 'PUT',
    url: `/v1/agreements/${campaign.id}/property-photo`,
    words: 'adds a photo of the property',
    body: { asset: { href } },
    leavesMoney: true,
  };
}

const removePhoto = ({ campaign }: Scene): Draft => ({
  method: 'DELETE',
  url: `/v1/agreements/${campaign.id}/property-photo`,
  words: 'removes the photo of the property',
  leavesMoney: true,
});

function sendReceipt({ campaign }: Scene, at: number): Draft | null {
  const payment = nth(campaign.payments, at);
  if (!payment) return null;
  return {
    method: 'POST',
    url: `/v2/agreements/${campaign.id}/send-payment-receipt`,
    words: `sends the receipt of a payment that is ${payment.status}`,
    body: { receiptNumber: paymentNumber(payment), receiptEmail: 'vera@example.com' },
    leavesMoney: true,
  };
}

/** Steps that tell somebody something, or show it. None of them moves money. */
// biome-ignore format: a table
export const tellingSteps: readonly Step[] = [
  step({ name: 'rewrite a template', often: 1, usually: 'an admin',    values: fc.tuple(place, fc.boolean()), draft: (scene, [at, isStale]) => changeTemplate(scene, at, isStale) }),
  step({ name: 'restore a template', often: 1, usually: 'an admin',    values: place,   draft: restoreTemplate }),
  step({ name: 'nudge the payers',   often: 1, usually: 'the manager', values: nothing, draft: nudge }),
  step({ name: 'add a photo',        often: 1, usually: 'the manager', values: nothing, draft: setPhoto }),
  step({ name: 'remove a photo',     often: 1, usually: 'the manager', values: nothing, draft: removePhoto }),
  step({ name: 'send a receipt',     often: 2, usually: 'the payer',   values: place,   draft: sendReceipt }),
];
