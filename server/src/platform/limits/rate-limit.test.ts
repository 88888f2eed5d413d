import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { notSetUp, Problem } from '@kerb/server/platform/problems/problem.ts';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { clientsOn } from '../../../test/clients.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const build = buildersFor(stage);
const { aClient, tokenOf, withToken } = clientsOn(stage);
const { most } = limits.requestsPerProgram;

async function aProgram() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const made = await aClient(manager.userId, tenantId, { scopes: ['campaigns:read'] });
  return { manager, call: withToken(await tokenOf(made)) };
}

describe('a program', () => {
  it('is told in every answer how many requests are left, also in a refusal', async () => {
    const { call } = await aProgram();
    const answers = [
      await call('GET', '/v1/session'),
      await call('GET', '/v1/agreements/999999'),
      await call('GET', '/v1/users'),
      await call('GET', '/v1/agreements?perPage=none'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 403, 400]);
    answers.forEach(({ headers }, place) => {
      expect(headers['ratelimit-policy']).toBe(`"program";q=${most};w=60`);
      expect(headers.ratelimit).toMatch(new RegExp(`^"program";r=${most - 1 - place};t=\\d{1,2}$`));
    });
  });

  it('is refused when its budget is used up, and told when to come back; another program is not', async () => {
    const [one, other] = [await aProgram(), await aProgram()];
    await one.call('GET', '/v1/session');
    await sql`
      update throttles set count = ${most} where key like 'requestsPerProgram:%' and count = 1`.execute(stage.db);
    const refused = await one.call('GET', '/v1/session');
    expect([refused.statusCode, refused.json().type]).toEqual([429, '/problems/too-many']);
    expect(refused.headers.ratelimit).toMatch(/^"program";r=0;t=\d{1,2}$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await other.call('GET', '/v1/session')).statusCode).toBe(200);
  });

  it('has a budget that people do not have', async () => {
    const { manager } = await aProgram();
    const { headers } = await stage.as(manager.userId)('GET', '/v1/session');
    expect(headers).not.toHaveProperty('ratelimit');
  });

  it('finds the budget in the OpenAPI document', () => {
    type Operation = { responses: Record<string, { headers?: object }> };
    const { paths } = openApiDocument({ sandbox: false, audience: 'internal' }) as {
      paths: Record<string, { get: Operation }>;
    };
    const answersOf = (path: string) => paths[path]!.get.responses;
    const headers = answersOf('/v1/agreements')['200']!.headers;
    expect(Object.keys(headers ?? {})).toEqual(['ETag', 'RateLimit-Policy', 'RateLimit']);
    expect(answersOf('/v1/agreements')['429']).toEqual({ $ref: '#/components/responses/TooMany' });
    expect(Object.keys(answersOf('/v1/users')['200']!.headers ?? {})).toEqual(['ETag']);
  });
});

describe('a caller who has to come back later', () => {
  it.each([
    ['nothing is set up', () => notSetUp('No mail server is set up.')],
    ['a limit without a time', () => new Problem(429, 'too-many', 'Too many.')],
    ['a server without a time', () => new Problem(503, 'busy', 'Busy.')],
  ])('gets Retry-After, also if the exact time is not known: %s', async (_what, problem) => {
    const app = Fastify();
    answerErrors(app);
    app.get('/', () => {
      throw problem();
    });
    const answer = await app.inject({ url: '/' });
    expect(answer.headers['retry-after']).toBe('60');
  });
});
