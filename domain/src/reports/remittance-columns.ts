import { remittanceLabels, remittedLabels } from '@kerb/domain/batches/remittances.ts';
import { campaignColumnsOf } from '@kerb/domain/reports/campaign-columns.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';

/** A remittance advice. Fees without tax, the tax and the amount add up to the gross amount. */
// biome-ignore format: a table
export const remittanceColumns = {
  day:       { header: 'Date',             is: 'day'   },
  kind:      { header: 'Payment',          is: 'label', labels: remittanceLabels },
  batch:     { header: 'Batch No.',        is: 'plain' },
  ...campaignColumnsOf('flowNumber', 'organisation', 'campaign'),
  address:   { header: 'Address',          is: 'text'  },
  reference: { header: 'Your Reference',   is: 'text'  },
  part:      { header: 'For',              is: 'label', labels: remittedLabels },
  invoice:   { header: 'Invoice No.',      is: 'plain' },
  gross:     { header: 'Gross',            is: 'plain' },
  fees:      { header: 'Fees without GST', is: 'plain' },
  tax:       { header: 'GST',              is: 'plain' },
  amount:    { header: 'Amount Paid',      is: 'plain' },
  account:   { header: 'Paid Into',        is: 'text'  },
  note:      { header: 'Note',             is: 'text'  },
} as const satisfies CsvColumns;
