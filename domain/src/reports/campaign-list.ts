import type { CsvColumns } from '@kerb/domain/reports/csv.ts';
import { statusLabels } from '@kerb/domain/reports/report-columns.ts';
import { financeOptionLabels, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';

/** The columns of a campaign list's spreadsheet: what its rows and cards show. */
// biome-ignore format: a table
export const campaignListColumns = {
  flowNumber:      { header: 'Flow No.',             is: 'plain'  },
  campaign:        { header: 'Campaign',             is: 'text'   },
  organisation:    { header: 'Organisation',         is: 'text'   },
  agent:           { header: 'Agent',                is: 'text'   },
  status:          { header: 'Status',               is: 'label', labels: statusLabels },
  statusDate:      { header: 'Status Last Update',   is: 'moment' },
  purpose:         { header: 'Funds Purpose',        is: 'label', labels: fundsPurposeLabels },
  option:          { header: 'Payment Option',       is: 'label', labels: financeOptionLabels },
  budget:          { header: 'Campaign Budget',      is: 'plain'  },
  fundingRequest:  { header: 'Funding Request Date', is: 'day'    },
  sent:            { header: 'Sent Date',            is: 'moment' },
  submitted:       { header: 'Submitted Date',       is: 'moment' },
  approved:        { header: 'Approved Date',        is: 'moment' },
  auction:         { header: 'Auction Date',         is: 'day'    },
  settlement:      { header: 'Settlement Date',      is: 'day'    },
  withdrawn:       { header: 'Withdrawn Date',       is: 'day'    },
  upfrontDate:     { header: 'Upfront Payment Date', is: 'day'    },
  actionSuggested: { header: 'Action Suggested',     is: 'flag'   },
  lastUpdate:      { header: 'Last Updated',         is: 'moment' },
} as const satisfies CsvColumns;

/** 'KerbPay Campaigns.csv', or 'Harbour Estate KerbPay Campaigns.csv' for one organisation's list. */
export const campaignListFileName = (brand: string, organisation: string | null): string =>
  `${organisation ? `${organisation} ` : ''}${brand} Campaigns.csv`;
