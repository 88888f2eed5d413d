import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { FastifyInstance } from 'fastify';

const refusal = () => new Problem(400, 'invalid', 'The request holds a character that no text may have.');

/** PostgreSQL keeps no NUL in a text; met there it would be an error of ours. */
export function refuseNul(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.includes('\\u0000') || body.includes('\0')) return done(refusal());
    return parseJson.call(app, request, body as string, done);
  });
  app.addHook('onRequest', async (request) => {
    if (/%00/.test(request.url)) throw refusal();
  });
}
