import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The statuses of the second campaign model. */
export const campaignStatuses = [
  'draft',
  'waiting-vendor',
  'waiting-finance',
  'cancelled',
  'live',
  'sale-withdrawn',
  'waiting-settlement',
  'sale-complete',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Status in the second campaign model for each status of the agreement. */
// biome-ignore format: a table
export const campaignStatusWhile: Record<AgreementStatus, CampaignStatus> = {
  cancelled:            'cancelled',
  rejected:             'cancelled',
  draft:                'draft',
  'waiting-invite':     'waiting-vendor',
  'waiting-info':       'waiting-vendor',
  'waiting-approval':   'waiting-finance',
  approved:             'waiting-finance',
  signed:               'waiting-finance',
  executed:             'live',
  withdrawn:            'sale-withdrawn',
  'waiting-settlement': 'waiting-settlement',
  complete:             'sale-complete',
};
