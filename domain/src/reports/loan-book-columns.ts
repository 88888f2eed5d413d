import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { ageingLabels } from '@kerb/domain/loan-books/ageings.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';

/** The columns of the loan book as a file. */
// biome-ignore format: a table
export const loanBookColumns = {
  flowNumber:   { header: flowNumberLabel,       is: 'text'  },
  organisation: { header: 'Organisation',        is: 'text'  },
  campaign:     { header: 'Campaign',            is: 'text'  },
  principal:    { header: 'Principal',           is: 'plain' },
  fees:         { header: 'Fees',                is: 'plain' },
  interest:     { header: 'Interest',            is: 'plain' },
  owed:         { header: 'Owed',                is: 'plain' },
  accruedUntil: { header: 'Interest Posted To',  is: 'day'   },
  due:          { header: 'Due Date',            is: 'day'   },
  daysPastDue:  { header: 'Days Past Due',       is: 'plain' },
  ageing:       { header: 'Ageing',              is: 'label', labels: ageingLabels },
} as const satisfies CsvColumns;

export const loanBookFileName = (brand: string): string => `${brand}-loan-book.csv`;
