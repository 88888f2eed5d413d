import type { CardFacts } from '@kerb/domain/vocabulary/card-schemes.ts';

/** Timed out or unreachable: whether anything was charged is unknown until the gateway is asked again. */
export class GatewayUnavailable extends Error {}

export type ChargeOutcome = {
  state: 'approved' | 'declined' | 'pending';
  gatewayRef: string | null;
  /** Why it was declined, by the domain's `card-declines.ts`. */
  reason: string | null;
  card: CardFacts | null;
};

/** No gateway's `charge` is still at it after so long, repetitions included: past that, only an answer can be late. */
export const longestChargeSeconds = 120;

/** The id is the same however often the gateway sends it. A reference of nothing of ours is empty. */
export type GatewayEvent = { id: string; reference: string; at: string; outcome: ChargeOutcome };

export type Charge = {
  reference: string;
  token: string;
  amountCents: number;
  currency: string;
  description: string;
  receiptEmail: string | null;
};

export type Refund = { reference: string; chargeReference: string; amountCents: number };

/**
 * Takes money from cards that this server never sees: the provider's frame yields a token that works once. Everything
 * but `frame` and `readEvent` throws GatewayUnavailable; none of it may be called within a transaction.
 */
export type CardGateway = {
  frame: () => { provider: 'sandbox' | 'stripe'; url: string; origin: string; publishableKey: string | null };
  /** Null: no such token, or used up. */
  describe: (token: string) => Promise<CardFacts | null>;
  /** Charges once per reference, however often it is called. */
  charge: (charge: Charge) => Promise<ChargeOutcome>;
  /** Of a charge. Null: the gateway has never heard of it. */
  find: (reference: string) => Promise<ChargeOutcome | null>;
  /** Refunds once per reference, however often it is called. */
  refund: (refund: Refund) => Promise<ChargeOutcome>;
  /** Null: not signed by the gateway, or too old. */
  readEvent: (headers: Record<string, string | string[] | undefined>, body: Buffer) => GatewayEvent | null;
};
