import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import type { FastifyInstance } from 'fastify';

export const requestIdHeader = 'x-request-id';

/** A letter is required: digits alone could be somebody's phone or card number, and the id is logged. */
const wellFormed = /^(?=.*[a-z])[\w.-]{8,128}$/i;

/** The id that a client or a proxy gave the request, if it is well formed; otherwise a new one. */
export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** Every response has the id of its request, and so has every log line of the request. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    withLogFields({ requestId: request.id }, done);
  });
  // A body is read in the context of its socket, so the fields are set again for the handler.
  app.addHook('preValidation', (request, _reply, done) => withLogFields({ requestId: request.id }, done));
}
