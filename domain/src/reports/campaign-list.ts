import { campaignColumnsOf } from '@kerb/domain/reports/campaign-columns.ts';

/** The columns of a campaign list's spreadsheet: what its rows and cards show. */
// biome-ignore format: a table
export const campaignListColumns = campaignColumnsOf(
  'flowNumber', 'campaign', 'organisation', 'agent', 'status', 'statusDate', 'purpose', 'option', 'budget',
  'fundingRequest', 'sent', 'submitted', 'approved', 'auction', 'settlement', 'withdrawn', 'upfrontDate',
  'actionSuggested', 'lastUpdate',
);

/** 'KerbPay Campaigns.csv', or 'Harbour Estate KerbPay Campaigns.csv' for one organisation's list. */
export const campaignListFileName = (brand: string, organisation: string | null): string =>
  `${organisation ? `${organisation} ` : ''}${brand} Campaigns.csv`;
