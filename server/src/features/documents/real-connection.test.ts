import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileTooLarge } from '@kerb/domain/documents/documents.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';

let stage: Stage;
let tenantId: number;
let authorization: string;
let port: number;
beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  authorization = `Bearer ${await stage.accessTokenFor(agent.userId)}`;
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
  port = (stage.app.server.address() as AddressInfo).port;
});

const temporary = () => {
  const folder = join(stage.deps.config.dataDir, 'tmp');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const formOf = (value: Buffer) =>
  aForm({ name: 'tenantId', value: String(tenantId) }, { name: 'asset', value, fileName: 'plan.pdf' });
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'x')]);
const address = (path: string) => `http://127.0.0.1:${port}${path}`;

function post(body: NonNullable<RequestInit['body']>, headers: Record<string, string>) {
  return fetch(address('/v1/assets'), {
    method: 'POST',
    body,
    headers: { ...headers, authorization },
    duplex: 'half',
  } as RequestInit);
}

describe('over a real connection', () => {
  it('a file is downloaded exactly as it was uploaded', async () => {
    const content = pdf(300_000);
    const { payload, headers } = formOf(content);
    const asset = (await (await post(new Uint8Array(payload), headers)).json()) as { href: string };
    const answer = await fetch(address(`${asset.href}/content`), { headers: { authorization } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  it('a file whose declared size is too large is refused with the same message', async () => {
    const { payload, headers } = formOf(pdf(20_000_000));
    const answer = await post(new Uint8Array(payload), headers);
    expect([answer.status, ((await answer.json()) as { displayText: string }).displayText]).toEqual([
      413,
      fileTooLarge,
    ]);
  });

  it('a file of unknown size is refused in the same way', async () => {
    const { payload, headers } = formOf(pdf(12_000_000));
    const stream = Readable.toWeb(Readable.from([payload.subarray(0, 9_000_000), payload.subarray(9_000_000)]));
    const answer = await post(stream as NonNullable<RequestInit['body']>, headers);
    expect([answer.status, ((await answer.json()) as { displayText: string }).displayText]).toEqual([
      413,
      fileTooLarge,
    ]);
    expect(temporary()).toEqual([]);
  });

  it('an aborted upload leaves nothing behind', async () => {
    const { payload, headers } = formOf(pdf(4_000_000));
    const options = { method: 'POST', port, path: '/v1/assets', headers: { ...headers, authorization } };
    const call = request({ ...options, headers: { ...options.headers, 'content-length': payload.length } });
    call.on('error', () => {});
    call.write(payload.subarray(0, 2_000_000));
    await expect.poll(temporary, { timeout: 5_000 }).toHaveLength(1);
    call.destroy();
    await expect.poll(temporary, { timeout: 5_000 }).toEqual([]);
  });

  it('a file that is damaged later on is cut off, and no wrong byte is sent', async () => {
    const content = pdf(3_000_000);
    const { payload, headers } = formOf(content);
    const { id } = (await (await post(new Uint8Array(payload), headers)).json()) as { id: number };
    const row = await stage.db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const path = join(stage.deps.config.dataDir, 'files', row.storageKey.slice(0, 2), row.storageKey);
    writeFileSync(path, Buffer.from(readFileSync(path)).fill(0, 2_000_000, 2_000_010));
    const answer = await fetch(address(`/v1/assets/${id}/content`), { headers: { authorization } });
    const received: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of answer.body!) received.push(Buffer.from(chunk));
    })();
    await expect(reading).rejects.toThrow();
    const sent = Buffer.concat(received);
    expect(sent.equals(content.subarray(0, sent.length))).toBe(true);
    expect(sent.length).toBeLessThan(2_000_000);
  });
});
