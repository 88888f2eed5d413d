import { booksToReview, brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

/** Reads the whole ledger and prints what is not true in it, and what an admin has to decide. Changes nothing. */
async function main() {
  const { deps, close } = await openDeps(readConfig(process.env));
  const broken = await brokenInvariants(deps.db);
  const open = await booksToReview(deps.db);
  await close();
  for (const line of [...broken, ...open]) process.stdout.write(`${line}\n`);
  const words = broken.length === 0 ? 'The books are right.' : 'The books are NOT right.';
  process.stdout.write(`${words} ${open.length} campaigns to review.\n`);
  if (broken.length > 0) process.exitCode = 1;
}

main().catch(stopWith);
