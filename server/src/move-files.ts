import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { probeStore } from '@kerb/server/gateways/file-store/probe-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { filesFolder } from '@kerb/server/gateways/gateways.ts';
import { type Config, ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { claimOf } from '@kerb/server/platform/deployment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type Moved, moveFiles } from '@kerb/server/platform/files/move-files.ts';
import { isMarked, markStore, refusalByFolder, refusalOfMarker } from '@kerb/server/platform/store-marker.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function move({ db, secrets }: Deps, config: Config, removes: boolean): Promise<Moved> {
  if (!config.bucket) throw new ConfigError('FILES_S3_BUCKET is missing: set the variables of the bucket first.');
  const to = s3Store(config.bucket);
  const problem = await probeStore(to);
  if (problem !== null) throw new ConfigError(problem);
  const claim = claimOf(config, secrets);
  const from = folderStore(filesFolder(config));
  // A bucket with a marker has all files, and the folder need not have them any more.
  const refusal = (await isMarked(to)) ? await refusalOfMarker(to, claim) : await refusalByFolder(from, db, claim);
  if (refusal !== null) throw new ConfigError(refusal);
  const done = await moveFiles({ from, to, db, removes, say });
  // Only after all files: until then a server does not start with this bucket.
  await markStore(to, claim);
  return done;
}

/**
 * Copies the files from the folder in DATA_DIR to the bucket. `--remove` removes each from the folder after its copy
 * was compared.
 */
async function main() {
  const config = readConfig(process.env);
  const removes = process.argv.includes('--remove');
  const { deps, close } = await openDeps(config);
  const { files, copied, removed, missing } = await move(deps, config, removes).finally(close);
  say(`All ${files} files are in the bucket: ${copied} copied now, ${removed} removed from the folder.`);
  if (missing.length === 0) return;
  say(`Of these, ${missing.length} are in neither of the two, and cannot be read: ${missing.join(', ')}.`);
  process.exitCode = 1;
}

main().catch(stopWith);
