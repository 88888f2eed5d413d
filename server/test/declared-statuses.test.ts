import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { takeUndeclared, watchStatuses } from './declared-statuses.ts';

/** A server whose only endpoint, the list of documents, answers with this status. */
async function answering(status: number) {
  const app = Fastify();
  app.get(documentEndpoints.list.path, (_request, reply) => reply.code(status).send());
  watchStatuses(Object.assign(app, { endpoints: [documentEndpoints.list] }) as unknown as App);
  await app.inject(`${documentEndpoints.list.path}?page=1`);
  return takeUndeclared();
}

describe('an answer in the tests', () => {
  it('whose status the contract does not name fails its test', async () => {
    expect(await answering(410)).toEqual(['GET /v1/attachments answered 410']);
    expect(await answering(412)).toEqual(['GET /v1/attachments answered 412']);
  });

  it.each([200, 304, 404, 405, 429, 503])(
    'with a status of the contract, or of every address, passes: %s',
    async (status) => {
      expect(await answering(status)).toEqual([]);
    },
  );
});
