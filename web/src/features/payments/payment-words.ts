import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import type { InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';
import {
  type Payment,
  type PaymentKind,
  type PaymentStatus,
  paymentMethodLabels,
} from '@kerb/domain/payments/payments.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { cardLabel } from '@kerb/domain/vocabulary/card-schemes.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

// biome-ignore format: a table
export const paymentKindLabels: Record<PaymentKind, string> = {
  upfront:       financeOptionLabels.pn,
  'service-fee': chargeLabels.serviceFee,
  repayment:     'Repayment',
};

// biome-ignore format: a table
export const paymentStates: Record<PaymentStatus, { label: string; tone: Tone }> = {
  pending:  { label: 'Pending',  tone: 'attention' },
  approved: { label: 'Approved', tone: 'success'   },
  voided:   { label: 'Voided',   tone: 'neutral'   },
};

/** A refund that the card gateway has not confirmed yet. */
export const beingVoided = { label: 'Refund pending', tone: 'attention' } as const;

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
