/** The labels of the figures of a campaign's ledger, in display order, for the team and for its payers. */
// biome-ignore format: a table
export const moneyLabels = {
  team: {
    paid:        'Paid',
    due:         'Due',
    held:        'Held for the payer',
    underRefund: 'Under refund',
    kept:        'Kept for the organisation',
    onItsWay:    'On its way to the organisation',
    transferred: 'Transferred to the organisation',
    refunded:    'Refunded to the payer',
    returned:    'Returned to the payer',
    shortfall:   'Paid out beyond what was kept',
  },
  payer: {
    paid:        'Paid',
    due:         'Still to pay',
    held:        'Held for you',
    underRefund: 'Refund on its way',
    refunded:    'Refunded to you',
    returned:    'Returned to you',
  },
} as const;

/** Kept of a refund. */
export const refundFeeLabel = 'Refund administration fee kept';

/** On papers for a payer. */
export const refundToCardLabel = 'Being refunded to your card';

/** Below the field for the reference of a transfer that was made at the bank. */
export const bankReferenceHint = 'The bank’s reference, or the account that it went to.';
