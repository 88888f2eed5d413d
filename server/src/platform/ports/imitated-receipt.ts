import type { BounceReason } from '@kerb/domain/payers/delivery.ts';

/** A receipt that a sandbox gives itself, because no provider sends one. */
export type ImitatedReceipt = { status: 'delivered' } | { status: 'bounced'; reason: BounceReason };
