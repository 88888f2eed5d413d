import type { Cents } from '@kerb/domain/kernel/money.ts';

/** What may be kept back of a refund, at our discretion. */
export const refundAdministrationFee: Cents = 25_00;

/** How long money takes from a card or another bank. */
export const settlesIn = '1 to 3 business days';
