import { securityEvents } from '@kerb/domain/audit/security-events.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';

const kindLabels = Object.fromEntries(Object.entries(securityEvents).map(([kind, { label }]) => [kind, label]));

/** The columns of the export of security events. Times are UTC, as in every log. */
// biome-ignore format: a table
export const securityColumns = {
  date:      { header: 'Time (UTC)', is: 'plain' },
  kind:      { header: 'Event',      is: 'label', labels: kindLabels },
  account:   { header: 'Account',    is: 'text'  },
  network:   { header: 'Network',    is: 'text'  },
  means:     { header: 'Means',      is: 'text'  },
  route:     { header: 'Route',      is: 'text'  },
  status:    { header: 'Status',     is: 'plain' },
  count:     { header: 'Count',      is: 'plain' },
  requestId: { header: 'Request',    is: 'text'  },
} as const satisfies CsvColumns;

export const securityFileName = (brand: string): string => `${brand} Security Events.csv`;
