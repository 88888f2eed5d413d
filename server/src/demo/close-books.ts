import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { closePeriod } from '@kerb/server/features/books/close-period.ts';
import { saveCodes } from '@kerb/server/features/books/export-period.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The books of everything until a year ago are closed, and each account has a code in Xero and MYOB. */
export async function closeDemoBooks(work: Work, { actors }: DemoRecords): Promise<void> {
  const actor = must(actors.get('admin@example.com'), 'the first admin of the demo');
  const byAdmin = { ...work, actor };
  const today = dayIn(work.deps.config.country.defaultTimeZone, work.now);
  const yearAgo = Temporal.PlainDate.from(today).subtract({ years: 1 }).with({ day: 1 }).toString();
  await closePeriod(byAdmin, addDays(yearAgo, -1));
  const items = accountNames.map((account, place) => ({
    account,
    xero: String(600 + place),
    myob: `1-${1_100 + place * 10}`,
  }));
  await saveCodes(byAdmin, { items });
}
