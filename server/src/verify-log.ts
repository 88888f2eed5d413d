import { parseArgs } from 'node:util';
import { openDatabase } from '@kerb/server/open-database.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { needsMigration } from '@kerb/server/platform/database/migrate.ts';
import { logger } from '@kerb/server/platform/log/log.ts';
import { type KnownHead, type LogCheck, verifyLog } from '@kerb/server/platform/log-chain/verify-log.ts';
import { stopWith } from '@kerb/server/start-up.ts';

const usage = 'Usage: npm run verify-log -- [--head NUMBER:SHA256]…';

/** The heads of messages and signed agreements, as they are printed there. */
function headsIn(texts: readonly string[]): KnownHead[] {
  return texts.map((text) => {
    const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
    if (!number || !hash) throw new ConfigError(`${text} is no head of the log. ${usage}`);
    return { number: Number(number), hash: Buffer.from(hash, 'hex'), from: 'your --head' };
  });
}

function linesOf({ sealCount, entryCount, forgottenCount, head, ...found }: LogCheck): string[] {
  const { findings, findingCount, brokenCount } = found;
  const more = findingCount - findings.length;
  return [
    ...findings.map(({ text }) => text),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `${entryCount} entries in ${sealCount} seals. ${forgottenCount} of them were deleted after seven years.`,
    ...(head ? [`Newest seal: ${head.number}:${head.hash.toString('hex')}`] : []),
    brokenCount === 0 ? 'The log is as it was written.' : 'The log was CHANGED.',
  ];
}

/** Reads the whole audit log and compares it with its chain. Changes nothing. */
async function main() {
  const { values } = parseArgs({ options: { head: { type: 'string', multiple: true, default: [] } } });
  const known = headsIn(values.head);
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config, logger(config));
  if (await needsMigration(db)) {
    throw new ConfigError('The database has not been upgraded yet: start this release once, then verify its log.');
  }
  const check = await verifyLog(db, known);
  await close();
  for (const line of linesOf(check)) process.stdout.write(`${line}\n`);
  if (check.brokenCount > 0) process.exitCode = 1;
}

main().catch(stopWith);
