import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

export const documentTitles = { pl: 'Loan Agreement Documents', pos: 'Lending Agreement Documents' } as const;
/** Who else reads the notes, for those who write or read them beside the payer. */
export const notesHints = { pl: 'Visible to vendors', pos: 'Visible to vendor' } as const;

/** Where an application waits for a decision: an admin's card opens by itself, and Approve is offered. */
export const decidedIn: readonly AgreementStatus[] = ['waiting-approval', 'waiting-info'];
