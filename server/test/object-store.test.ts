import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { claimOf } from '@kerb/server/platform/deployment.ts';
import { moveFiles } from '@kerb/server/platform/files/move-files.ts';
import {
  type FileStore,
  type HashingStore,
  MissingFile,
  StoreFailure,
} from '@kerb/server/platform/ports/file-store.ts';
import type { ReportRow } from '@kerb/server/platform/report.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { bucketRefusal, claimStore, refusalByStore } from '@kerb/server/platform/store-marker.ts';
import { openDeps } from '@kerb/server/start-up.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { type Stage, startStage } from './harness.ts';
import { aForm } from './multipart.ts';
import { killServers, ownEnvironment, startServer, stopServer } from './real-server.ts';
import { startS3 } from './s3-server.ts';

const s3 = await startS3();
const folder = mkdtempSync(join(tmpdir(), 'kerb-objects-'));
let stage: Stage;
let agent: Person;
let tenantId: number;
beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});
afterEach(() => s3.failWith(null));
afterAll(async () => {
  await killServers();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const inBucket = () => s3Store(s3.bucket, { silentMs: 500, firstPauseMs: 10 });
const pdf = (more: string) => Buffer.from(`%PDF-1.7\n${more}`);

function upload(more: string) {
  const { payload, headers } = aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'asset', value: pdf(more), fileName: 'note.pdf' },
  );
  return stage.as(agent.userId)('POST', '/v1/assets', payload, headers);
}
const download = (id: number) => stage.as(agent.userId)('GET', `/v1/assets/${id}/content`);

const isAway: Parameters<typeof s3.failWith>[0] = (request) => {
  request.socket.destroy();
  return true;
};

describe('a product whose files are in a bucket', () => {
  beforeAll(() => {
    stage.deps.fileStore = inBucket();
  });

  it('stores and sends a file', async () => {
    const { id } = (await upload('stored')).json();
    const answer = await download(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(pdf('stored'));
    const row = await stage.db.selectFrom('assets').select('storageKey').where('id', '=', id).executeTakeFirstOrThrow();
    expect(s3.objects()).toContain(row.storageKey);
  });

  it('answers 503 with Retry-After while the bucket is away, and keeps no record', async () => {
    const { id } = (await upload('before')).json();
    const countOf = async () => (await stage.db.selectFrom('assets').select('id').execute()).length;
    const count = await countOf();
    s3.failWith(isAway);
    for (const answer of [await upload('during'), await download(id)]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.json()).toMatchObject({ type: '/problems/unavailable', status: 503 });
    }
    expect(await countOf()).toBe(count);
    s3.failWith(null);
    expect((await download(id)).statusCode).toBe(200);
  });

  it('says that a file is damaged only if the bucket does not have it', async () => {
    const { id } = (await upload('lost')).json();
    const row = await stage.db.selectFrom('assets').select('storageKey').where('id', '=', id).executeTakeFirstOrThrow();
    await stage.deps.fileStore.remove(row.storageKey);
    expect((await download(id)).statusCode).toBe(410);
  });
});

describe('the marker of a bucket', () => {
  const claim = () => claimOf(stage.deps.config, stage.deps.secrets);
  // An empty bucket is refused if the database has files.
  beforeEach(() => stage.db.deleteFrom('assets').execute());

  it('is written into an empty bucket, and is of the mode, the country and the key', async () => {
    const store = s3Store({ ...s3.bucket, prefix: 'marked/' });
    await claimStore(store, stage.db, claim());
    expect(await refusalByStore(store, stage.db, claim())).toBeNull();
    const other = claimOf(stage.deps.config, secretsFrom(Buffer.alloc(32, 9)));
    await expect(claimStore(store, stage.db, other)).rejects.toThrow(
      'The bucket has the files of another deployment: check FILES_S3_BUCKET and FILES_S3_PREFIX.',
    );
    for (const more of [{ mode: 'production' as const }, { country: 'XX' }]) {
      expect(await refusalByStore(store, stage.db, { ...claim(), ...more })).toMatch(/^The bucket has the files of/);
    }
  });

  it('moves to the newest key', async () => {
    const store = s3Store({ ...s3.bucket, prefix: 'rotated/' });
    await claimStore(store, stage.db, claim());
    const rotated = claimOf(stage.deps.config, secretsFrom(Buffer.alloc(32, 8)));
    await claimStore(store, stage.db, { ...rotated, earlierKeyChecks: [claim().keyCheck] });
    expect(await refusalByStore(store, stage.db, rotated)).toBeNull();
  });

  it('is missed if the database has files that the bucket has not', () => {
    expect(bucketRefusal(claim(), null, true)).toMatch(/^The bucket does not have the files of this database/);
    expect(bucketRefusal(claim(), null, false)).toBeNull();
  });
});

describe('moving files from the folder to a bucket', () => {
  let from: FileStore;
  let to: HashingStore;
  const move = (removes = false, lines: string[] = []) =>
    moveFiles({ from, to, db: stage.db, removes, say: (line) => lines.push(line) });
  const keys = async () =>
    (await stage.db.selectFrom('assets').select('storageKey').execute()).map((row) => row.storageKey);

  beforeEach(async () => {
    const name = randomUUID();
    from = folderStore(join(folder, name));
    to = s3Store({ ...s3.bucket, prefix: `${name}/` }, { firstPauseMs: 10 });
    await stage.db.deleteFrom('assets').execute();
    stage.deps.fileStore = from;
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await upload(name);
  });

  it('can be interrupted and run again, and copies nothing twice', async () => {
    let puts = 0;
    s3.failWith(
      (request, response, seen) => seen.method === 'PUT' && ++puts > 3 && (isAway?.(request, response, seen) ?? false),
    );
    await expect(move()).rejects.toThrow(StoreFailure);
    s3.failWith(null);
    const lines: string[] = [];
    const { copied, files, missing } = await move(false, lines);
    expect({ files, missing }).toEqual({ files: 6, missing: [] });
    expect(copied).toBeLessThan(6);
    expect(lines).toEqual([`6 of 6 files: ${copied} copied, 0 removed.`]);
    expect((await move()).copied).toBe(0);
    for (const key of await keys()) expect(await from.get(key).then((stream) => stream.destroy())).toBeDefined();
  });

  it('copies again what the bucket has with other bytes, and removes only what it has read', async () => {
    await move();
    const [changed = '', gone = ''] = await keys();
    const facts = await to.factsOf(changed);
    // The hash beside it is right, but its bytes are not: only reading shows it.
    await to.putWithHash(changed, Readable.from([Buffer.alloc(facts?.size ?? 0)]), facts?.sha256 ?? '');
    await from.remove(gone);
    await to.remove(gone);
    const { removed, missing } = await move(true);
    expect(removed).toBe(5);
    expect(missing).toEqual([gone]);
    await expect(from.get(changed)).rejects.toThrow(MissingFile);
    stage.deps.fileStore = to;
    const { id } = await stage.db
      .selectFrom('assets')
      .select('id')
      .where('storageKey', '=', changed)
      .executeTakeFirstOrThrow();
    expect((await download(id)).statusCode).toBe(200);
  });
});

type Ended = { code: number | null; output: string };
const program = (name: string) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
const environment = (env: Record<string, string>) => {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, ...env };
};
const run = (name: string, env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program(name), ...args], { env: environment(env) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
const rowIn = ({ output }: Ended, area: string) => (JSON.parse(output) as ReportRow[]).find((row) => row.area === area);

/** Files of a deployment that nobody runs. */
async function addFiles(env: Record<string, string>, count: number): Promise<void> {
  const { deps, close } = await openDeps(readConfig(env));
  for (let at = 0; at < count; at++) {
    const storageKey = `file-${at}`;
    await deps.fileStore.put(storageKey, Readable.from([Buffer.alloc(10_000, at)]));
    await deps.db
      .insertInto('assets')
      .values({
        ...{
          tenantId: platformTenantId,
          storageKey,
          use: 'product',
          usedFor: 'product',
          fileName: 'a.pdf',
          size: 9_000,
        },
        ...{ contentType: 'application/pdf', uploadedAsPayer: false, scanState: 'not-scanned', uploadDate: realNow() },
        ...{ sha256: Buffer.alloc(32, at), sealedFileKey: Buffer.alloc(60) },
      })
      .execute();
  }
  await close();
}

describe('a deployment that moves to a bucket', () => {
  it('starts with it only after its files were moved', { timeout: 480_000 }, async () => {
    const dataDir = join(folder, 'deployment');
    const own = await ownEnvironment(dataDir);
    await addFiles(own, 12);
    const prefix = { ...s3.env, FILES_S3_PREFIX: 'deployment' };
    const env = { ...own, ...prefix };

    const early = await run('main', env);
    expect(early).toMatchObject({ code: 1, output: expect.stringContaining('run `npm run move-files`') });

    const cut = spawn(process.execPath, [program('move-files')], { env: environment(env) });
    let puts = 0;
    s3.failWith((_request, _response, { method }) => {
      if (method === 'PUT' && ++puts === 5) cut.kill('SIGKILL');
      return false;
    });
    await once(cut, 'exit');
    s3.failWith(null);
    const halfway = await run('doctor', env, '--json');
    expect(halfway.code).toBe(1);
    expect(rowIn(halfway, 'Files of the bucket')?.meaning).toMatch(
      /^The bucket does not have the files of this database/,
    );
    expect(rowIn(halfway, 'Bucket')).toEqual({
      area: 'Bucket',
      state: 'configured',
      meaning: 'An object can be stored, read and removed.',
    });

    const moved = await run('move-files', env);
    expect(moved).toMatchObject({ code: 0, output: expect.stringMatching(/^All \d+ files are in the bucket/m) });
    const removed = await run('move-files', env, '--remove');
    expect(removed.output).toMatch(/^All (\d+) files are in the bucket: 0 copied now, \1 removed from the folder\.$/m);
    const server = await startServer(env);
    await stopServer(server, 'SIGTERM');
    const left = existsSync(join(dataDir, 'files'))
      ? readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
    expect(left).toEqual([]);
  });

  it('starts although the bucket does not answer, and says so', { timeout: 240_000 }, async () => {
    const env = { ...(await ownEnvironment(join(folder, 'away'))), ...s3.env, LOG_LEVEL: 'warn' };
    const server = await startServer({ ...env, FILES_S3_ENDPOINT: 'http://127.0.0.1:1' });
    await stopServer(server, 'SIGTERM');
    expect(server.output()).toContain('The bucket does not answer (ECONNREFUSED).');
  });
});
