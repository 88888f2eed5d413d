import { endAllSignIns, endSignInsOf } from '@kerb/server/features/people/end-sign-ins.ts';
import { type Ended, endWhatFormerKeysMade } from '@kerb/server/leaked-key.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

const usage =
  'Usage: npm run end-sign-ins -- --all, or: npm run end-sign-ins -- --leaked-key, or: npm run end-sign-ins -- EMAIL';

const whatEnds: Record<keyof Ended, string> = {
  signIns: 'Sign-ins',
  paymentUrls: 'Payment URLs',
  passwordLinks: 'Links for a new password',
  invitations: 'Invitations that were not answered',
  addressLinks: 'Links for a new email address',
  codes: 'Codes',
  recoveryCodes: 'Recovery codes of earlier releases',
  messages: 'Messages that waited with a link or code',
  webhooks: 'Secrets of webhooks, whose owners are told',
  clientSecrets: 'Logins of organisations whose managers are told to replace the client secret at their provider',
};

async function afterLeak(deps: Deps): Promise<string> {
  const ended = await inTransaction(deps, byTheProduct, endWhatFormerKeysMade);
  const lines = Object.entries(ended).map(([what, count]) => `${whatEnds[what as keyof Ended]}: ${count}`);
  return ['Ended:', ...lines, 'Run node server/src/rotate-keys.ts, and then remove the key that leaked.', ''].join(
    '\n',
  );
}

const leaked = '--leaked-key';

/**
 * After a leak: logs out everybody, or one person, at their next request. `--leaked-key` also ends everything else that
 * the leaked key protects.
 */
async function main([whom, ...more]: string[]) {
  if (whom === undefined || more.length > 0 || (whom.startsWith('-') && !['--all', leaked].includes(whom)))
    throw new ConfigError(usage);
  const { deps, close } = await openDeps(readConfig(process.env));
  if (whom === leaked) {
    process.stdout.write(await afterLeak(deps).finally(close));
    return;
  }
  const ended = await inTransaction(deps, byTheProduct, (work) =>
    whom === '--all' ? endAllSignIns(work) : endSignInsOf(work, whom),
  ).finally(close);
  if (ended === null) throw new ConfigError(`Nobody has the email address ${whom}.`);
  process.stdout.write(`Sign-ins ended: ${ended}.\n`);
}

main(process.argv.slice(2)).catch(stopWith);
