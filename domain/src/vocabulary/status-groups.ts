import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';

type Statuses = readonly AgreementStatus[];

/** Options, quotes and payers may still change. */
export const beforeApproval: Statuses = ['draft', 'waiting-invite', 'waiting-info', 'waiting-approval'];
/** Sent to its payers, not approved yet: a payer may choose an option and submit. */
export const sentBeforeApproval: Statuses = beforeApproval.filter((status) => status !== 'draft');
/** From the last signature on: the terms and details are signed, and a financed campaign has a loan. */
export const onceSigned: Statuses = ['signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];

/** Nothing more happens: the campaign is complete, withdrawn from sale, cancelled or declined. */
export const ended: Statuses = ['complete', 'withdrawn', 'cancelled', 'rejected'];

export const notIn = (statuses: Statuses): Statuses => agreementStatuses.filter((each) => !statuses.includes(each));

/** The campaign ended and will not be paid for: money that arrives for it is held for the payer. */
export const isCancelledOrDeclined = (status: AgreementStatus): boolean =>
  status === 'cancelled' || status === 'rejected';
