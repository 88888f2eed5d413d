import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

/** Encrypts everything with the first of SECRET_KEY and of PERSONAL_DATA_KEYS at once, instead of at night. */
async function main() {
  const { deps, close } = await openDeps(readConfig(process.env));
  const { resealed, failed, links } = await rotateKeys(deps);
  await close();
  process.stdout.write(`${resealed} values encrypted again, ${failed} could not be decrypted.\n`);
  if (links > 0) {
    process.stdout.write(
      `${links} open Payment URLs are of an earlier key of SECRET_KEY: keep it until they have ended.\n`,
    );
  }
  if (failed > 0) process.exitCode = 1;
}

main().catch(stopWith);
