/** The reasons of a declined card, in words for a payer. */
// biome-ignore format: a table
export const declineWords = {
  'insufficient-funds':      'Your card does not have enough funds for this payment. Please use another card.',
  'expired-card':            'Your card has expired. Please use another card.',
  'do-not-honour':           'Your bank declined this payment. Please contact your bank or use another card.',
  'incorrect-details':       'Your card details are incorrect. Please check them and try again.',
  'authentication-required': 'Your bank asks for a confirmation that we cannot offer here. Please use another card.',
  'token-used':              'Your card details have expired. Please enter them again.',
  'refund-refused':          'The refund was refused: more than the charge, or already refunded.',
  other:                     'Your card was declined. Please use another card.',
} as const;

export type DeclineReason = keyof typeof declineWords;

export const wordsOfDecline = (reason: string | null): string =>
  Object.hasOwn(declineWords, reason ?? '') ? declineWords[reason as DeclineReason] : declineWords.other;
