import { endAllSignIns, endSignInsOf } from '@kerb/server/features/people/end-sign-ins.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const build = buildersFor(stage);
const password = 'correct horse battery';

async function signedIn() {
  const person = await build.aPerson('tenant_user');
  await givePassword(stage, person.userId, password);
  const browser = aBrowser(stage);
  const tokens = await browser.exchange(await browser.logIn(person.emailAddress, password));
  const refresh = () => browser.call('/v1/session/refresh', { refreshToken: tokens.refreshToken });
  const status = async () => (await browser.session(tokens)).statusCode;
  return { ...person, browser, status, refresh };
}
const latestEntry = () =>
  stage.db
    .selectFrom('logEntries')
    .select(['description', 'logData', 'userId', 'targetUserId'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('an operator', () => {
  it('logs one person out, by any spelling of their address, and nobody else', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const end = (address: string) => inTransaction(stage.deps, byTheProduct, (work) => endSignInsOf(work, address));
    expect(await end(one.emailAddress.toUpperCase())).toBe(1);
    expect([await one.status(), await other.status()]).toEqual([401, 200]);
    expect(await latestEntry()).toMatchObject({
      description: 'Logged out everywhere',
      userId: null,
      targetUserId: one.userId,
    });
    expect(await end('nobody@example.com')).toBeNull();
  });

  it('logs everybody out: sign-ins, refreshes, and log-ins that wait for a code', async () => {
    const people = [await signedIn(), await signedIn()];
    const { userId } = people[0]!;
    const step = { hash: Buffer.alloc(32, 1), userId, means: 'password', back: '/' } as const;
    const expiryDate = new Date(Date.now() + 60_000).toISOString();
    await stage.db
      .insertInto('signInSteps')
      .values({ ...step, expiryDate })
      .execute();
    const ended = await inTransaction(stage.deps, byTheProduct, endAllSignIns);
    expect(ended).toBeGreaterThanOrEqual(2);
    for (const { status, refresh, browser, emailAddress } of people) {
      expect([await status(), (await refresh()).statusCode]).toEqual([401, 401]);
      expect((await browser.get('/login')).statusCode).toBe(200);
      expect((await browser.logIn(emailAddress, password)).statusCode).toBe(303);
    }
    expect(await stage.db.selectFrom('signInSteps').select('userId').execute()).toEqual([]);
    const entries = await stage.db
      .selectFrom('logEntries')
      .select('logData')
      .where('description', '=', 'Everybody logged out by the operator')
      .execute();
    expect(entries).toEqual([{ logData: { ended } }]);
  });
});
