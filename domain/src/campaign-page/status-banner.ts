import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isPaidUpfront, payingOf, upfrontBadge } from '@kerb/domain/agreements/badges.ts';
import type { CardFacts } from '@kerb/domain/campaign-page/cards.ts';
import { namesInWords } from '@kerb/domain/signing/guided-flow.ts';
import { type AgreementStatus, statusTone, type Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsState } from '@kerb/domain/vocabulary/payment-state.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';

type Row = {
  label: string;
  /** The status, and who acts next. Payers have a page of their own, with its own words. */
  sentence: string;
  /** The colour, if it is not the status's own. */
  tone?: Tone;
};

/** Banners that depend on the money of a campaign and replace the banner of its status. */
type MoneyRow =
  | 'paid'
  | 'unpaid'
  | 'awaitingTransfer'
  | 'awaitingPayment'
  | 'partPaid'
  | 'completeAndPartPaid'
  | 'refunding'
  | 'cancelledAndHeld'
  | 'declinedAndHeld'
  | 'cancelledAndRefunding'
  | 'declinedAndRefunding';

/** The heading and sentences of a campaign's page. The words on a status badge are shorter: `statusLabel`. */
// biome-ignore format: a table
const banners: Record<AgreementStatus | MoneyRow, Row> = {
  draft: {
    label: 'Draft',
    sentence: 'This campaign has not been sent yet. Next, {organisation} adds every {payer} and sends it to them.',
  },
  'waiting-invite': {
    label: 'Sent',
    sentence: 'This campaign has been sent. It is the {payer}’s turn to review it.',
  },
  'waiting-info': {
    label: 'More Information Requested',
    sentence: '{brand} has asked for more information. It is the {payer}’s turn to provide it.',
  },
  'waiting-approval': {
    label: 'Application Submitted',
    sentence: 'The {payer} has submitted the application. It is {brand}’s turn to assess it.',
  },
  approved: {
    label: 'Awaiting Signature',
    sentence: 'The application has been approved. It is the {payer}’s turn to sign.',
  },
  awaitingTransfer: {
    label: 'Application Submitted',
    sentence: 'The {payer} is paying by bank transfer. It is {brand}’s turn to record the money when it arrives.',
  },
  awaitingPayment: {
    label: 'Application Submitted',
    sentence: 'The {payer} has given what was needed. It is the {payer}’s turn to pay.',
  },
  partPaid: {
    label: 'Application Submitted',
    sentence: 'The {payer} has paid a part. It is the {payer}’s turn to pay the rest.',
  },
  completeAndPartPaid: {
    label: 'Complete',
    tone: 'attention',
    sentence: 'This campaign was set to complete, but the {payer} has paid only a part. It is {brand}’s turn to ask for the rest or to return it.',
  },
  refunding: {
    label: 'Refund Pending',
    tone: 'attention',
    sentence: 'A refund is being processed by the card gateway. Nothing can be paid until its outcome is known.',
  },
  paid: {
    label: 'Paid',
    tone: 'success',
    sentence: 'The {payer} has paid. It is {brand}’s turn to transfer the funds to {organisation}.',
  },
  unpaid: {
    label: 'Awaiting Payment',
    sentence: 'This campaign is approved, but no payment has been recorded. It is the {payer}’s turn to pay.',
  },
  signed: {
    label: 'Application Signed and Submitted',
    sentence: 'Everybody has signed. It is {brand}’s turn to transfer the funds.',
  },
  executed: {
    label: 'Live',
    sentence: 'This campaign has been funded. There is nothing to do until the property settles or leaves the market.',
  },
  'waiting-settlement': {
    label: 'Pending settlement',
    sentence: 'The property is waiting to settle. The {payer} repays at settlement.',
  },
  withdrawn: {
    label: 'Withdrawn from sale',
    sentence: 'The property has been withdrawn from sale. It is the {payer}’s turn to repay.',
  },
  complete: {
    label: 'Complete',
    sentence: 'This campaign is complete. Nothing is left to do.',
  },
  cancelled: {
    label: 'Application cancelled',
    sentence: 'This campaign was cancelled. Its Payment URLs no longer work, and nobody has anything left to do.',
  },
  rejected: {
    label: 'Application declined',
    sentence: 'This application was declined. Its Payment URLs no longer work, and nobody has anything left to do.',
  },
  cancelledAndHeld: {
    label: 'Application cancelled',
    tone: 'attention',
    sentence: 'This campaign was cancelled, and money of the {payer} is still held. It is {brand}’s turn to return it.',
  },
  declinedAndHeld: {
    label: 'Application declined',
    tone: 'attention',
    sentence: 'This application was declined, and money of the {payer} is still held. It is {brand}’s turn to return it.',
  },
  cancelledAndRefunding: {
    label: 'Application cancelled',
    tone: 'attention',
    sentence: 'This campaign was cancelled. A refund is being processed by the card gateway, and there is nothing to do until its outcome is known.',
  },
  declinedAndRefunding: {
    label: 'Application declined',
    tone: 'attention',
    sentence: 'This application was declined. A refund is being processed by the card gateway, and there is nothing to do until its outcome is known.',
  },
};

/**
 * What is said instead where the funds are not where the status says: `kept` for the organisation, on their way
 * to it, or transferred already.
 */
// biome-ignore format: a table
const fundsWords: Partial<Record<AgreementStatus | MoneyRow, Partial<Record<FundsState, string>>>> = {
  paid: {
    'on-its-way': 'The {payer} has paid. The funds are on their way to {organisation}.',
    transferred: 'The {payer} has paid, and the funds have been transferred to {organisation}. Nothing is left to do.',
  },
  signed: {
    'on-its-way': 'Everybody has signed. The funds are on their way to {organisation}.',
    transferred: 'Everybody has signed, and the funds have been transferred to {organisation}.',
  },
  executed: {
    kept: 'This campaign is live, but its funds have not been transferred. It is {brand}’s turn to transfer them to {organisation}.',
    'on-its-way': 'This campaign is live. Its funds are on their way to {organisation}.',
  },
  'waiting-settlement': {
    kept: 'The property is waiting to settle, but the funds have not been transferred. It is {brand}’s turn to transfer them to {organisation}.',
    'on-its-way': 'The property is waiting to settle. The funds are on their way to {organisation}.',
  },
  withdrawn: {
    kept: 'The property has been withdrawn from sale, but the funds have not been transferred. It is {brand}’s turn to transfer them to {organisation}.',
    'on-its-way': 'The property has been withdrawn from sale. The funds are on their way to {organisation}.',
  },
  complete: {
    kept: 'This campaign is complete, but its funds have not been transferred. It is {brand}’s turn to transfer them to {organisation}.',
    'on-its-way': 'This campaign is complete. Its funds are on their way to {organisation}.',
  },
};

/** The row, with what is said of the funds. */
function withFunds(name: AgreementStatus | MoneyRow, { fundsState }: Pick<BannerFacts, 'fundsState'>): Row {
  const sentence = fundsState && fundsWords[name]?.[fundsState];
  return sentence ? { ...banners[name], sentence } : banners[name];
}

type BannerFacts = CardFacts &
  Pick<Agreement, 'tenantName' | 'campaignBudgetFundsPurpose' | 'fundsState'> & {
    isMoneyHeld?: boolean;
    /** No payer has been sent their Payment URL. */
    isSentToNobody?: boolean;
  };

/** Money paid upfront needs no signature: such a campaign shows as paid, and how, or as waiting for its money. */
function upfrontRowFor(campaign: BannerFacts): Row | null {
  const paying = payingOf(campaign);
  const { status, paymentState } = paying;
  const badge = upfrontBadge(paying);
  if (badge && paymentState === 'refunding' && sentBeforeApproval.includes(status)) return banners.refunding;
  if (badge && paymentState === 'part' && status === 'waiting-invite') return { ...banners.partPaid, label: 'Sent' };
  if (!badge || (status !== 'approved' && status !== 'waiting-approval')) return null;
  if (paymentState === 'refunding') return banners.refunding;
  const isApproved = status === 'approved';
  if (isPaidUpfront(paying)) return isApproved ? { ...withFunds('paid', campaign), label: badge.text } : null;
  if (paymentState === 'part') return { ...banners.partPaid, ...(isApproved && { label: banners.unpaid.label }) };
  if (isApproved) return banners.unpaid;
  const isTransfer = paying.paymentWay === 'bank-transfer';
  return isTransfer ? banners.awaitingTransfer : banners.awaitingPayment;
}

/** An ended campaign: its money may still be with us, or on its way back. A fee that was earned does not matter. */
function endedRowFor({ isMoneyHeld, paymentState }: BannerFacts, status: 'cancelled' | 'rejected'): Row {
  const isCancelled = status === 'cancelled';
  if (paymentState === 'refunding') return isCancelled ? banners.cancelledAndRefunding : banners.declinedAndRefunding;
  if (isMoneyHeld) return isCancelled ? banners.cancelledAndHeld : banners.declinedAndHeld;
  return banners[status];
}

function completeRowFor(campaign: BannerFacts): Row {
  const row = withFunds('complete', campaign);
  if (campaign.financeOptionCode === 'pn' && campaign.paymentState === 'part') return banners.completeAndPartPaid;
  return isPaidUpfront(payingOf(campaign)) ? { ...row, label: 'Paid' } : row;
}

function rowFor(campaign: BannerFacts): Row {
  const { status } = campaign;
  const upfront = upfrontRowFor(campaign);
  if (upfront) return upfront;
  if (status === 'waiting-invite' && campaign.isSentToNobody) {
    return { ...banners['waiting-invite'], sentence: 'Marked as sent. No payer has been sent a link yet.' };
  }
  if (status === 'cancelled' || status === 'rejected') return endedRowFor(campaign, status);
  return status === 'complete' ? completeRowFor(campaign) : withFunds(status, campaign);
}

/** The status of a campaign for the team. `others`: the payers whose part is missing. */
export function bannerOf(agreement: BannerFacts, brand: string, others: readonly string[] = []) {
  const words: Record<string, string> = {
    organisation: agreement.tenantName,
    payer: payerWord(agreement.campaignBudgetFundsPurpose).toLowerCase(),
    brand,
    others: namesInWords(others),
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
  const row = rowFor(agreement);
  const tone: Tone = row.tone ?? statusTone(agreement.status);
  const sentence = others.length === 0 ? row.sentence : `${row.sentence} Waiting for {others}.`;
  return { label: row.label, tone, sentence: fill(sentence) };
}
