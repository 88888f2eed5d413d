import { day, digits, requiredParagraph, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A transfer that was made without a batch: its day, and its reference at the bank. */
export const transferByHand = z.strictObject({ date: day, description: requiredParagraph(500) });
export type TransferByHand = z.output<typeof transferByHand>;

/** What was transferred. */
const transferred = z.object({ amount: sum, date: day });
export type Transferred = z.output<typeof transferred>;

/** What is kept for the organisation, and why it cannot be recorded as transferred now; null if it can. */
const keptFunds = z.object({ amount: sum, refusal: z.nullable(z.string()) });
export type KeptFunds = z.output<typeof keptFunds>;

const oneAgreement = z.object({ id: digits });

// biome-ignore format: a table
export const recordTransferEndpoints = defineEndpoints({
  keptFunds:      { method: 'GET',  path: '/v1/agreements/{id}/kept-funds', permission: 'funds.record', summary: 'Read what is kept for the organisation of a campaign, and whether it can be recorded as transferred', params: oneAgreement, response: keptFunds },
  recordTransfer: { method: 'POST', path: '/v1/agreements/{id}/record-transfer', permission: 'funds.record', summary: 'Record that all funds kept for the organisation were transferred to it without a batch', params: oneAgreement, body: transferByHand, response: transferred, idempotent: true, proof: 'always' },
});
