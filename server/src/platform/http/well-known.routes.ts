import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { sendProblem } from '@kerb/server/platform/http/errors.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyInstance } from 'fastify';

const securityPath = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const hoursValid = 300 * 24;

/** RFC 9116: whom to tell about a vulnerability. It expires if the server runs on without being deployed again. */
const securityText = (contact: string, publicUrl: string, expires: string) =>
  [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${securityPath}`,
    '',
  ].join('\n');

/** Every screen needs a sign-in or belongs to one person, so search engines have nothing to read here. */
const robots = 'User-agent: *\nDisallow: /\n';

export function wellKnownRoutes(app: FastifyInstance, { securityContact, publicUrl }: Config): void {
  const expires = Temporal.Instant.from(realNow()).add({ hours: hoursValid }).toString({ smallestUnit: 'second' });
  const text = securityContact === null ? null : securityText(securityContact, publicUrl, expires);
  app.get(securityPath, (_request, reply) =>
    text === null ? sendProblem(reply, notFound('record')) : reply.type('text/plain; charset=utf-8').send(text),
  );
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}
