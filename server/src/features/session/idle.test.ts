import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

let serial = 0;
async function signedIn(role: 'admin' | 'tenant_user') {
  const { userId, emailAddress } = await build.aPerson(role);
  await givePassword(stage, userId, password);
  serial += 1;
  const browser = aBrowser(stage, `203.0.113.${serial}`);
  const tokens = await browser.exchange(await browser.logIn(emailAddress, password));
  /** As if the last input and everything since were so long ago. */
  const ago = (minutes: number) =>
    db
      .updateTable('signIns')
      .set({ lastActiveDate: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('userId', '=', userId)
      .execute();
  const refresh = (refreshToken: string, idleSeconds?: number) =>
    browser.call('/v1/session/refresh', { refreshToken, ...(idleSeconds !== undefined && { idleSeconds }) });
  const lastActive = async () => {
    const { lastActiveDate } = await db
      .selectFrom('signIns')
      .select('lastActiveDate')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return Math.round((Date.now() - Date.parse(lastActiveDate)) / 60_000);
  };
  return { userId, browser, tokens, ago, refresh, lastActive };
}

async function openedLink() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const { payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const { id: signatoryId, paymentLinkVersion: version, userId } = payers[0]!;
  const browser = aBrowser(stage);
  const tokens = await browser.exchange(
    await browser.get(`/pay/${paymentToken(stage.deps, { id: signatoryId, version })}`),
  );
  return { userId, signatoryId, browser, tokens };
}

describe('a sign-in that nobody uses', () => {
  it.each([
    ['admin', 29, 31],
    ['tenant_user', 59, 61],
  ] as const)('of %s holds for %i minutes and ends before %i, although the page is open', async (role, holds, over) => {
    const { browser, tokens, ago, refresh } = await signedIn(role);
    await ago(holds);
    expect((await browser.session(tokens)).statusCode).toBe(200);
    await ago(over);
    expect((await browser.session(tokens)).statusCode).toBe(401);
    expect((await refresh(tokens.refreshToken, 0)).statusCode).toBe(401);
    expect((await browser.get('/login?back=/')).statusCode).toBe(200);
  });

  it('is kept by a refresh only as far as the person was there', async () => {
    const { tokens, ago, refresh, lastActive } = await signedIn('admin');
    await ago(20);
    const first = (await refresh(tokens.refreshToken, 25 * 60)).json();
    expect(await lastActive()).toBe(20);
    const second = (await refresh(first.refreshToken, 4 * 60)).json();
    expect(await lastActive()).toBe(4);
    await refresh(second.refreshToken);
    expect(await lastActive()).toBe(0);
  });

  it.each([1, 59, 61, 275])('is refreshed after %i seconds, which are no whole minutes', async (seconds) => {
    const { tokens, refresh, lastActive } = await signedIn('admin');
    const answer = await refresh(tokens.refreshToken, seconds);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await lastActive()).toBe(0);
  });
});

describe('a Payment URL that nobody uses any more', () => {
  it('is kept by an open page only as far as the payer was there', async () => {
    const { signatoryId, browser } = await openedLink();
    const lastActiveDate = new Date(Date.now() - 20 * 60_000).toISOString();
    await db.updateTable('signIns').set({ lastActiveDate }).where('signatoryId', '=', signatoryId).execute();
    const minutesAgo = async () => {
      const signIn = db.selectFrom('signIns').select('lastActiveDate').where('signatoryId', '=', signatoryId);
      return Math.round((Date.now() - Date.parse((await signIn.executeTakeFirstOrThrow()).lastActiveDate)) / 60_000);
    };
    const resume = (more: object) => browser.call('/v1/session/resume', { signatoryId, ...more });
    expect((await resume({ idleSeconds: 25 * 60 })).statusCode).toBe(200);
    expect(await minutesAgo()).toBe(20);
    await resume({ idleSeconds: 4 * 60 });
    expect(await minutesAgo()).toBe(4);
    await resume({});
    expect(await minutesAgo()).toBe(0);
  });

  it('is told after an hour to open the link again, not that a session has expired', async () => {
    const { signatoryId, browser, tokens } = await openedLink();
    const lastActiveDate = new Date(Date.now() - 61 * 60_000).toISOString();
    await db.updateTable('signIns').set({ lastActiveDate }).where('signatoryId', '=', signatoryId).execute();
    const answer = await browser.session(tokens);
    expect([answer.statusCode, answer.json().type]).toEqual([401, '/problems/link-ended']);
    expect(answer.json().displayText).toContain('Please open the link in our latest message.');
  });
});

describe('a page whose tokens have ended', () => {
  it('gets new ones after the same person has logged in again in this browser, and nobody else’s', async () => {
    const { userId, browser } = await signedIn('tenant_user');
    const resume = (body: object) => browser.call('/v1/session/resume', body);
    const tokens = (await resume({ userId })).json();
    expect((await browser.session(tokens)).json().userId).toBe(userId);
    for (const body of [{ userId: userId + 1 }, { signatoryId: 1 }, {}]) {
      expect((await resume(body)).statusCode).toBe(401);
    }
    expect((await aBrowser(stage).call('/v1/session/resume', { userId })).statusCode).toBe(401);
  });

  it('gets them after the same payer has opened their link again, and for no login and no other payer', async () => {
    const { userId, signatoryId, browser } = await openedLink();
    const resume = (body: object) => browser.call('/v1/session/resume', body);
    const tokens = (await resume({ signatoryId })).json();
    expect((await browser.session(tokens)).json().signatoryId).toBe(signatoryId);
    for (const body of [{ userId }, { signatoryId: signatoryId + 1 }, {}]) {
      expect((await resume(body)).statusCode).toBe(401);
    }
  });

  it('counts as used again', async () => {
    const { userId, browser, ago, lastActive } = await signedIn('tenant_user');
    await ago(30);
    await browser.call('/v1/session/resume', { userId });
    expect(await lastActive()).toBe(0);
  });
});
