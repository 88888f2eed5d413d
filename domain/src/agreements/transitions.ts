import type { Standing } from '@kerb/domain/access/actor.ts';
import { isPaid } from '@kerb/domain/agreements/badges.ts';
import { missingBeforeSending, sendRefusal } from '@kerb/domain/agreements/send.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type AgreementStatus, openStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import { isCancelledOrDeclined, onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';

type Facts = {
  status: AgreementStatus;
  campaignBudget: Cents | null;
  campaignPlannedStartDate: Day | null;
  /**
   * The campaign's balances: what is on its way to the organisation (a credit), what was lent and transferred, and what
   * was repaid of it, also before the ledger recorded repayments. `collected` is that with fees and interest.
   */
  books?: { transit: Cents; loans: Cents; repaid?: Cents; carried?: Cents; collected?: Cents };
  /** Whether a card is being charged for the campaign. */
  isCharging?: boolean;
  /** The lending rules' decision on an approval; absent if the campaign has no loan. */
  approval?: Decision<null>;
  /** Whether the Marketing Schedule that the campaign needs is attached; absent when money decides, not a person. */
  schedule?: Decision<null>;
} & PaidFacts;
/** How far the campaign is paid, by its ledger. */
type PaidFacts = { status: AgreementStatus; paymentState?: PaymentState | undefined };
type Guard = (facts: Facts) => Decision<null>;

const guards = {
  readyToSend: (facts) => {
    const missing = missingBeforeSending(facts);
    return missing.length === 0 ? (facts.schedule ?? allow(null)) : refuse('not-ready-to-send', sendRefusal(missing));
  },
  approvable: ({ approval, schedule }) => (schedule?.ok === false ? schedule : (approval ?? allow(null))),
} satisfies Record<string, Guard>;

/** Who changes the status: a person with this standing, or the product itself when money arrives. */
export type StatusActor = Standing | 'product';

export type Transition = {
  label: string;
  from: readonly AgreementStatus[];
  to: AgreementStatus;
  who: readonly StatusActor[];
  /** Checked for every actor who sets this status, also for an admin who uses the status selector. */
  guard?: keyof typeof guards;
  /** The change has its own card, so the sidebar shows no button for it. */
  isOnCard?: true;
};

/** Status changes: from, to and by whom. An admin can also set any status with the status selector. */
// biome-ignore format: a table
export const transitions = {
  markAsSent:         { label: 'Mark As Sent',          from: ['draft'],                        to: 'waiting-invite',  who: ['admin', 'manager', 'employee'], guard: 'readyToSend' },
  cancel:             { label: 'Cancel',                from: ['draft', 'waiting-invite'],      to: 'cancelled',       who: ['manager', 'employee'] },
  cancelApplication:  { label: 'Cancel Application',    from: ['waiting-approval', 'approved'], to: 'cancelled',       who: ['vendor'] },
  markAsCancelled:    { label: 'Mark as Cancelled',     from: openStatuses,                     to: 'cancelled',       who: ['admin'] },
  requestInformation: { label: 'Information Requested', from: ['waiting-invite', 'waiting-approval', 'approved'], to: 'waiting-info', who: ['admin'] },
  closeRequest:       { label: 'Close Request',         from: ['waiting-info'],                 to: 'waiting-approval', who: ['admin'] },
  decline:            { label: 'Mark as Declined',      from: openStatuses,                     to: 'rejected',        who: ['admin'] },
  approve:            { label: 'Approve',               from: ['waiting-approval', 'waiting-info'], to: 'approved',      who: ['admin'], guard: 'approvable', isOnCard: true },
  awaitTransfer:      { label: 'Bank Transfer Chosen',  from: ['waiting-invite'],               to: 'waiting-approval', who: ['product'] },
  answerRequest:      { label: 'Information Provided',  from: ['waiting-info'],                 to: 'waiting-approval', who: ['product'] },
  sign:               { label: 'Agreement Signed',      from: ['approved'],                     to: 'signed',          who: ['product'] },
  // An information request stays open until its payers have answered, also if one of them has paid meanwhile.
  acceptPayment:      { label: 'Paid Upfront',          from: ['waiting-invite', 'waiting-approval'], to: 'approved', who: ['product'] },
  takePaymentBack:    { label: 'Payment Taken Back',    from: ['approved'],                     to: 'waiting-approval', who: ['product'] },
  passFundsOn:        { label: 'Funds Transferred',     from: ['approved'],                     to: 'complete',        who: ['product'] },
  drawDown:           { label: 'Funds Drawn',           from: ['signed', 'withdrawn', 'waiting-settlement', 'complete'], to: 'executed', who: ['product'] },
  awaitSettlement:    { label: 'Settlement Date Set',   from: ['signed', 'executed', 'withdrawn', 'complete'], to: 'waiting-settlement', who: ['product'] },
  withdrawFromSale:   { label: 'Withdrawn From Sale',   from: ['signed', 'executed', 'waiting-settlement', 'complete'], to: 'withdrawn', who: ['product'] },
  repay:              { label: 'Loan Repaid',           from: ['signed', 'executed', 'withdrawn', 'waiting-settlement'], to: 'complete', who: ['product'] },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof transitions;

/** A date or figure that reaching a status writes to the campaign itself. */
export type StatusStamp = 'sentDate' | 'submitDate' | 'approvedDate' | 'loanSigned' | 'loanUnsigned';

/** Further effects in the same transaction. */
export type StatusEffect =
  | 'issuePaymentLinks'
  | 'endPaymentLinks'
  | 'notifyPayers'
  | 'keepApplicationInStep'
  | 'voidSignatures'
  | 'bringMoneyInLine'
  | 'keepLoanInBooks'
  | 'approvePaidUpfront'
  | 'completePaidUpfront';

type Consequences = {
  stamps: readonly StatusStamp[];
  effects: readonly StatusEffect[];
  /** An effect that may change the status again. It comes last, after the change is in the log. */
  last?: StatusEffect;
};

/**
 * The effects of reaching a status, for every cause of the change: a button, a payment, a signature, a saved date or a
 * batch.
 */
// biome-ignore format: a table
export const onReaching: Record<AgreementStatus, Consequences> = {
  cancelled:            { stamps: [],                             effects: ['bringMoneyInLine', 'keepLoanInBooks', 'notifyPayers', 'endPaymentLinks', 'keepApplicationInStep'] },
  rejected:             { stamps: [],                             effects: ['bringMoneyInLine', 'keepLoanInBooks', 'notifyPayers', 'endPaymentLinks', 'keepApplicationInStep'] },
  draft:                { stamps: ['loanUnsigned'],               effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep', 'voidSignatures'] },
  'waiting-invite':     { stamps: ['sentDate', 'loanUnsigned'],   effects: ['bringMoneyInLine', 'keepLoanInBooks', 'issuePaymentLinks', 'keepApplicationInStep', 'voidSignatures'] },
  'waiting-info':       { stamps: ['loanUnsigned'],               effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep', 'notifyPayers', 'voidSignatures'] },
  'waiting-approval':   { stamps: ['submitDate', 'loanUnsigned'], effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep', 'voidSignatures'], last: 'approvePaidUpfront' },
  approved:             { stamps: ['approvedDate', 'loanUnsigned'], effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep', 'notifyPayers', 'voidSignatures'], last: 'completePaidUpfront' },
  signed:               { stamps: ['loanSigned'],                 effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep'] },
  executed:             { stamps: ['loanSigned'],                 effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep'] },
  withdrawn:            { stamps: ['loanSigned'],                 effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep'] },
  'waiting-settlement': { stamps: ['loanSigned'],                 effects: ['bringMoneyInLine', 'keepLoanInBooks', 'keepApplicationInStep'] },
  complete:             { stamps: [],                             effects: ['bringMoneyInLine', 'keepLoanInBooks', 'endPaymentLinks', 'keepApplicationInStep'] },
};

const hasEffect = (status: AgreementStatus, effect: StatusEffect): boolean =>
  onReaching[status].effects.includes(effect);

/** Whether this status ends the Payment URLs of a campaign. */
export const endsPaymentLinks = (status: AgreementStatus): boolean => hasEffect(status, 'endPaymentLinks');

/** Statuses that need a reason, which the payer reads. */
export const explainedStatuses: readonly AgreementStatus[] = ['waiting-info', 'rejected'];

const movesFrom = (name: TransitionName): readonly AgreementStatus[] => transitions[name].from;

/** Whether an admin can approve or decline a finance application now. */
export const isApprovalOpen = (status: AgreementStatus): boolean => movesFrom('approve').includes(status);

/** The named status changes that this actor may make from here, for the buttons of the sidebar. */
export function movesAllowedFor(actor: StatusActor, from: AgreementStatus): TransitionName[] {
  const names = Object.keys(transitions) as TransitionName[];
  return names.filter((name) => {
    const row: Transition = transitions[name];
    return row.who.includes(actor) && row.from.includes(from) && !row.isOnCard;
  });
}

/** A guard applies to its target status, whichever endpoint changes the status. */
function guardsOnReaching(to: AgreementStatus): Guard[] {
  const rows: Transition[] = Object.values(transitions);
  return rows.flatMap((row) => (row.to === to && row.guard ? [guards[row.guard]] : []));
}

export const fundsUnderWay = 'The funds are on their way to the organisation. Discard their batch first.';

export const loanRepaid = 'Money has repaid a part of this loan. Void its payments first.';

export const loanPaidOut = 'The loan has been paid out, so its terms can no longer change.';

/**
 * Moves that the campaign's money prevents: going back while its funds are on their way, to before a paid-out loan, or
 * ending a loan of which something was repaid.
 */
function refuseByBooks({ books, status }: Facts, to: AgreementStatus): Decision<null> {
  if (!books) return allow(null);
  if (books.transit < 0 && statusRank(to) < statusRank(status)) return refuse('funds-under-way', fundsUnderWay);
  const isBeforeSigning = !onceSigned.includes(to) && !isCancelledOrDeclined(to);
  const lent = books.loans + (books.repaid ?? 0) + Math.max(0, books.carried ?? 0);
  if (lent > 0 && isBeforeSigning) return refuse('loan-paid-out', loanPaidOut);
  return books.collected && !onceSigned.includes(to) ? refuse('loan-repaid', loanRepaid) : allow(null);
}

/** A charge whose outcome is not known yet: the money would arrive for something that no longer exists. */
export const cardUnderWay = 'A card payment for this campaign is being processed. Please try again in a few minutes.';

/** A campaign is not cancelled or declined while its payer's card is being charged. */
const refuseByCharge = ({ isCharging }: Facts, to: AgreementStatus): Decision<null> =>
  isCharging && isCancelledOrDeclined(to) ? refuse('payment-under-way', cardUnderWay) : allow(null);

export const paidForAlready =
  'This campaign has been paid for. To cancel, please call the organisation that sent it to you, or us.';

/** Only staff can cancel a campaign that has been paid, because money must then be returned. */
export const isPaidFor = (campaign: PaidFacts): boolean =>
  isPaid({ status: campaign.status, paymentState: campaign.paymentState ?? 'none' });

/** Whether the actor may approve campaigns, and so sees what is missing for the approval. */
export const approves = (actor: StatusActor): boolean =>
  (transitions.approve.who as readonly StatusActor[]).includes(actor);

/** Whether the actor may also set a status that no transition allows from here. */
export const maySetAnyStatus = (actor: StatusActor): boolean => actor === 'admin';

/** Decides a change of status. The screen calls it first; the server calls it again with the row locked. */
export function decideStatusChange(facts: Facts, to: AgreementStatus, actor: StatusActor): Decision<AgreementStatus> {
  if (facts.status === to) return refuse('status-unchanged', 'The campaign already has that status.');
  const isOpen = movesAllowedFor(actor, facts.status).some((name) => transitions[name].to === to);
  if (!isOpen && !maySetAnyStatus(actor)) {
    return refuse('status-not-allowed', 'The campaign cannot be moved to that status from its current status.');
  }
  if (actor === 'vendor' && isPaidFor(facts)) return refuse('already-paid', paidForAlready);
  const byGuards = guardsOnReaching(to).map((guard) => guard(facts));
  const verdicts = [refuseByBooks(facts, to), refuseByCharge(facts, to), ...byGuards];
  return verdicts.find((verdict) => !verdict.ok) ?? allow(to);
}
