import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

/** Seals all personal data under the first of PERSONAL_DATA_KEYS at once, rather than in the night. */
async function main() {
  const { deps, close } = await openDeps(readConfig(process.env));
  const { resealed, failed } = await rotateKeys(deps);
  await close();
  process.stdout.write(`${resealed} sealed anew, ${failed} could not be opened.\n`);
  if (failed > 0) process.exitCode = 1;
}

main().catch(stopWith);
