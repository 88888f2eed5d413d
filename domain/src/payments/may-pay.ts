import { isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { isPaid } from '@kerb/domain/agreements/badges.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import type { BilledKind, PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import { type AgreementStatus, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { type FinanceOptionCode, type FundsPurpose, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/** The statuses in which each kind of payment is accepted. */
// biome-ignore format: a table
export const payableIn: Record<BilledKind, readonly AgreementStatus[]> = {
  upfront:       [...sentBeforeApproval, 'approved', 'signed'],
  'service-fee': ['approved', 'signed', 'executed'],
};

export type PayableCampaign = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  campaignBudgetFundsPurpose: FundsPurpose;
  /** By its ledger. */
  paymentState: PaymentState;
};

const alreadyPaid: Record<BilledKind, string> = {
  upfront: 'This campaign has already been paid.',
  'service-fee': 'The service fee has already been paid.',
};

export const refundPending = 'A refund of this campaign is being processed.';

export const chooseFirst = 'Choose this payment option for the campaign first.';

/** Whether this option can be paid now, and the kind of the payment. The permission matrix decides who may. */
export function decideMayPay(campaign: PayableCampaign, option: FinanceOptionCode): Decision<BilledKind> {
  const paid = paidBy[option];
  if (!paid) return refuse('not-payable', 'Pay Later is repaid at the end, and not paid here.');
  if (campaign.financeOptionCode !== null && campaign.financeOptionCode !== option) {
    return refuse('other-option', 'Another payment option has been chosen for this campaign.');
  }
  // A loan is approved with its contacts. The payment of its fee must not make one of a campaign that was approved
  // without a loan.
  if (campaign.financeOptionCode === null && isFinanced(option)) return refuse('not-chosen', chooseFirst);
  if (isPaid(campaign)) return refuse('already-paid', alreadyPaid[paid.kind]);
  if (!payableIn[paid.kind].includes(campaign.status)) {
    const label = statusLabel(campaign.status, campaign.campaignBudgetFundsPurpose);
    return refuse('not-payable', `This campaign cannot be paid while its status is ${label}.`);
  }
  if (campaign.paymentState === 'refunding') return refuse('refund-pending', refundPending);
  return allow(paid.kind);
}

export const agreeFirst = 'Please confirm who you are and agree to the terms first.';

/**
 * A payer pays upfront, or chooses a bank transfer, only after confirming who they are and agreeing to the terms. The
 * team records money without that.
 */
export const decideAgreed = (
  kind: BilledKind,
  { standing, hasAgreed }: { standing: Standing; hasAgreed: boolean },
): Decision<null> =>
  kind === 'upfront' && isPayer(standing) && !hasAgreed ? refuse('not-agreed', agreeFirst) : allow(null);

/** Only people with the permission can record payments that are not by card. */
export const mayUse = (method: PaymentMethod, standing: Standing): boolean =>
  method === 'card' || permissions['payment.record'][standing] !== 'none';

/** Manually Mark as Paid: for an admin, if the campaign can be paid and is not. */
export const mayMarkAsPaid = (campaign: PayableCampaign, option: FinanceOptionCode, standing: Standing): boolean =>
  mayUse('manual', standing) && decideMayPay(campaign, option).ok;

export const nothingToPay = 'There is nothing to pay.';
export const moreThanZero = 'This must be more than 0.';
