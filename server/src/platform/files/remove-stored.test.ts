import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { expect, it } from 'vitest';
import { readableLog } from '../../../test/log-lines.ts';

it('logs stored bytes that could not be removed, and continues', async () => {
  const { log, lines } = readableLog();
  const remove = () => Promise.reject(new Error('EIO: i/o error'));
  const fileStore = { put: async () => {}, get: () => Promise.reject(new Error('unused')), remove };
  await removeStored({ fileStore, log }, 'abc');
  expect(lines()).toMatchObject([
    { msg: 'a stored file could not be removed', storageKey: 'abc', err: { message: 'EIO: i/o error' } },
  ]);
});
