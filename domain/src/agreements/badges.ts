import { type AgreementStatus, statusLabel, statusTone, type Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type PaymentState, refundPendingBadge } from '@kerb/domain/vocabulary/payment-state.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import type {
  FinanceOptionCode,
  FundsPurpose,
  paymentMethodIntents,
  upfrontPaymentMethods,
} from '@kerb/domain/vocabulary/value-lists.ts';

export type Badge = { text: string; tone: Tone };

type PaymentWay = (typeof paymentMethodIntents)[number];
type Method = (typeof upfrontPaymentMethods)[number];

/** The fields that a campaign's payment badges depend on: from a list row, or from a campaign by `payingOf`. */
export type Paying = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  paymentWay: PaymentWay | null;
  paymentState: PaymentState;
};
export type Way = {
  campaignBudgetUpfrontPaymentMethodIntent: PaymentWay | null;
  campaignUpfrontPaymentMethod: Method | null;
};

type Fields = Omit<Paying, 'paymentWay'> & Way;
/** The fields of a campaign from which some are hidden. */
export type PayingSent = Pick<Fields, 'status'> & { [Name in keyof Fields]?: Fields[Name] | undefined };

/** Whether the campaign is paid, by its ledger. The only rule: fees that an ended campaign keeps do not count. */
export const isPaid = ({ status, paymentState }: Pick<Paying, 'status' | 'paymentState'>): boolean =>
  paymentState === 'paid' && !isCancelledOrDeclined(status);

/** Direct credit and payments recorded by an admin count as bank transfer. */
// biome-ignore format: a table
export const cameBy: Record<Method, PaymentWay> = {
  card:   'credit-card',
  dc:     'bank-transfer',
  manual: 'bank-transfer',
};

/** How the payer paid, or chose to pay if nothing is paid yet. Null before that choice. */
export const wayOfPaying = ({
  campaignUpfrontPaymentMethod: method,
  campaignBudgetUpfrontPaymentMethodIntent: intent,
}: Way): PaymentWay | null => (method ? cameBy[method] : intent);

/** The way that a badge names: once paid, how the money came; before that, the way that the payer chose. */
function paymentWayOf({ paymentState, ...fields }: PayingSent): PaymentWay | null {
  const method = fields.campaignUpfrontPaymentMethod;
  const came = method ? cameBy[method] : null;
  return paymentState === 'paid' ? came : (fields.campaignBudgetUpfrontPaymentMethodIntent ?? came);
}

/** The facts for badges; a field that was not sent counts as null, and its payment as none. */
export const payingOf = (campaign: PayingSent): Paying => ({
  status: campaign.status,
  financeOptionCode: campaign.financeOptionCode ?? null,
  paymentWay: paymentWayOf(campaign),
  paymentState: campaign.paymentState ?? 'none',
});

// biome-ignore format: a table
const upfrontBadges: Record<PaymentWay, { awaiting: string; paid: string }> = {
  'bank-transfer': { awaiting: 'Awaiting Bank Transfer', paid: 'Paid by Bank Transfer' },
  'credit-card':   { awaiting: 'Awaiting Credit Card',   paid: 'Paid by Credit Card'   },
};

const refundPending: Badge = { text: refundPendingBadge, tone: 'attention' };

/** Whether and how an upfront campaign has been paid; an ended one waits for nothing. */
export function upfrontBadge({ status, financeOptionCode, paymentState, paymentWay }: Paying): Badge | null {
  if (financeOptionCode !== 'pn') return null;
  if (paymentState === 'refunding') return refundPending;
  if (isCancelledOrDeclined(status)) return null;
  const words = paymentWay && upfrontBadges[paymentWay];
  if (isPaid({ status, paymentState })) return { text: words?.paid ?? 'Paid', tone: 'success' };
  if (words) return { text: words.awaiting, tone: 'attention' };
  return status === 'complete' ? null : { text: 'Awaiting Payment', tone: 'attention' };
}

export const isPaidUpfront = (campaign: Pick<Paying, 'status' | 'financeOptionCode' | 'paymentState'>): boolean =>
  campaign.financeOptionCode === 'pn' && isPaid(campaign);

/** Whether the campaign waits for its payers to sign. Money paid upfront needs no signature. */
export const awaitsSignature = ({ status, financeOptionCode }: Pick<Paying, 'status' | 'financeOptionCode'>): boolean =>
  status === 'approved' && financeOptionCode !== 'pn';

type Named = Omit<Paying, 'paymentWay'> & { campaignBudgetFundsPurpose: FundsPurpose };

/**
 * The status as every list, card and report shows it. Nobody signs a campaign that is paid upfront, so an approved one
 * shows whether its money has arrived. Filters and selectors name the status itself: `statusLabel`.
 */
export function statusWord(campaign: Named): Badge {
  const { status, campaignBudgetFundsPurpose: purpose } = campaign;
  if (status !== 'approved' || awaitsSignature(campaign)) {
    return { text: statusLabel(status, purpose), tone: statusTone(status) };
  }
  if (campaign.paymentState === 'refunding') return refundPending;
  return isPaidUpfront(campaign) ? { text: 'Paid', tone: 'success' } : { text: 'Awaiting Payment', tone: 'attention' };
}

export function feeBadge(campaign: Paying): Badge | null {
  if (campaign.financeOptionCode !== 'pos') return null;
  if (campaign.paymentState === 'refunding') return refundPending;
  return isPaid(campaign) ? { text: 'POS Fee Paid', tone: 'success' } : null;
}

/** The badges for completed and for outstanding payments, in display order. */
export const paymentBadges = (campaign: Paying): Badge[] =>
  [upfrontBadge(campaign), feeBadge(campaign)].filter((badge) => badge !== null);
