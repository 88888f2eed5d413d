import type { InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';
import { paymentStatusLabels } from '@kerb/domain/payments/payment-labels.ts';
import {
  type Payment,
  type PaymentStatus,
  paymentMethodLabels,
  type RefundStatus,
} from '@kerb/domain/payments/payments.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { cardLabel } from '@kerb/domain/vocabulary/card-schemes.ts';

// biome-ignore format: a table
export const paymentStates: Record<PaymentStatus, { label: string; tone: Tone }> = {
  pending:  { label: paymentStatusLabels.pending,  tone: 'attention' },
  approved: { label: paymentStatusLabels.approved, tone: 'success'   },
  voided:   { label: paymentStatusLabels.voided,   tone: 'neutral'   },
};

/** A refund that the card gateway has not confirmed yet. */
export const beingVoided = { label: 'Refund pending', tone: 'attention' } as const;

// biome-ignore format: a table
export const refundStates: Record<RefundStatus, { label: string; tone: Tone }> = {
  requested: { label: beingVoided.label,                tone: 'attention' },
  made:      { label: 'Refunded',                       tone: 'neutral'   },
  refused:   { label: 'Refund refused by the card gateway', tone: 'attention' },
  failed:    { label: 'Refund failed',                  tone: 'attention' },
};

// biome-ignore format: a table
export const invoiceTones: Record<InvoiceStatus, Tone> = {
  draft:  'neutral',
  issued: 'attention',
  paid:   'success',
  voided: 'neutral',
};

/** 'Visa ending 4242', or the payment method. */
export const paidWith = ({ card, paymentMethod }: Payment): string =>
  card ? `${cardLabel(card)} ending ${card.last4}` : paymentMethodLabels[paymentMethod];

export const processingText = 'Processing payment...';
