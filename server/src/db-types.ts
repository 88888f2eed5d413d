import { writeFileSync } from 'node:fs';
import { openEmbedded } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { printTables } from '@kerb/server/platform/database/print-tables.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { stopWith } from '@kerb/server/start-up.ts';

/** Prints the types of the tables from a new database in memory, with every migration applied. */
async function main() {
  const { db, close } = await openEmbedded(null, silentLog);
  await migrate(db);
  writeFileSync(new URL('./platform/database/tables.ts', import.meta.url), await printTables(db));
  await close();
}

main().catch(stopWith);
