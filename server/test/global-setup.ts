import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openEmbedded, openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { embeddedTemplate, postgresTemplate, runOnServer, withDatabase } from './test-database.ts';

async function makeServerTemplate(url: string) {
  await runOnServer(url, `drop database if exists ${postgresTemplate} with (force)`);
  await runOnServer(url, `create database ${postgresTemplate}`);
  const opened = openPostgres(withDatabase(url, postgresTemplate), 2, silentLog);
  await migrate(opened);
  await opened.close();
}

/** Written to a temporary file and then renamed, so that two parallel runs do not read half a file. */
async function makeEmbeddedTemplate() {
  if (existsSync(embeddedTemplate)) return;
  mkdirSync(new URL('.', embeddedTemplate), { recursive: true });
  const folder = mkdtempSync(new URL('making-', embeddedTemplate).pathname);
  const opened = await openEmbedded(folder, silentLog);
  await migrate(opened);
  await opened.close();
  const pglite = new PGlite(join(folder, 'postgres'));
  await pglite.waitReady;
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  writeFileSync(join(folder, 'template.tar'), Buffer.from(await dump.arrayBuffer()));
  renameSync(join(folder, 'template.tar'), embeddedTemplate);
  rmSync(folder, { recursive: true, force: true });
}

/** Migrates once for each run. Each test file starts from a copy. */
export default async function setup() {
  const url = process.env.TEST_DATABASE_URL;
  await (url ? makeServerTemplate(url) : makeEmbeddedTemplate());
}
