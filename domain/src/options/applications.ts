import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinancedOption, FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

export const applicationStatuses = [
  'draft',
  'waiting-info',
  'waiting-approval',
  'approved',
  'rejected',
  'cancelled',
  'signed',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** Application status for each campaign status. */
// biome-ignore format: a table
export const applicationStatusWhile: Record<AgreementStatus, ApplicationStatus> = {
  cancelled:            'cancelled',
  rejected:             'rejected',
  draft:                'draft',
  'waiting-invite':     'draft',
  'waiting-info':       'waiting-info',
  'waiting-approval':   'waiting-approval',
  approved:             'approved',
  signed:               'signed',
  executed:             'signed',
  withdrawn:            'signed',
  'waiting-settlement': 'signed',
  complete:             'signed',
};

type Standing = { optionCode: FinancedOption; status: ApplicationStatus };

/** The application to continue: that of the chosen option unless cancelled, else a draft. Null: create a new one. */
export function applicationToLoad<A extends Standing>(applications: readonly A[], chosen: FinanceOptionCode): A | null {
  const own = applications.find(({ optionCode, status }) => optionCode === chosen && status !== 'cancelled');
  return own ?? applications.find(({ status }) => status === 'draft') ?? null;
}
