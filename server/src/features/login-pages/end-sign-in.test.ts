import { mostSignIns } from '@kerb/domain/session/new-sign-ins.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';
const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36';

let tenantId: number;
async function someone() {
  const person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await givePassword(stage, person.userId, password);
  return person;
}
type Someone = Awaited<ReturnType<typeof someone>>;

beforeAll(async () => {
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
});

async function logIn({ emailAddress }: Someone, browser = aBrowser(stage)) {
  const landing = await browser.submit(
    '/login',
    { email: emailAddress, password, back: '/' },
    { origin: 'null', 'sec-fetch-site': 'same-origin', 'user-agent': chrome },
  );
  const tokens = await browser.exchange(landing);
  return { browser, tokens, isIn: async () => (await browser.session(tokens)).statusCode === 200 };
}

const messagesTo = ({ userId }: Someone) =>
  db
    .selectFrom('messages')
    .select(['subject', 'body', 'sealedSecrets'])
    .where('userId', '=', userId)
    .where('kind', '=', 'new-sign-in')
    .orderBy('id')
    .execute();

/** The token of the newest link. */
async function tokenFor(person: Someone): Promise<string> {
  const newest = (await messagesTo(person)).at(-1)!;
  const [link] = secretsOf(deps.secrets, newest.sealedSecrets);
  return new URL(link!).searchParams.get('token')!;
}

const lastEntry = async ({ userId }: Someone) =>
  (
    await db
      .selectFrom('logEntries')
      .select('description')
      .where('targetUserId', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).description;

describe('a login in a new browser or from a new network', () => {
  it('is told to the owner, but the first one ever and known ones are not', async () => {
    const person = await someone();
    const first = await logIn(person);
    expect(await messagesTo(person)).toEqual([]);
    await logIn(person, first.browser);
    expect(await messagesTo(person)).toEqual([]);
    await logIn(person);
    const [told] = await messagesTo(person);
    expect(told?.subject).toContain('Chrome on Windows');
    expect(told?.body).toContain('in a browser that has not been used for it before');
    expect(told?.body).toContain('Logged in with: password\nNetwork address: 127.0.0.1');
    await logIn(person, aBrowser(stage, '203.0.113.9'));
    expect((await messagesTo(person)).at(-1)?.body).toContain('in a browser and from a network');
    await logIn(person, aBrowser(stage, '203.0.7.7'));
    expect((await messagesTo(person)).at(-1)?.body).toContain('in a browser that');
  });

  it('ends by the link of the message, by its button only, once, and is logged', async () => {
    const person = await someone();
    const first = await logIn(person);
    const stranger = await logIn(person);
    const token = await tokenFor(person);
    const page = await aBrowser(stage).get(`/end-sign-in?token=${token}`);
    expect([page.statusCode, await stranger.isIn()]).toEqual([200, true]);
    expect(wordsOf(page)).toContain('Chrome on Windows');
    const foreign = await aBrowser(stage).submit('/end-sign-in', { token }, { origin: 'https://evil.example' });
    expect([foreign.statusCode, await stranger.isIn()]).toEqual([403, true]);
    const done = await aBrowser(stage).submit('/end-sign-in', { token });
    expect([done.statusCode, await stranger.isIn(), await first.isIn()]).toEqual([200, false, true]);
    expect(await lastEntry(person)).toBe('Logged out with the link of a message about a new login');
    expect((await aBrowser(stage).submit('/end-sign-in', { token })).statusCode).toBe(404);
    expect((await aBrowser(stage).get('/end-sign-in?token=none')).statusCode).toBe(404);
  });
});

describe('the number of browsers', () => {
  it(`is at most ${mostSignIns}: the one that was used longest ago ends, and it is logged`, async () => {
    const person = await someone();
    const visits = [];
    for (let count = 0; count < mostSignIns; count += 1) visits.push(await logIn(person));
    expect(await visits[0]!.isIn()).toBe(true);
    await db
      .updateTable('signIns')
      .set({ lastActiveDate: new Date(Date.now() - 600_000).toISOString() })
      .where('userId', '=', person.userId)
      .where(
        'id',
        'in',
        db
          .selectFrom('signIns')
          .select((eb) => eb.fn.min('id').as('id'))
          .where('userId', '=', person.userId),
      )
      .execute();
    const last = await logIn(person);
    const entries = await db
      .selectFrom('logEntries')
      .select('description')
      .where('targetUserId', '=', person.userId)
      .where('description', 'like', 'Logged out in the oldest%')
      .execute();
    expect([await visits[0]!.isIn(), await visits[1]!.isIn(), await last.isIn(), entries.length]).toEqual([
      false,
      true,
      true,
      1,
    ]);
    const authorization = `Bearer ${last.tokens.accessToken}`;
    const { items } = (await last.browser.get('/v1/account/sign-ins', { authorization })).json();
    expect(items).toHaveLength(mostSignIns);
    expect(items[0]).toMatchObject({ device: 'Chrome on Windows', means: 'password', isCurrent: true });
  }, 60_000);
});
