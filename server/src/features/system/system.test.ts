import { join } from 'node:path';
import { Readable } from 'node:stream';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { noteKeys } from '@kerb/server/features/system/keys.ts';
import { cleanUpSystem, noteServer } from '@kerb/server/features/system/system.jobs.ts';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { watchedBy } from '@kerb/server/gateways/gateways.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { type NewMessage, postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { MissingFile, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { providerNotes } from '@kerb/server/platform/providers/provider-notes.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { chain } from '../../../test/certificate-chain.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let admin: Person;
beforeAll(async () => {
  stage = await startStage();
  admin = await buildersFor(stage).aPerson('admin');
});
beforeEach(async () => {
  await stage.db.deleteFrom('messages').execute();
  await stage.db.deleteFrom('jobFailures').execute();
  stage.sent.mails.length = 0;
});

const link = 'http://localhost:3000/pay/very-secret';
const aMessage: NewMessage = {
  kind: 'payment-link',
  channel: 'email',
  audience: 'vendor',
  recipient: 'ann@example.com',
  subject: 'Your campaign',
  body: `Hello\n\n${secretPlace}`,
  secrets: [link],
};
const ask = async (path: string) => (await stage.as(admin.userId)('GET', path)).json();
const act = async (path: string, body: object) => (await stage.as(admin.userId)('POST', path, body)).json();
const list = (query = '') => ask(`/v1/undelivered-messages${query}`);
const lastEntry = async () => (await openedLog(stage)).at(-1);

async function post(more: Partial<NewMessage> = {}, { vendorComms = true } = {}): Promise<number> {
  const deps = { ...stage.deps, config: { ...stage.deps.config, vendorComms } };
  await inTransaction(deps, byTheProduct, (work) => postMessage(work, { ...aMessage, ...more }));
  const { rows } = await sql<{ id: number }>`select max(id) as id from messages`.execute(stage.db);
  return rows[0]!.id;
}

/** After its last try. */
async function failed(more: Partial<NewMessage> = {}): Promise<number> {
  const id = await post(more);
  await stage.db.updateTable('messages').set({ attempts: 5 }).where('id', '=', id).execute();
  const mail = { send: () => Promise.reject(new DeliveryFailure('The mail server could not be reached.')) };
  await deliverMessages({ ...stage.deps, mail });
  return id;
}

describe('a message that failed', () => {
  it('is listed with a masked recipient, sent again with its link, and logged', async () => {
    const id = await failed();
    const { items, counts } = await list();
    expect(counts).toEqual({ failed: 1, held: 0, queued: 0 });
    expect(items).toMatchObject([
      {
        id,
        state: 'failed',
        recipient: 'a…@example.com',
        reason: 'The mail server could not be reached.',
        attempts: 6,
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('ann@');
    expect(await act('/v1/undelivered-messages/send-again', { ids: [id] })).toEqual({ done: 1, refused: [] });
    expect(await lastEntry()).toMatchObject({
      userId: admin.userId,
      description: 'Message sent again by an admin',
      logData: { message: id, kind: 'payment-link', channel: 'email' },
    });
    await deliverMessages(stage.deps);
    expect(stage.sent.mails).toMatchObject([{ to: 'ann@example.com', text: `Hello\n\n${link}` }]);
    expect((await list()).items).toEqual([]);
  });

  it('is sent once, also if several admins ask several times', async () => {
    const id = await failed();
    const asked = await Promise.all([1, 2, 3].map(() => act('/v1/undelivered-messages/send-again', { ids: [id, id] })));
    expect(asked.flatMap(({ refused }) => refused).length).toBeGreaterThanOrEqual(2);
    await deliverMessages(stage.deps);
    expect(stage.sent.mails).toHaveLength(1);
  });

  it('is not sent again if it had a code, or its link is no longer kept', async () => {
    const code = await failed({ kind: 'signing-code' });
    const old = await failed();
    await stage.db
      .updateTable('messages')
      .set({ nextAttemptDate: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', old)
      .execute();
    await cleanUpSystem(stage.deps);
    const { done, refused } = await act('/v1/undelivered-messages/send-again', { ids: [code, old] });
    expect([done, refused]).toEqual([
      0,
      [
        { id: code, because: 'Its code or link has ended. The person can ask for a new one.' },
        { id: old, because: 'Its link is no longer kept. Send a new link instead.' },
      ],
    ]);
    const kept = await stage.db.selectFrom('messages').select('id').where('sealedSecrets', 'is not', null).execute();
    expect(kept).toEqual([]);
  });

  it('is discarded for good, with its link', async () => {
    const id = await failed();
    expect(await act('/v1/undelivered-messages/discard', { ids: [id] })).toEqual({ done: 1, refused: [] });
    expect((await list()).items).toEqual([]);
    const row = await stage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'failed', reason: 'It was discarded.', sealedSecrets: null });
    expect((await lastEntry())?.description).toBe('Message discarded by an admin');
    expect((await act('/v1/undelivered-messages/send-again', { ids: [id] })).done).toBe(0);
  });

  it('is not listed once its text was erased', async () => {
    await failed();
    await sql`update messages set body = '', recipient = 'erased@erased.invalid'`.execute(stage.db);
    expect(await list()).toMatchObject({ items: [], counts: { failed: 0 } });
  });

  it('shows its recipient to an admin who asks, and the log keeps it', async () => {
    const id = await failed();
    const opened = await ask(`/v1/undelivered-messages/${id}`);
    expect(opened).toEqual({ id, recipient: 'ann@example.com', subject: 'Your campaign' });
    expect((await lastEntry())?.description).toBe('Recipient of a message shown to an admin');
  });
});

describe('a held message', () => {
  it('is released by an admin, and not by sending it again', async () => {
    const id = await post({}, { vendorComms: false });
    expect((await list('?state=held')).items).toMatchObject([{ id, reason: 'Vendor communications are disabled.' }]);
    expect((await act('/v1/undelivered-messages/send-again', { ids: [id] })).done).toBe(0);
    expect(await act('/v1/undelivered-messages/release', { ids: [id] })).toEqual({ done: 1, refused: [] });
    const off = { ...stage.deps, config: { ...stage.deps.config, vendorComms: false } };
    await deliverMessages(off);
    expect(stage.sent.mails).toHaveLength(1);
    expect((await lastEntry())?.description).toBe('Held message released by an admin');
  });
});

describe('a held message that warns a payer', () => {
  it('is not discarded, and is released instead', async () => {
    const id = await post({ kind: 'payer-address-changed', body: 'Hello', secrets: [] }, { vendorComms: false });
    const { done, refused } = await act('/v1/undelivered-messages/discard', { ids: [id] });
    expect([done, refused]).toEqual([0, [{ id, because: 'It warns the payer of a change. Release it instead.' }]]);
    expect((await act('/v1/undelivered-messages/release', { ids: [id] })).done).toBe(1);
  });
});

describe('a message that was held for long', () => {
  it('is not released with a link that may have ended', async () => {
    const id = await post({}, { vendorComms: false });
    await stage.db.updateTable('messages').set({ createdDate: '2026-01-01T00:00:00.000Z' }).execute();
    await cleanUpSystem(stage.deps);
    const { refused } = await act('/v1/undelivered-messages/release', { ids: [id] });
    expect(refused).toEqual([{ id, because: 'Its link is no longer kept. Send a new link instead.' }]);
  });
});

describe('a message that waits', () => {
  it('cannot be discarded before it has failed, because it may warn others', async () => {
    const id = await post();
    await sql`update messages set next_attempt_date = clock_timestamp() - interval '6 minutes'`.execute(stage.db);
    const { done, refused } = await act('/v1/undelivered-messages/discard', { ids: [id] });
    expect([done, refused[0]?.because]).toEqual([0, expect.stringContaining('still being tried')]);
  });

  it('is listed after some minutes, and left alone while it is being sent', async () => {
    const id = await post();
    expect((await list()).items).toEqual([]);
    await sql`update messages set next_attempt_date = clock_timestamp() - interval '6 minutes'`.execute(stage.db);
    expect((await list('?state=queued&channel=email')).items).toMatchObject([{ id }]);
    expect((await list('?channel=sms')).items).toEqual([]);
    const send = async () => {
      const { refused } = await act('/v1/undelivered-messages/send-again', { ids: [id] });
      expect(refused).toEqual([{ id, because: 'It is being sent right now.' }]);
    };
    await deliverMessages({ ...stage.deps, mail: { send } });
  });
});

describe('jobs', () => {
  it('are listed with those that failed first, run on request, and failed rows are dismissed', async () => {
    const nudged: string[] = [];
    stage.deps.jobs.nudge = (name) => void nudged.push(name);
    const now = '2026-11-01T00:00:00.000Z';
    const row = { job: 'remind-payers', kind: 'loan', rowId: '7', error: 'no date', tries: 1 };
    await stage.db
      .insertInto('jobFailures')
      .values({ ...row, firstDate: now, lastDate: now })
      .execute();
    await sql`insert into job_states values
      ('sweep-files', 'one:3000', ${now}, ${now}, 'failed', 'EIO', 'bad disk', 0, null, 3)`.execute(stage.db);
    const { jobs, failures } = await ask('/v1/jobs');
    expect(jobs[0]).toMatchObject({
      name: 'sweep-files',
      lastRun: { outcome: 'failed', failures: 3, error: 'bad disk' },
    });
    expect(jobs.map(({ name }: { name: string }) => name)).toContain('deliver-messages');
    expect(failures).toMatchObject([row]);
    expect(await act('/v1/jobs/run', { name: 'remind-payers' })).toEqual({ name: 'remind-payers' });
    expect(nudged).toEqual(['remind-payers']);
    expect((await lastEntry())?.description).toBe('Job started by an admin');
    expect((await stage.as(admin.userId)('POST', '/v1/jobs/run', { name: 'unknown' })).statusCode).toBe(404);
    const { id } = failures[0];
    expect(await act('/v1/job-failures/dismiss', { ids: [id] })).toEqual({ done: 1, refused: [] });
    expect((await ask('/v1/jobs')).failures).toEqual([]);
    expect((await lastEntry())?.description).toBe('Failed row dismissed');
  });
});

describe('the system', () => {
  it('says which servers run, and removes servers that were not seen for an hour', async () => {
    await noteServer(stage.deps);
    const old = { version: '0', startedDate: '2026-01-01T00:00:00.000Z', lastSeenDate: '2026-01-01T00:00:00.000Z' };
    await stage.db
      .insertInto('servers')
      .values({ name: 'zzz-old:1', ...old })
      .execute();
    expect((await ask('/v1/system')).servers).toMatchObject([
      { isRunning: true },
      { name: 'zzz-old:1', isRunning: false },
    ]);
    await noteServer(stage.deps);
    expect((await ask('/v1/system')).servers).toHaveLength(1);
  });

  it('says when a provider last worked and last failed, without personal data', async () => {
    const notes = providerNotes(stage.db, stage.deps.log);
    const mail = notes.watch('mail', {
      takesForOutbox: true as const,
      send: async (to: string) => {
        if (to.startsWith('bad')) throw new Error(`no mailbox ${to}`);
        return to;
      },
    });
    expect(mail.takesForOutbox).toBe(true);
    expect(await mail.send('ann@example.com')).toBe('ann@example.com');
    await expect(mail.send('bad@example.com')).rejects.toThrow('no mailbox');
    await notes.flush();
    const { providers } = await ask('/v1/system');
    const noted = providers.find(({ name }: { name: string }) => name === 'mail');
    expect(noted).toMatchObject({ state: 'sandbox', failure: 'no mailbox [email]' });
    expect([noted.lastSuccessDate, noted.lastFailureDate]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('says when the store of files last worked and last failed; a broken upload is not its failure', async () => {
    const notes = providerNotes(stage.db, stage.deps.log);
    const read = async () => {
      await notes.flush();
      const { providers } = await ask('/v1/system');
      return providers.find(({ name }: { name: string }) => name === 'files');
    };
    const failing = async () => {
      throw new StoreFailure('The bucket does not answer (ECONNREFUSED).');
    };
    const folder = folderStore(join(stage.deps.config.dataDir, 'files'));
    const store = (more: object = {}) =>
      watchedBy(notes, { ...stage.deps, fileStore: { ...folder, ...more } }).fileStore;
    const broken = () =>
      Readable.from(
        (function* () {
          yield Buffer.from('half');
          throw new Error('the upload was cut');
        })(),
      );
    await expect(store().put('cut', broken())).rejects.toThrow('the upload was cut');
    expect(await read()).toMatchObject({ state: 'configured', lastSuccessDate: null, lastFailureDate: null });
    await expect(store().get('missing')).rejects.toThrow(MissingFile);
    expect(await read()).toMatchObject({ lastSuccessDate: expect.any(String), lastFailureDate: null });
    await expect(store({ put: failing }).put('a', broken())).rejects.toThrow(StoreFailure);
    expect(await read()).toMatchObject({ failure: 'The bucket does not answer (ECONNREFUSED).' });
    const full = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    await expect(store({ put: full }).put('a', broken())).rejects.toThrow('no space');
    expect(await read()).toMatchObject({ failure: expect.stringContaining('no space left on device') });
  });

  it('says when the signing certificate expires', async () => {
    const { config } = stage.deps;
    stage.deps.config = { ...config, documentCertificate: { certificate: chain.leaf, key: chain.key } };
    const { keys } = await ask('/v1/system');
    stage.deps.config = config;
    expect(keys.at(-1)).toMatchObject({
      since: expect.stringMatching(/^2026-11-16/),
      until: expect.stringMatching(/^2126-10-23/),
    });
    expect((await ask('/v1/system')).keys.at(-1)).toMatchObject({ since: null, until: null });
  });

  it('says version, mode, country, queues, storage, migrations and the age of keys', async () => {
    await noteKeys(stage.deps);
    await post();
    const status = await ask('/v1/system');
    expect(status).toMatchObject({ mode: 'sandbox', country: 'Australia', version: expect.stringMatching(/^\d/) });
    expect(status.queues).toContainEqual({ name: 'messages', waiting: 1, oldestSeconds: expect.any(Number) });
    expect(status.storage.databaseBytes).toBeGreaterThan(0);
    expect(status.storage.freeBytes).toBeGreaterThan(0);
    expect(status.storage).toMatchObject({ files: 0, fileBytes: 0 });
    expect(status.migrations.newest >= '0079-system').toBe(true);
    expect(status.keys[0]).toMatchObject({ name: 'SECRET_KEY', since: expect.any(String) });
    expect(status.keys.at(-1)).toMatchObject({ name: 'Signing certificate' });
  });

  it('counts files when they are added and deleted, and keeps the sum when the changes are merged', async () => {
    const file = (n: number) => ({
      tenantId: 1,
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      size: 100 * n,
      sha256: Buffer.alloc(32, n),
      storageKey: `key ${n}`,
      sealedFileKey: Buffer.alloc(62, n),
      uploadDate: '2026-11-16T00:00:00.000Z',
    });
    await stage.db
      .insertInto('assets')
      .values([file(1), file(2)])
      .execute();
    await stage.db.insertInto('assets').values(file(3)).execute();
    await stage.db.deleteFrom('assets').where('storageKey', '=', 'key 1').execute();
    expect((await ask('/v1/system')).storage).toMatchObject({ files: 2, fileBytes: 500 });
    await cleanUpSystem(stage.deps);
    const merged = await stage.db.selectFrom('assetTallies').selectAll().execute();
    expect(merged).toEqual([{ files: 2, bytes: 500 }]);
    expect((await ask('/v1/system')).storage).toMatchObject({ files: 2, fileBytes: 500 });
    await stage.db.deleteFrom('assets').execute();
    expect((await ask('/v1/system')).storage).toMatchObject({ files: 0, fileBytes: 0 });
  });
});
