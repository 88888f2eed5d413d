import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { claimDeployment, claimOf } from '@kerb/server/platform/deployment.ts';
import type { ReportRow } from '@kerb/server/platform/report.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { adoptFolder, claimFolder, refusalByFolder } from '@kerb/server/platform/store-marker.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { type Stage, startStage } from './harness.ts';
import { freePorts, killServers, newEnvironment, startServer } from './real-server.ts';
import { onPostgres, postgresTemplate } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-folders-'));
const another = 'The folder `files` in DATA_DIR has the files of another deployment: check DATA_DIR.';
const notTheOne =
  'The folder `files` in DATA_DIR is not the one that has the files of this database: check that all servers share it, ' +
  'put its copy back, or run `node server/src/adopt-folder.ts` if it is lost.';
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const newFolder = () => join(folder, `folder-${made++}`);

describe('the folder of files', () => {
  let stage: Stage;
  const claim = () => claimOf(stage.deps.config, stage.deps.secrets);
  const claimed = (path: string, by = claim()) =>
    claimFolder(folderStore(path), stage.db, by).then(
      () => 'claimed',
      (error: Error) => error.message,
    );
  /** A file that the database names, in a folder of a release that marked none. */
  async function uploadTo(path: string): Promise<void> {
    const store = folderStore(path);
    await store.put('an-upload', Readable.from(['bytes']));
    await stage.db
      .insertInto('assets')
      .values({
        ...{
          tenantId: await buildersFor(stage).aTenant(),
          storageKey: 'an-upload',
          use: 'product',
          usedFor: 'product',
        },
        ...{ fileName: 'a.pdf', size: 5, contentType: 'application/pdf', uploadedAsPayer: false },
        ...{ scanState: 'not-scanned', uploadDate: stage.deps.clock.now(), sha256: Buffer.alloc(32) },
        sealedFileKey: Buffer.alloc(60),
      })
      .execute();
  }

  beforeAll(async () => {
    stage = await startStage();
    await claimDeployment(stage.db, claim());
  });
  beforeEach(async () => {
    await stage.db.deleteFrom('assets').execute();
    await stage.db.updateTable('deployment').set({ filesFolderId: null }).execute();
  });

  it('is marked by the first start, and another folder is refused from then on', async () => {
    const [one, other] = [newFolder(), newFolder()];
    expect(await claimed(one)).toBe('claimed');
    expect(await claimed(one)).toBe('claimed');
    expect(await claimed(other)).toBe(notTheOne);
    expect(await refusalByFolder(folderStore(other), stage.db, claim())).toBe(notTheOne);
    const copy = newFolder();
    cpSync(one, copy, { recursive: true });
    expect(await claimed(copy)).toBe('claimed');
  });

  it('is waited for while another server that starts marks its own', async () => {
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const other = stage.db.transaction().execute(async (tx) => {
      await tx.selectFrom('deployment').select('mode').forUpdate().execute();
      locked();
      // Longer than a request would wait for a lock.
      await pause(4_000);
    });
    await isLocked;
    expect(await claimed(newFolder())).toBe('claimed');
    await other;
  });

  it('of an earlier release is marked if it has a file that the database names', async () => {
    const [used, empty] = [newFolder(), newFolder()];
    await uploadTo(used);
    expect(await claimed(empty)).toBe(notTheOne);
    expect(await claimed(used)).toBe('claimed');
    expect(await claimed(empty)).toBe(notTheOne);
  });

  it('is the same after a start that ended before the database knew it', async () => {
    const path = newFolder();
    await claimed(path);
    await stage.db.updateTable('deployment').set({ filesFolderId: null }).execute();
    expect(await claimed(path)).toBe('claimed');
    expect(await claimed(newFolder())).toBe(notTheOne);
  });

  it('of another key, mode or country is refused', async () => {
    const path = newFolder();
    await claimed(path);
    const otherKey = claimOf(stage.deps.config, secretsFrom(Buffer.alloc(32, 9)));
    for (const by of [otherKey, { ...claim(), mode: 'production' as const }, { ...claim(), country: 'XX' }]) {
      expect(await claimed(path, by)).toBe(another);
    }
    expect(await claimed(path, { ...otherKey, earlierKeyChecks: [claim().keyCheck] })).toBe('claimed');
    expect(await claimed(path, otherKey)).toBe('claimed');
  });

  it('can be replaced by command after it was lost', async () => {
    const [lost, empty] = [newFolder(), newFolder()];
    await uploadTo(lost);
    await claimed(lost);
    expect(await adoptFolder(folderStore(empty), stage.db, claim())).toBe(true);
    expect(await claimed(empty)).toBe('claimed');
    expect(await claimed(lost)).toBe(notTheOne);
    const idOf = () => stage.db.selectFrom('deployment').select('filesFolderId').executeTakeFirst();
    const before = await idOf();
    await adoptFolder(folderStore(empty), stage.db, claim());
    expect(await idOf()).toEqual(before);
  });
});

type Env = Record<string, string>;
const run = (name: string, env: Env, ...args: string[]): Promise<{ code: number; output: string }> => {
  const program = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const { DATABASE_URL: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...inherited, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
};

describe('servers of one database', () => {
  it('do not start with folders of their own', { timeout: 240_000 }, async () => {
    // The embedded engine has its database in the same folder.
    if (!onPostgres) return;
    const shared = await newEnvironment(newFolder(), postgresTemplate);
    const ports = await freePorts(2);
    const SECRET_KEY = Buffer.alloc(32, 1).toString('base64');
    const envs = ports.map((port) => ({ ...shared, SECRET_KEY, DATA_DIR: newFolder(), PORT: String(port) }));
    const started = await Promise.all(envs.map((env) => startServer(env).catch((error: Error) => error.message)));
    expect(started.filter((server) => typeof server === 'string')).toEqual([
      `the server did not start: ${notTheOne}\n`,
    ]);
    const at = started.findIndex((server) => typeof server === 'string');
    const refused = envs[at]!;
    const rowOfDoctor = async () => {
      const { code, output } = await run('doctor', refused, '--json');
      const row = (JSON.parse(output) as ReportRow[]).find(({ area }) => area === 'Files of the folder');
      return { code, state: row?.state, meaning: row?.meaning };
    };
    expect(await rowOfDoctor()).toEqual({ code: 1, state: 'error', meaning: notTheOne });
    const adopted = await run('adopt-folder', refused);
    expect(adopted).toMatchObject({
      code: 0,
      output: expect.stringMatching(/ is the folder of this database from now/),
    });
    expect(readdirSync(join(refused.DATA_DIR, 'files'))).toHaveLength(1);
    expect(await rowOfDoctor()).toEqual({ code: 0, state: 'configured', meaning: 'They are of this database.' });
  });
});
