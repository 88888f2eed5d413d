/**
 * How far a campaign is paid, by its ledger: nothing, a part, all of it, or a refund is being processed. The database
 * computes the same from the same balances.
 */
export const paymentStates = ['none', 'part', 'paid', 'refunding'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The badge of a campaign while a payment of it is being refunded. */
export const refundPendingBadge = 'Refund Pending';

/** Where the funds of a campaign are: nothing, kept for the organisation, on their way to it, or transferred. */
export const fundsStates = ['none', 'kept', 'on-its-way', 'transferred'] as const;
export type FundsState = (typeof fundsStates)[number];
