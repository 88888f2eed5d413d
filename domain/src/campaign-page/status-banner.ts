import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isPaidUpfront, payingOf, upfrontBadge } from '@kerb/domain/agreements/badges.ts';
import type { CardFacts } from '@kerb/domain/campaign-page/cards.ts';
import { settlesIn } from '@kerb/domain/payments/payment-terms.ts';
import { namesInWords } from '@kerb/domain/signing/guided-flow.ts';
import { type AgreementStatus, statusTone, type Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsState } from '@kerb/domain/vocabulary/payment-state.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';

export type BannerReader = 'staff' | 'vendor';

type Row = {
  label: string;
  /** The status, and who acts next. */
  staff: string;
  vendor: string;
  /** The payer's next step: the text of the bar at the bottom of their screen. */
  nextStep: string;
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
    staff: 'This campaign has not been sent yet. Next, {organisation} adds every {payer} and sends it to them.',
    vendor: '{organisation} is still preparing this campaign. You have nothing to do yet.',
    nextStep: 'We will write to you when the campaign is ready to review.',
  },
  'waiting-invite': {
    label: 'Sent',
    staff: 'This campaign has been sent. It is the {payer}’s turn to review it.',
    vendor: '{organisation} has sent you this campaign. It is your turn to check that the details are right and to choose how to pay.',
    nextStep: 'Check the details, then choose how to pay.',
  },
  'waiting-info': {
    label: 'More Information Requested',
    staff: '{brand} has asked for more information. It is the {payer}’s turn to provide it.',
    vendor: 'We need more information from you before we can go on. It is your turn to provide it.',
    nextStep: 'Add your ID and supporting documents here. Call us if you are not sure what is still missing.',
  },
  'waiting-approval': {
    label: 'Application Submitted',
    staff: 'The {payer} has submitted the application. It is {brand}’s turn to assess it.',
    vendor: 'Your application has reached us. It is our turn to assess it, and you have nothing to do now.',
    nextStep: 'We will write to you when your application has been assessed.',
  },
  approved: {
    label: 'Awaiting Signature',
    staff: 'The application has been approved. It is the {payer}’s turn to sign.',
    vendor: 'Your application has been approved. Every {payer} signs next.',
    nextStep: 'We will let you know when the agreement is ready for you to sign.',
  },
  awaitingTransfer: {
    label: 'Application Submitted',
    staff: 'The {payer} is paying by bank transfer. It is {brand}’s turn to record the money when it arrives.',
    vendor: 'You have chosen to pay by bank transfer. We go on as soon as your money has reached us.',
    nextStep: `Make the transfer with the details shown here. It can take ${settlesIn} to settle.`,
  },
  awaitingPayment: {
    label: 'Application Submitted',
    staff: 'The {payer} has given what was needed. It is the {payer}’s turn to pay.',
    vendor: 'We have everything that we need, thank you. It is your turn to pay.',
    nextStep: 'Choose how to pay, and pay here.',
  },
  partPaid: {
    label: 'Application Submitted',
    staff: 'The {payer} has paid a part. It is the {payer}’s turn to pay the rest.',
    vendor: 'A part of your payment has reached us, thank you. It is your turn to pay the rest.',
    nextStep: 'Pay the rest here.',
  },
  completeAndPartPaid: {
    label: 'Complete',
    tone: 'attention',
    staff: 'This campaign was set to complete, but the {payer} has paid only a part. It is {brand}’s turn to ask for the rest or to return it.',
    vendor: 'This campaign is complete, but only a part of your payment has reached us. Please call us about the rest.',
    nextStep: 'Call us about what is still to be paid.',
  },
  refunding: {
    label: 'Refund Pending',
    tone: 'attention',
    staff: 'A refund is being processed by the card gateway. Nothing can be paid until its outcome is known.',
    vendor: 'Your refund is on its way to your card. You have nothing to do now.',
    nextStep: 'We will write to you when your refund has been made.',
  },
  paid: {
    label: 'Paid',
    tone: 'success',
    staff: 'The {payer} has paid. It is {brand}’s turn to transfer the funds to {organisation}.',
    vendor: 'Your payment has been received, thank you. We pass it on to {organisation}.',
    nextStep: 'You have paid. There is nothing more for you to do.',
  },
  unpaid: {
    label: 'Awaiting Payment',
    staff: 'This campaign is approved, but no payment has been recorded. It is the {payer}’s turn to pay.',
    vendor: 'This campaign is approved, and it is your turn to pay. You have nothing to sign.',
    nextStep: 'Pay for your campaign here. Call us if you have already paid.',
  },
  signed: {
    label: 'Application Signed and Submitted',
    staff: 'Everybody has signed. It is {brand}’s turn to transfer the funds.',
    vendor: 'Everybody has signed, thank you. It is our turn to transfer the funds to {organisation}.',
    nextStep: 'We will write to you when your campaign has been funded.',
  },
  executed: {
    label: 'Live',
    staff: 'This campaign has been funded. Nobody has anything to do until the property settles or leaves the market.',
    vendor: 'Your campaign is live. You have nothing to do until the property settles or leaves the market.',
    nextStep: 'Tell {organisation} when you know your settlement date.',
  },
  'waiting-settlement': {
    label: 'Pending settlement',
    staff: 'The property is waiting to settle. The {payer} repays at settlement.',
    vendor: 'Your property is waiting to settle. What is owing is repaid at settlement.',
    nextStep: 'We will write to you with what is owing before settlement.',
  },
  withdrawn: {
    label: 'Withdrawn from sale',
    staff: 'The property has been withdrawn from sale. It is the {payer}’s turn to repay.',
    vendor: 'Your property has been withdrawn from sale. What is owing now falls due.',
    nextStep: 'We will write to you with what is owing and how to repay it.',
  },
  complete: {
    label: 'Complete',
    staff: 'This campaign is complete. Nothing is left to do.',
    vendor: 'This campaign is complete. You have nothing left to do.',
    nextStep: 'Everything is done. Thank you.',
  },
  cancelled: {
    label: 'Application cancelled',
    staff: 'This campaign was cancelled. Its Payment URLs no longer work, and nobody has anything left to do.',
    vendor: 'This application was cancelled. You have nothing to pay and nothing left to do.',
    nextStep: 'Talk to {organisation} if you would like to start again.',
  },
  rejected: {
    label: 'Application declined',
    staff: 'This application was declined. Its Payment URLs no longer work, and nobody has anything left to do.',
    vendor: 'We could not approve this application. You have nothing to pay and nothing left to do.',
    nextStep: 'Talk to {organisation} about other ways to pay.',
  },
  cancelledAndHeld: {
    label: 'Application cancelled',
    tone: 'attention',
    staff: 'This campaign was cancelled, and money of the {payer} is still held. It is {brand}’s turn to return it.',
    vendor: 'This application was cancelled. You have nothing to pay. We hold money of yours, and it is our turn to return it.',
    nextStep: 'We return the money that we hold for you. Call us with any question.',
  },
  declinedAndHeld: {
    label: 'Application declined',
    tone: 'attention',
    staff: 'This application was declined, and money of the {payer} is still held. It is {brand}’s turn to return it.',
    vendor: 'We could not approve this application. You have nothing to pay. We hold money of yours, and it is our turn to return it.',
    nextStep: 'We return the money that we hold for you. Call us with any question.',
  },
  cancelledAndRefunding: {
    label: 'Application cancelled',
    tone: 'attention',
    staff: 'This campaign was cancelled. A refund is being processed by the card gateway, and nobody has anything to do until its outcome is known.',
    vendor: 'This application was cancelled. You have nothing to pay. Your refund is on its way to your card.',
    nextStep: 'We will write to you when your refund has been made.',
  },
  declinedAndRefunding: {
    label: 'Application declined',
    tone: 'attention',
    staff: 'This application was declined. A refund is being processed by the card gateway, and nobody has anything to do until its outcome is known.',
    vendor: 'We could not approve this application. You have nothing to pay. Your refund is on its way to your card.',
    nextStep: 'We will write to you when your refund has been made.',
  },
};

/**
 * What the team reads instead where the funds are not where the status says: `kept` for the organisation, on their way
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

/** The row, with what the team reads of the funds. Where the funds are is not sent to payers. */
function withFunds(name: AgreementStatus | MoneyRow, { fundsState }: Pick<BannerFacts, 'fundsState'>): Row {
  const staff = fundsState && fundsWords[name]?.[fundsState];
  return staff ? { ...banners[name], staff } : banners[name];
}

type BannerFacts = CardFacts &
  Pick<Agreement, 'tenantName' | 'campaignBudgetFundsPurpose' | 'fundsState'> & {
    isMoneyHeld?: boolean;
    /** For the team: no payer has been sent their Payment URL. */
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
    return { ...banners['waiting-invite'], staff: 'Marked as sent. No payer has been sent a link yet.' };
  }
  if (status === 'cancelled' || status === 'rejected') return endedRowFor(campaign, status);
  return status === 'complete' ? completeRowFor(campaign) : withFunds(status, campaign);
}

/** A payer who has done their part sees who acts next instead. */
const doneTheirPart = {
  sentence: 'Your part is done, thank you. It is now {others}’s turn.',
  nextStep: 'We will write to you when there is something for you to do.',
};

function saidTo(reader: BannerReader, row: Row, others: readonly string[]): { sentence: string; nextStep: string } {
  if (others.length === 0) return { sentence: row[reader], nextStep: row.nextStep };
  if (reader === 'staff') return { sentence: `${row.staff} Waiting for {others}.`, nextStep: row.nextStep };
  return doneTheirPart;
}

/** `others`: the payers whose part is missing, for the team and for a payer who has done their own. */
export function bannerOf(agreement: BannerFacts, reader: BannerReader, brand: string, others: readonly string[] = []) {
  const words: Record<string, string> = {
    organisation: agreement.tenantName,
    payer: payerWord(agreement.campaignBudgetFundsPurpose).toLowerCase(),
    brand,
    others: namesInWords(others),
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
  const row = rowFor(agreement);
  const tone: Tone = row.tone ?? statusTone(agreement.status);
  const said = saidTo(reader, row, others);
  return { label: row.label, tone, sentence: fill(said.sentence), nextStep: fill(said.nextStep) };
}
