import type { CardFacts } from '@kerb/domain/vocabulary/card-schemes.ts';

/** Timed out or unreachable: it is unknown whether the card was charged until the gateway is asked again. */
export class GatewayUnavailable extends Error {}

export type ChargeOutcome = {
  state: 'approved' | 'declined' | 'pending';
  gatewayRef: string | null;
  /** The reason of a decline, from the domain's `card-declines.ts`. */
  reason: string | null;
  card: CardFacts | null;
};

/**
 * The longest time that any gateway's `charge` runs, including its retries. After that, only the gateway's webhook can
 * still arrive.
 */
export const longestChargeSeconds = 120;

/** A repeated event has the same id. The reference is empty if the charge is not ours. */
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
 * Charges cards that this server never sees: the provider's frame returns a token that works once. Everything except
 * `frame` and `readEvent` throws GatewayUnavailable. Nothing here may be called within a transaction.
 */
export type CardGateway = {
  frame: () => { provider: 'sandbox' | 'stripe'; url: string; origin: string; publishableKey: string | null };
  /** Null: the token does not exist or was used. */
  describe: (token: string) => Promise<CardFacts | null>;
  /** Charges once for each reference, no matter how often it is called. */
  charge: (charge: Charge) => Promise<ChargeOutcome>;
  /** Finds a charge. Null: the gateway does not know it. */
  find: (reference: string) => Promise<ChargeOutcome | null>;
  /** Refunds once for each reference, no matter how often it is called. */
  refund: (refund: Refund) => Promise<ChargeOutcome>;
  /** Null: not signed by the gateway, or too old. */
  readEvent: (headers: Record<string, string | string[] | undefined>, body: Buffer) => GatewayEvent | null;
};
