import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let admin: Person;
let campaign: string;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  admin = await build.aPerson('admin');
  campaign = `/v1/agreements/${(await build.aCampaign(admin, await build.aTenant())).id}`;
});

const headers = { 'content-type': 'application/json' };
const save = (body: string) => stage.as(admin.userId)('PUT', campaign, body, headers);

describe('invalid Unicode text', () => {
  it.each([
    ['half a character', String.raw`{"campaignNotes":"a\ud83d b"}`],
    ['the other half of a character', String.raw`{"campaignNotes":"\uDE00"}`],
    ['half a character as the name of a field', String.raw`{"\ud83d":1}`],
    ['half a character in a nested field', String.raw`{"vendors":[{"href":"\ud83d"}]}`],
    ['NUL', String.raw`{"campaignNotes":"\u0000"}`],
  ])('is refused with a message: %s', async (_what, body) => {
    const answer = await save(body);
    expect([answer.statusCode, answer.json().displayText]).toEqual([
      400,
      'The request holds a character that no text may have.',
    ]);
  });

  it('includes half of a surrogate pair, but not its escaped spelling', async () => {
    const answer = await save(String.raw`{"campaignNotes":"\ud83d\ude00 😀 \\ud83d"}`);
    expect(answer.json().campaignNotes).toBe('😀 😀 \\ud83d');
  });
});

describe('a field that would change an object’s prototype', () => {
  it.each([
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"vendors":[{"__proto__":{"role":"admin"}}]}',
    '{"toString":"admin"}',
  ])('is refused, and changes nothing: %s', async (body) => {
    expect((await save(body)).statusCode).toBe(400);
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});

describe('a parameter', () => {
  it('that is sent twice is refused, and one that belongs into the body counts nowhere else', async () => {
    const list = (query: string) => stage.as(admin.userId)('GET', `/v1/users?${query}`);
    expect((await list('page=1&page=2')).statusCode).toBe(400);
    const moved = await stage.as(admin.userId)('PUT', `${campaign}?campaignNotes=moved`, {});
    expect(moved.json().campaignNotes).not.toBe('moved');
  });
});

describe('a response', () => {
  it.each(['/v1/session', '/%761/session', '/v1/session/', '/v1/nothing'])('from %s is not cached', async (address) => {
    const answer = await stage.as(admin.userId)('GET', address);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a database that is temporarily unavailable', () => {
  it.each(['40P01', '40001', '25006', 'ETIMEDOUT', 'EHOSTUNREACH'])(
    'answers 503 with Retry-After: %s',
    async (code) => {
      const app = Fastify();
      answerErrors(app);
      app.get('/', async () => {
        throw Object.assign(new Error('connection lost'), { code });
      });
      const answer = await app.inject('/');
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    },
  );
});
