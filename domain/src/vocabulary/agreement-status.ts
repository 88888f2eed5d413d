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

type Look = { label: string | ((payer: string) => string); tone: Tone; v2: string; isFinal: boolean };

// biome-ignore format: a table
const statusLooks: Record<AgreementStatus, Look> = {
  cancelled:            { label: 'Cancelled',          tone: 'neutral',   v2: 'cancelled',          isFinal: true  },
  rejected:             { label: 'Declined',           tone: 'danger',    v2: 'cancelled',          isFinal: true  },
  draft:                { label: 'Draft',              tone: 'neutral',   v2: 'draft',              isFinal: false },
  'waiting-invite':     { label: 'Sent',               tone: 'progress',  v2: 'waiting-vendor',     isFinal: false },
  'waiting-info':       { label: (payer) => `Awaiting ${payer} Info`, tone: 'attention', v2: 'waiting-vendor', isFinal: false },
  'waiting-approval':   { label: 'Submitted',          tone: 'progress',  v2: 'waiting-finance',    isFinal: false },
  approved:             { label: 'Awaiting Signature', tone: 'attention', v2: 'waiting-finance',    isFinal: false },
  signed:               { label: 'Signed',             tone: 'progress',  v2: 'waiting-finance',    isFinal: false },
  executed:             { label: 'Live',               tone: 'success',   v2: 'live',               isFinal: false },
  withdrawn:            { label: 'Withdrawn',          tone: 'attention', v2: 'sale-withdrawn',     isFinal: false },
  'waiting-settlement': { label: 'Pending Settlement', tone: 'progress',  v2: 'waiting-settlement', isFinal: false },
  complete:             { label: 'Complete',           tone: 'success',   v2: 'sale-complete',      isFinal: true  },
};

/** The word on a badge. For a deposit 'Awaiting Vendor Info' becomes 'Awaiting Payer Info'. */
export function statusLabel(status: AgreementStatus, purpose: FundsPurpose): string {
  const { label } = statusLooks[status];
  return typeof label === 'string' ? label : label(payerWord(purpose) === 'Vendor' ? 'Vendor' : 'Payer');
}

export const statusTone = (status: AgreementStatus): Tone => statusLooks[status].tone;
export const isFinal = (status: AgreementStatus): boolean => statusLooks[status].isFinal;
/** The status in the second campaign model. */
export const campaignStatus = (status: AgreementStatus): string => statusLooks[status].v2;

/** The all-campaigns list shows these by default. */
export const openStatuses = agreementStatuses.filter((status) => !isFinal(status));
export const finalStatuses = agreementStatuses.filter(isFinal);
