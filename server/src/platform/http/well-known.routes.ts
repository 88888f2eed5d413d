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

/** Search engines may read the first page, and in a sandbox nothing. Every other page is for one person. */
const robotsOf = (sandbox: boolean): string =>
  [
    'User-agent: *',
    ...(sandbox ? [] : ['Allow: /$', 'Allow: /login.css', 'Allow: /pictures/']),
    'Disallow: /',
    '',
  ].join('\n');

export function wellKnownRoutes(app: FastifyInstance, { securityContact, publicUrl, sandbox }: Config): void {
  const expires = Temporal.Instant.from(realNow()).add({ hours: hoursValid }).toString({ smallestUnit: 'second' });
  const text = securityContact === null ? null : securityText(securityContact, publicUrl, expires);
  app.get(securityPath, (_request, reply) =>
    text === null ? sendProblem(reply, notFound('record')) : reply.type('text/plain; charset=utf-8').send(text),
  );
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robotsOf(sandbox)));
}
