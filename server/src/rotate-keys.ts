import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

/** Encrypts all personal data with the first of PERSONAL_DATA_KEYS at once, instead of at night. */
async function main() {
  const { deps, close } = await openDeps(readConfig(process.env));
  const { resealed, failed } = await rotateKeys(deps);
  await close();
  process.stdout.write(`${resealed} values encrypted again, ${failed} could not be decrypted.\n`);
  if (failed > 0) process.exitCode = 1;
}

main().catch(stopWith);
