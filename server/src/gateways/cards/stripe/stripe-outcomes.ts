import type { DeclineReason } from '@kerb/domain/payments/card-declines.ts';
import {
  type CardFacts,
  type CardScheme,
  type CardWallet,
  cardFundings,
} from '@kerb/domain/vocabulary/card-schemes.ts';
import type { ChargeOutcome } from '@kerb/server/platform/ports/card-gateway.ts';
import type Stripe from 'stripe';

/** Tokens and payment methods spell the schemes differently: 'American Express' and 'amex'. */
// biome-ignore format: a table
const schemes: Record<string, CardScheme> = {
  visa: 'visa', mastercard: 'mastercard', amex: 'amex', 'american express': 'amex', jcb: 'jcb', unionpay: 'unionpay',
};

// biome-ignore format: a table
const reasons: Record<string, DeclineReason> = {
  insufficient_funds:        'insufficient-funds',
  expired_card:              'expired-card',
  do_not_honor:              'do-not-honour',
  generic_decline:           'do-not-honour',
  call_issuer:               'do-not-honour',
  transaction_not_allowed:   'do-not-honour',
  incorrect_cvc:             'incorrect-details',
  invalid_cvc:               'incorrect-details',
  incorrect_number:          'incorrect-details',
  invalid_number:            'incorrect-details',
  invalid_expiry_month:      'incorrect-details',
  invalid_expiry_year:       'incorrect-details',
  authentication_required:   'authentication-required',
  token_already_used:        'token-used',
  resource_missing:          'token-used',
};

export const reasonOf = (...codes: (string | null | undefined)[]): DeclineReason =>
  codes.map((code) => reasons[code ?? '']).find((reason) => reason !== undefined) ?? 'other';

const wallets: Record<string, CardWallet> = { apple_pay: 'apple-pay', google_pay: 'google-pay' };

type StripeCard = {
  brand?: string | null;
  funding?: string | null;
  last4?: string | null;
  country?: string | null;
  wallet?: { type: string } | null;
};

export function factsOf(card: StripeCard | null | undefined): CardFacts | null {
  if (!card?.last4) return null;
  return {
    scheme: schemes[(card.brand ?? '').toLowerCase()] ?? 'other',
    funding: cardFundings.find((funding) => funding === card.funding) ?? 'unknown',
    last4: card.last4,
    country: card.country ?? null,
    wallet: wallets[card.wallet?.type ?? ''] ?? null,
  };
}

const refundStates: Record<string, ChargeOutcome['state']> = { succeeded: 'approved', pending: 'pending' };

export const outcomeOfRefund = ({ id, status }: Stripe.Refund): ChargeOutcome => {
  const state = refundStates[status ?? ''] ?? 'declined';
  return { state, gatewayRef: id, reason: state === 'declined' ? 'refund-refused' : null, card: null };
};

const paidWith = ({ latest_charge: charge, last_payment_error: error }: Stripe.PaymentIntent): CardFacts | null =>
  factsOf(typeof charge === 'object' ? charge?.payment_method_details?.card : null) ??
  factsOf(error?.payment_method?.card);

/** A failed intent waits for another card. For us it is final, because every charge has its own reference. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): ChargeOutcome {
  const outcome = { gatewayRef: intent.id, reason: null, card: paidWith(intent) };
  if (intent.status === 'succeeded') return { ...outcome, state: 'approved' };
  const { last_payment_error: error, status } = intent;
  if (status === 'processing' || (status !== 'canceled' && status !== 'requires_action' && !error)) {
    return { ...outcome, state: 'pending' };
  }
  const code = status === 'requires_action' ? 'authentication_required' : error?.code;
  return { ...outcome, state: 'declined', reason: reasonOf(error?.decline_code, code) };
}
