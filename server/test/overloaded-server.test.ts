import { alwaysServed } from '@kerb/server/platform/http/load-exceptions.ts';
import { loadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { type Stage, startStage } from './harness.ts';
import { everyStatement } from './record-statements.ts';

let isOverloaded = false;
const load = { ...loadLimit(), isFull: () => isOverloaded };

let stage: Stage;
let manager: Person;
let path: string;

beforeAll(async () => {
  stage = await startStage({ load });
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const campaign = await build.aCampaign(manager, tenantId);
  path = `/v1/agreements/${campaign.id}`;
});
afterEach(() => {
  isOverloaded = false;
});

const asManager = (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
  stage.as(manager.userId)(method, url, body);

describe('a server that is overloaded', () => {
  it('refuses a list, a read and a save, and asks the database nothing', async () => {
    const before = await asManager('GET', path);
    isOverloaded = true;
    const statements = await everyStatement(async () => {
      for (const answer of [
        await asManager('GET', '/v1/agreements'),
        await asManager('GET', path),
        await asManager('PUT', path, { agentNotes: 'Refused' }),
      ]) {
        expect(answer.statusCode).toBe(503);
        expect(answer.headers['retry-after']).toMatch(/^[1-4]$/);
        expect(answer.json()).toMatchObject({ type: '/problems/busy' });
      }
    });
    expect(statements).toEqual([]);
    isOverloaded = false;
    const after = await asManager('GET', path);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.json()).toEqual(before.json());
  });

  it('refuses endpoints and pages that need no sign-in', async () => {
    isOverloaded = true;
    const call = stage.as(null);
    expect((await call('GET', '/v1/calculator')).statusCode).toBe(503);
    const page = await call('GET', '/login');
    expect(page.statusCode).toBe(503);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('The service is busy. Please try again in a moment.');
  });

  it('answers /health and /ready', async () => {
    isOverloaded = true;
    for (const url of ['/health', '/ready']) expect((await stage.as(null)('GET', url)).statusCode, url).toBe(200);
  });

  it('takes the password that a person has typed', async () => {
    isOverloaded = true;
    const request = { url: '/login', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const payload = 'email=somebody%40example.com&password=not+the+password';
    expect((await stage.app.inject({ ...request, method: 'POST', payload })).statusCode).toBe(401);
  });

  it.each([...alwaysServed].map(({ method, path: served }) => [method, served] as const))(
    'serves %s %s',
    async (method, served) => {
      isOverloaded = true;
      const url = served.replace(/\{\w+\}/g, '1');
      for (const call of [stage.as(null), stage.as(manager.userId)]) {
        const { statusCode } = await call(method, url, {});
        expect(statusCode, url).toBeGreaterThanOrEqual(400);
        expect(statusCode, url).toBeLessThan(500);
      }
    },
  );

  it('logs a refusal as a warning without a stack', async () => {
    isOverloaded = true;
    stage.logLines.length = 0;
    await asManager('GET', path);
    expect(stage.logLines.join()).not.toContain('"stack"');
  });

  it('has nothing in progress afterwards', async () => {
    expect(load.now().inProgress).toBe(0);
  });
});
