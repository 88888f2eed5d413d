import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import type { PaymentKind, PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

// biome-ignore format: a table
export const paymentKindLabels: Record<PaymentKind, string> = {
  upfront:       financeOptionLabels.pn,
  'service-fee': chargeLabels.serviceFee,
  repayment:     'Repayment',
};

// biome-ignore format: a table
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending:  'Pending',
  approved: 'Approved',
  voided:   'Voided',
};
