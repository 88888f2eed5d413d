import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { accessFixture, addressOf, keyFor, type Target } from './endpoint-access.ts';
import { type Stage, startStage } from './harness.ts';

let stage: Stage;
let target: Target;
beforeAll(async () => {
  stage = await startStage();
  target = await (await accessFixture(stage, buildersFor(stage))).aTarget();
});

/** Whatever was sent, a refusal is a problem with a message and without a stack. */
function expectAnswer(answer: Awaited<ReturnType<ReturnType<Stage['as']>>>, sent: unknown) {
  expect(answer.statusCode, `${JSON.stringify(sent)} → ${answer.body}`).toBeLessThan(500);
  if (answer.statusCode < 400) return;
  expect(answer.headers['content-type']).toContain('application/problem+json');
  const problem = answer.json();
  expect(problem).toMatchObject({ type: expect.any(String), title: expect.any(String), status: answer.statusCode });
  expect(problem.displayText).toMatch(/\.$|: /);
  expect(answer.body).not.toMatch(/\bat \/|node_modules|select |insert /);
}

const isTried = ({ path }: Endpoint) => path !== '/v1/assets';

/** Values that break parsers: too long, too deep, too big, of the wrong type, or dangerous to a database. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '𝒳',
    '%',
    '\\',
    "'; drop table users; --",
    'x'.repeat(20_000),
    '2026-02-30',
    '0000-01-01',
  ),
  fc.constantFrom(0, -1, 0.001, 1e21, Number.MAX_SAFE_INTEGER + 2, null, true, [], {}, [[]], { href: '/v1/tenants/0' }),
  fc.constantFrom({ href: '/v1/tenants/999999999999999' }, { href: 'javascript:alert(1)' }, { __proto__: { a: 1 } }),
  fc.jsonValue({ maxDepth: 3 }),
);

describe('garbage', () => {
  it('as a body never causes a 500', { timeout: 120_000 }, async () => {
    const writes = stage.app.endpoints.filter((endpoint) => endpoint.body && isTried(endpoint));
    for (const endpoint of writes) {
      const names = Object.keys((endpoint.body as unknown as { shape: object }).shape);
      const body = fc.oneof(fc.dictionary(fc.constantFrom(...names), nasty, { maxKeys: 6 }), fc.jsonValue());
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const headers = { 'content-type': 'application/json', ...keyFor(endpoint) };
          const call = stage.as(target.userIds.admin);
          expectAnswer(await call(endpoint.method, addressOf(endpoint, target), JSON.stringify(sent), headers), sent);
        }),
        { numRuns: 15 },
      );
    }
  });

  it('in a query never causes a 500', { timeout: 120_000 }, async () => {
    const lists = stage.app.endpoints.filter((endpoint) => endpoint.query && isTried(endpoint));
    const value = fc.oneof(
      fc.constantFrom('', '0', '-1', '999999999999999', 'x', '%', "'", '\u0000', 'draft,nothing'),
      fc.string(),
    );
    for (const endpoint of lists) {
      const names = Object.keys(endpoint.query?.shape ?? {});
      const query = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
      await fc.assert(
        fc.asyncProperty(query, async (sent) => {
          const address = addressOf(endpoint, target).split('?')[0];
          expectAnswer(await stage.as(target.userIds.admin)('GET', `${address}?${new URLSearchParams(sent)}`), sent);
        }),
        { numRuns: 15 },
      );
    }
  });

  it.each(['abc', '0', '-1', '1.5', '99999999999999999999', '%00', '..%2f', '1;drop'])(
    'as an id (%s) answers 404',
    async (id) => {
      const answer = await stage.as(target.userIds.admin)('GET', `/v1/agreements/${id}`);
      expect([400, 404]).toContain(answer.statusCode);
      expectAnswer(answer, id);
    },
  );

  it('that is not JSON, or too long, gets a clear message', async () => {
    const call = stage.as(target.userIds.admin);
    const json = { 'content-type': 'application/json' };
    const answers = [
      await call('POST', '/v1/agreements', '{"campaignBudget": ', json),
      await call('POST', '/v1/agreements', `"${'x'.repeat(1_100_000)}"`, json),
      await call('POST', '/v1/agreements', '<a/>', { 'content-type': 'text/xml' }),
      await call('POST', '/v1/agreements', '{"__proto__": {"a": 1}}', json),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([400, 413, 415, 400]);
    for (const answer of answers) expectAnswer(answer, 'bytes');
  });

  it('as an unknown address gets a problem for a call and the start page for a browser', async () => {
    expectAnswer(await stage.as(null)('GET', '/v1/nothing'), null);
    expectAnswer(await stage.as(null)('DELETE', '/nothing'), null);
  });
});
