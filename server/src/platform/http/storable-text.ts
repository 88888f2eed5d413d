import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyInstance } from 'fastify';

const refusal = () => new Problem(400, 'invalid', 'The request holds a character that no text may have.');

/** The escapes of a JSON text, one at a time: a surrogate pair, an escape that cannot be stored, or any other. */
const escapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?<unstorable>u0000|u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;

function isStorable(json: string): boolean {
  if (json.includes('\0')) return false;
  for (const { groups } of json.matchAll(escapes)) if (groups?.unstorable) return false;
  return true;
}

/** PostgreSQL can store neither NUL nor half a surrogate pair. Refused here, because it would be a 500 there. */
export function refuseUnstorableText(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!isStorable(body as string)) return done(refusal());
    return parseJson.call(app, request, body as string, done);
  });
  app.addHook('onRequest', async (request) => {
    if (/%00/.test(request.url)) throw refusal();
  });
}
