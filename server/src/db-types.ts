import { readFileSync, writeFileSync } from 'node:fs';
import { openEmbedded } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { printTables } from '@kerb/server/platform/database/print-tables.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { stopWith } from '@kerb/server/start-up.ts';

/** Prints the types of the tables from a new database in memory, with every migration applied. */
async function main() {
  const opened = await openEmbedded(null, silentLog);
  await migrate(opened);
  const path = new URL('./platform/database/tables.ts', import.meta.url);
  const printed = await printTables(opened.db);
  // A test may read the file at the same time, so an unchanged file is not written again.
  if (readFileSync(path, 'utf8') !== printed) writeFileSync(path, printed);
  await opened.close();
}

main().catch(stopWith);
