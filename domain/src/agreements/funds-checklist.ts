import { type Paying, type Way, wayOfPaying } from '@kerb/domain/agreements/badges.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsState } from '@kerb/domain/vocabulary/payment-state.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';

export type ChecklistFacts = Omit<Paying, 'paymentWay'> &
  Way & {
    fundsState: FundsState;
    applicationSubmitDate: Moment | null;
    applicationApprovedDate: Moment | null;
    campaignFinanceSignatureDate: Day | null;
    /** The amount in the campaign's last batch. */
    campaignAgencySettlementAmount: Cents | null;
    /** The day on which the bank received the transfer. */
    campaignAgencySettlementProcessing: Day | null;
    /** Whether a receipt of the bank transfer has been uploaded. */
    hasRemittance: boolean;
  };

export type StepState = 'done' | 'current' | 'toCome';
export type ChecklistStep = { label: string; state: StepState };
type Step = { label: string; isDone: boolean };

/** Whether kept funds are in a batch: a batch stores its amount with the campaign, and discarding takes it back. */
export const isInBatch = (facts: Pick<ChecklistFacts, 'fundsState' | 'campaignAgencySettlementAmount'>): boolean =>
  facts.fundsState === 'kept' && facts.campaignAgencySettlementAmount !== null;

const isPast = (status: AgreementStatus, milestone: AgreementStatus): boolean =>
  statusRank(status) >= statusRank(milestone);

function payNowSteps(facts: ChecklistFacts): Step[] {
  const { campaignBudgetUpfrontPaymentMethodIntent: intent, campaignUpfrontPaymentMethod: method, fundsState } = facts;
  const isTransferred = fundsState === 'transferred';
  const isOrdered = fundsState === 'on-its-way' || isTransferred;
  const isPaid = facts.paymentState === 'paid' || isOrdered;
  const byBank = wayOfPaying(facts) === 'bank-transfer';
  const needsRemittance = byBank && (facts.hasRemittance || !isPaid);
  const chosen = byBank ? 'Bank Transfer' : 'Credit Card';
  return [
    {
      label: intent || method ? `Payment method chosen: ${chosen}` : 'Payment method chosen',
      isDone: Boolean(intent || method),
    },
    // Not shown once the money has arrived.
    ...(needsRemittance ? [{ label: 'Remittance uploaded', isDone: facts.hasRemittance }] : []),
    { label: 'Payment received', isDone: isPaid },
    { label: 'Funds transfer preparing', isDone: isOrdered || (isPaid && isInBatch(facts)) },
    { label: 'Funds transfer ready', isDone: isOrdered },
    {
      label: 'Funds transfer processing',
      isDone: isTransferred || (isOrdered && facts.campaignAgencySettlementProcessing !== null),
    },
    { label: 'Funds transferred', isDone: isTransferred },
  ];
}

function financeSteps(facts: ChecklistFacts): Step[] {
  const { status } = facts;
  // Reopened campaigns keep old dates; ended ones show the furthest step.
  const has = (date: Day | Moment | null, isKept: boolean) => date !== null && isKept;
  const isBack = status === 'waiting-info';
  const isSubmitted =
    isPast(status, 'waiting-approval') || has(facts.applicationSubmitDate, isBack || isCancelledOrDeclined(status));
  const isApproved = isPast(status, 'approved') || has(facts.applicationApprovedDate, isCancelledOrDeclined(status));
  const isSigned = isPast(status, 'signed') || has(facts.campaignFinanceSignatureDate, isCancelledOrDeclined(status));
  return [
    { label: 'Application submitted', isDone: isSubmitted },
    { label: 'In review', isDone: isApproved },
    { label: 'Approved', isDone: isApproved },
    { label: 'Agreement signed', isDone: isSigned },
    { label: 'Funds transferred', isDone: facts.fundsState === 'transferred' },
  ];
}

/**
 * The steps of the funds to the organisation, by payment option. Every step before a done step is done; the next one is
 * current, unless the campaign has ended.
 */
export function fundsChecklist(facts: ChecklistFacts): ChecklistStep[] {
  if (facts.financeOptionCode === null) return [];
  const steps = facts.financeOptionCode === 'pn' ? payNowSteps(facts) : financeSteps(facts);
  const reached = steps.findLastIndex((step) => step.isDone);
  return steps.map(({ label }, place) => {
    if (place <= reached) return { label, state: 'done' };
    return { label, state: place === reached + 1 && !isCancelledOrDeclined(facts.status) ? 'current' : 'toCome' };
  });
}
