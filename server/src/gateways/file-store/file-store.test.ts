import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'kerb-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = folderStore(folder);
const filesIn = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('the file store in a folder', () => {
  it('returns what was stored, and nothing after removal', async () => {
    await store.put('ab12', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect((await buffer(await store.get('ab12'))).toString()).toBe('one two');
    await store.remove('ab12');
    await expect(store.get('ab12').then(buffer)).rejects.toThrow();
    await store.remove('ab12');
  });

  it('lets no other user of the machine read its files', async () => {
    await store.put('ef56', Readable.from([Buffer.from('one')]));
    const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    expect([modeOf('ef'), modeOf('ef/ef56')]).toEqual(['700', '600']);
    await store.remove('ef56');
  });

  it('keeps nothing of an interrupted file', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put('cd34', broken)).rejects.toThrow('connection lost');
    expect(filesIn()).toEqual([]);
  });

  it.each(['../secret', 'a/b', '', 'a\u0000b', '.'])('refuses a key like %j', async (key) => {
    await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow(RangeError);
    await expect(store.get(key)).rejects.toThrow(RangeError);
    await expect(store.remove(key)).rejects.toThrow(RangeError);
  });
});
