import type { Database } from '@kerb/server/platform/database/database.ts';
import { openValues } from '@kerb/server/platform/privacy/log-values.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

type Opened = { db: Database; deps: { secrets: Secrets } };

/** The log with its personal values, as an admin reads it, in the order in which it was written. */
export async function openedLog({ db, deps }: Opened) {
  const rows = await db.selectFrom('logEntries').selectAll().orderBy('id').execute();
  const texts = rows.map((row) => ({ ...row, logData: JSON.stringify(row.logData) }));
  const opened = await openValues(db, deps.secrets, texts);
  return opened.map((entry) => ({ ...entry, logData: JSON.parse(entry.logData) as Record<string, unknown> }));
}
