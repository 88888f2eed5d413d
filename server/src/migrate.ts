import { upgradeDatabase } from '@kerb/server/open-database.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { logger } from '@kerb/server/platform/log/log.ts';
import { masterKeysOf, secretsFrom } from '@kerb/server/platform/secrets.ts';
import { stopWith } from '@kerb/server/start-up.ts';

/** Upgrades the tables as their owner, for a deployment whose servers do not know the owner's connection. */
async function main() {
  const config = readConfig(process.env);
  await upgradeDatabase(config, secretsFrom(masterKeysOf(config), config.personalDataKeys), logger(config));
  process.stdout.write('The database has the form of this release.\n');
}

main().catch(stopWith);
