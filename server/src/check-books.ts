import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { booksToReview } from '@kerb/server/features/payments/books-to-review.ts';
import { openDatabase } from '@kerb/server/open-database.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { needsMigration } from '@kerb/server/platform/database/migrate.ts';
import { logger } from '@kerb/server/platform/log/log.ts';
import { stopWith } from '@kerb/server/start-up.ts';

/** Reads the whole ledger and prints what is not true in it, and what an admin has to decide. Changes nothing. */
async function main() {
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config, logger(config));
  if (await needsMigration(db)) {
    throw new ConfigError('The database has not been upgraded yet: start this release once, then check its books.');
  }
  const { broken, open } = await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => ({ broken: await brokenInvariants(tx), open: await booksToReview(tx) }));
  await close();
  for (const line of [...broken, ...open]) process.stdout.write(`${line}\n`);
  const words = broken.length === 0 ? 'The books are right.' : 'The books are NOT right.';
  process.stdout.write(`${words} ${open.length} campaigns to review.\n`);
  if (broken.length > 0) process.exitCode = 1;
}

main().catch(stopWith);
