import { isPaid } from '@kerb/domain/agreements/badges.ts';
import { decideMayPay, type PayableCampaign } from '@kerb/domain/payments/may-pay.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';

export const buttonStates = ['to-pay', 'paid', 'not-available'] as const;
/** All that a Pay button on another website reveals about a campaign. */
export type ButtonState = (typeof buttonStates)[number];

/** Whether the payers have something to choose or to pay. A draft, an ended campaign and a refund look the same. */
export function buttonStateOf(campaign: PayableCampaign): ButtonState {
  if (isPaid(campaign)) return 'paid';
  if (campaign.paymentState === 'refunding') return 'not-available';
  const { status, financeOptionCode } = campaign;
  const isToPay =
    sentBeforeApproval.includes(status) || (financeOptionCode !== null && decideMayPay(campaign, financeOptionCode).ok);
  return isToPay ? 'to-pay' : 'not-available';
}

// biome-ignore format: a table
export const buttonWords: Record<ButtonState, string> = {
  'to-pay':        'Pay for your marketing',
  paid:            'Paid',
  'not-available': 'Payment is not available',
};
