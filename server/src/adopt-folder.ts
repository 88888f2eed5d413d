import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { filesFolder } from '@kerb/server/gateways/gateways.ts';
import { makeFolder } from '@kerb/server/platform/config/make-folder.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { claimOf } from '@kerb/server/platform/deployment.ts';
import { adoptFolder } from '@kerb/server/platform/store-marker.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

/** Makes the folder `files` in DATA_DIR the one of this database, after the former one was lost. */
async function main() {
  const config = readConfig(process.env);
  makeFolder(config.dataDir);
  const { deps, close } = await openDeps(config);
  const folder = filesFolder(config);
  const claim = claimOf(config, deps.secrets);
  const hasFiles = await adoptFolder(folderStore(folder), deps.db, claim).finally(close);
  process.stdout.write(`${folder} is the folder of this database from now on.\n`);
  if (hasFiles) process.stdout.write('Files that the database names and the folder lacks cannot be read.\n');
}

main().catch(stopWith);
