import type { Cents } from '@kerb/domain/kernel/money.ts';

/** The fee that may be deducted from a refund. */
export const refundAdministrationFee: Cents = 25_00;

/** How long a card payment or bank transfer takes to arrive. */
export const settlesIn = '1 to 3 business days';
