import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProblemCode, problemGroups, problemTypes } from '@kerb/domain/kernel/problem-types.ts';
import { exampleOf } from '@kerb/server/features/problem-pages/problem-page.ts';
import { statusWords } from '@kerb/server/features/problem-pages/problem-words.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
const open = (path: string) => stage.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } });
const codes = Object.keys(problemTypes) as (keyof typeof problemTypes)[];

/** The code of the server and the domain. */
const sources = ['../..', '../../../../domain/src'].flatMap((path) => {
  const folder = join(import.meta.dirname, path);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
});

/** The problems that code throws with a status of its own, `new Problem(409, 'busy'`, and that no rule refuses with. */
function thrown(): Map<string, Set<number>> {
  const refused = new Set(
    sources.flatMap((text) => [...text.matchAll(/refuse\(\s*'([a-z-]+)'/g)].map(([, code]) => code)),
  );
  const found = new Map<string, Set<number>>();
  for (const text of sources) {
    for (const [, status = '', code = ''] of text.matchAll(/new Problem\(\s*(\d{3}),\s*'([a-z-]+)'/g)) {
      if (refused.has(code)) continue;
      found.set(code, (found.get(code) ?? new Set()).add(Number(status)));
    }
  }
  return found;
}

describe('the page of a problem', () => {
  it('exists for every problem, with its meaning, its status, advice and a body as the server sends it', async () => {
    for (const code of codes) {
      const answer = await open(`/problems/${code}`);
      expect([code, answer.statusCode, answer.headers['content-type']]).toEqual([
        code,
        200,
        'text/html; charset=utf-8',
      ]);
      const { status } = problemTypes[code];
      expect(answer.body, code).toContain(`<h1>${code}</h1>`);
      expect(answer.body, code).toContain(`with the status ${status} `);
      expect(JSON.parse(exampleOf(code))).toMatchObject({ type: `/problems/${code}`, status });
    }
  });

  it('is listed once, in one group', async () => {
    const listed = Object.values(problemGroups).flatMap((group) => Object.keys(group));
    expect(listed.toSorted()).toEqual(codes.toSorted());
    const { body, statusCode } = await open('/problems');
    expect(statusCode).toBe(200);
    for (const code of codes) expect(body).toContain(`href="/problems/${code}"`);
  });

  it('answers 404 for a name that is no problem', async () => {
    for (const name of ['nonsense', 'Invalid', 'constructor', 'toString', '%3Cscript%3E']) {
      const answer = await open(`/problems/${name}`);
      expect([name, answer.statusCode]).toEqual([name, 404]);
      expect(answer.body).not.toContain('<script>');
    }
  });

  it('is where the type of a real problem leads', async () => {
    const refused = await stage.app.inject({ method: 'GET', url: '/v1/agreements' });
    expect(refused.statusCode).toBe(401);
    expect((await open(refused.json().type)).statusCode).toBe(200);
  });

  it('states a status with which the code throws it', () => {
    const all = thrown();
    expect(all.size).toBeGreaterThan(80);
    for (const [code, statuses] of all) {
      expect(isProblemCode(code), code).toBe(true);
      if (isProblemCode(code)) expect([...statuses], code).toContain(problemTypes[code].status);
    }
  });

  it('has words for its status, and a sentence without a full stop at its end', () => {
    for (const code of codes) {
      const { status, when } = problemTypes[code];
      expect(Object.keys(statusWords), code).toContain(String(status));
      expect(when, code).toMatch(/^[A-Z`].{8,}[^.!?]$/s);
    }
  });
});
