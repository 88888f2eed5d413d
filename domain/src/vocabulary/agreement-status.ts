import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';

/** In ascending progress order: the index is the rank by which lists sort and rows are stored. */
export const agreementStatuses = [
  'cancelled',
  'rejected',
  'draft',
  'waiting-invite',
  'waiting-info',
  'waiting-approval',
  'approved',
  'signed',
  'executed',
  'withdrawn',
  'waiting-settlement',
  'complete',
] as const;
export type AgreementStatus = (typeof agreementStatuses)[number];

export const statusRank = (status: AgreementStatus): number => agreementStatuses.indexOf(status);

export function statusOfRank(rank: number): AgreementStatus {
  const status = agreementStatuses[rank];
  if (!status) throw new RangeError(`no status has rank ${rank}`);
  return status;
}

export type Tone = 'neutral' | 'progress' | 'attention' | 'success' | 'danger';

type Look = { label: string | ((payer: string) => string); tone: Tone; isFinal: boolean };

// biome-ignore format: a table
const statusLooks: Record<AgreementStatus, Look> = {
  cancelled:            { label: 'Cancelled',          tone: 'neutral',   isFinal: true  },
  rejected:             { label: 'Declined',           tone: 'danger',    isFinal: true  },
  draft:                { label: 'Draft',              tone: 'neutral',   isFinal: false },
  'waiting-invite':     { label: 'Sent',               tone: 'progress',  isFinal: false },
  'waiting-info':       { label: (payer) => `Awaiting ${payer} Info`, tone: 'attention', isFinal: false },
  'waiting-approval':   { label: 'Submitted',          tone: 'progress',  isFinal: false },
  approved:             { label: 'Awaiting Signature', tone: 'attention', isFinal: false },
  signed:               { label: 'Signed',             tone: 'progress',  isFinal: false },
  executed:             { label: 'Live',               tone: 'success',   isFinal: false },
  withdrawn:            { label: 'Withdrawn',          tone: 'attention', isFinal: false },
  'waiting-settlement': { label: 'Pending Settlement', tone: 'progress',  isFinal: false },
  complete:             { label: 'Complete',           tone: 'success',   isFinal: true  },
};

/** The word on a badge. For a deposit 'Awaiting Vendor Info' becomes 'Awaiting Payer Info'. */
export function statusLabel(status: AgreementStatus, purpose: FundsPurpose): string {
  const { label } = statusLooks[status];
  return typeof label === 'string' ? label : label(payerWord(purpose) === 'Vendor' ? 'Vendor' : 'Payer');
}

export const statusTone = (status: AgreementStatus): Tone => statusLooks[status].tone;
export const isFinal = (status: AgreementStatus): boolean => statusLooks[status].isFinal;

/** The all-campaigns list shows these by default. */
export const openStatuses = agreementStatuses.filter((status) => !isFinal(status));
export const finalStatuses = agreementStatuses.filter(isFinal);
