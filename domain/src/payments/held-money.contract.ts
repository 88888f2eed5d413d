import { digits, moment, money, requiredParagraph, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const heldMoney = z.object({
  /** The payer's money that the platform holds and can return. */
  heldAmount: sum,
  returns: z.array(
    z.object({
      date: moment,
      amount: sum,
      description: z.nullable(z.string()),
      returnedByName: z.nullable(z.string()),
    }),
  ),
});
export type HeldMoney = z.output<typeof heldMoney>;

/** A return by bank transfer: its amount and its reference at the bank. */
export const returning = z.strictObject({ amount: money, description: requiredParagraph(500) });
export type Returning = z.output<typeof returning>;

const oneAgreement = z.object({ id: digits });

// biome-ignore format: a table
export const heldMoneyEndpoints = defineEndpoints({
  held:       { method: 'GET',  path: '/v1/agreements/{id}/held-money', permission: 'payment.return', summary: 'Read the money held for the payer of a campaign, and what was returned of it', params: oneAgreement, response: heldMoney },
  returnHeld: { method: 'POST', path: '/v1/agreements/{id}/return-held-money', permission: 'payment.return', summary: 'Record a return of held money to the payer from our bank account', params: oneAgreement, body: returning, response: heldMoney, idempotent: true, proof: 'always' },
});
