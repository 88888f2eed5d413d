import { endAllSignIns, endSignInsOf } from '@kerb/server/features/people/end-sign-ins.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

const usage = 'Usage: npm run end-sign-ins -- --all, or: npm run end-sign-ins -- EMAIL';

/** After a leak: logs out everybody, or one person, at their next request. */
async function main([whom, ...more]: string[]) {
  if (whom === undefined || more.length > 0 || (whom.startsWith('-') && whom !== '--all')) throw new ConfigError(usage);
  const { deps, close } = await openDeps(readConfig(process.env));
  const ended = await inTransaction(deps, byTheProduct, (work) =>
    whom === '--all' ? endAllSignIns(work) : endSignInsOf(work, whom),
  ).finally(close);
  if (ended === null) throw new ConfigError(`Nobody has the email address ${whom}.`);
  process.stdout.write(`Sign-ins ended: ${ended}.\n`);
}

main(process.argv.slice(2)).catch(stopWith);
