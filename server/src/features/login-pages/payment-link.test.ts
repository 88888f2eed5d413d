import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { endSignInsOfPayer } from '@kerb/server/platform/auth/sign-ins.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, type Browser, givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);

let tenantId: number;
let manager: Awaited<ReturnType<typeof build.aPerson>>;
let admin: Awaited<ReturnType<typeof build.aPerson>>;
beforeAll(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  admin = await build.aPerson('admin');
});

async function linkOf(payerId: number): Promise<string> {
  const row = await db.selectFrom('signatories').selectAll().where('id', '=', payerId).executeTakeFirstOrThrow();
  return `/pay/${paymentToken(deps, { id: payerId, version: row.paymentLinkVersion })}`;
}

async function sentCampaign(payers = [build.aPayer()]) {
  const campaign = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  const links = await Promise.all(campaign.payers.map((payer) => linkOf(payer.id)));
  return { ...campaign, links, link: links[0]!, payer: campaign.payers[0]! };
}

const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` });
async function opened(link: string, browser: Browser = aBrowser(stage)) {
  const tokens = await browser.exchange(await browser.get(link));
  return { browser, tokens };
}

const setStatus = (id: number, status: string) =>
  stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
const organisationOf = async () =>
  (await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()).name;
/** The words of a 401, which a page shows. */
const toldTo = async (browser: Browser, tokens: Parameters<Browser['session']>[0]) => {
  const answer = await browser.session(tokens);
  expect(answer.statusCode).toBe(401);
  return answer.json() as { type: string; displayText: string };
};

async function isDead(link: string, words = 'Ask your agent to send the link again.') {
  const answer = await aBrowser(stage).get(link);
  expect(wordsOf(answer)).toContain('This link no longer works');
  expect(wordsOf(answer)).toContain(words);
  expect(answer.headers['set-cookie']).toBeUndefined();
  return answer.statusCode === 404;
}

describe('a Payment URL', () => {
  it('opens its campaign and signs its payer in for it, as a vendor', async () => {
    const { id, link, payer } = await sentCampaign();
    const browser = aBrowser(stage);
    const landing = await browser.get(link);
    expect([landing.statusCode, locationOf(landing).pathname]).toEqual([303, `/applications/${id}`]);
    expect(landing.headers['referrer-policy']).toBe('no-referrer');
    expect(landing.headers['cache-control']).toBe('no-store');
    const session = (await browser.session(await browser.exchange(landing))).json();
    expect(session).toMatchObject({ signatoryId: payer.id, role: 'vendor', memberships: [], onlyAgreementId: id });
    const entry = await db
      .selectFrom('logEntries')
      .selectAll()
      .where('activityCode', '=', 'cred_auth')
      .where('targetAgreementId', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ userId: payer.userId, logData: { means: 'Payment URL' } });
    expect(JSON.stringify(entry)).not.toContain(link.slice(5));
  });

  it('gives access to that campaign and to none of the payer’s others', async () => {
    const someone = build.aPayer();
    const [one, other] = [await sentCampaign([someone]), await sentCampaign([someone])];
    expect(one.payer.userId).toBe(other.payer.userId);
    const { browser, tokens } = await opened(one.link);
    const statusOf = async (id: number) => (await browser.get(`/v1/agreements/${id}`, bearer(tokens))).statusCode;
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual([200, 404]);
    const { items } = (await browser.get('/v1/agreements', bearer(tokens))).json();
    expect(items.map((item: { id: number }) => item.id)).toEqual([one.id]);
  });

  it('makes an admin with that e-mail address only a payer', async () => {
    const payer = build.aPayer({ emailAddress: admin.emailAddress });
    const { link, id } = await sentCampaign([payer]);
    const { browser, tokens } = await opened(link);
    const session = (await browser.session(tokens)).json();
    expect(session).toMatchObject({ role: 'vendor', onlyAgreementId: id });
    // The name that the organisation gave: it must not learn whose account an e-mail address is.
    expect(session).toMatchObject({ displayName: `${payer.firstName} ${payer.surname}` });
    expect(session).not.toHaveProperty('userId');
    expect(JSON.stringify(session)).not.toContain(admin.displayName);
    const own = (await browser.get(`/v2/campaigns/${id}/vendors`, bearer(tokens))).json().items[0];
    expect(own).not.toHaveProperty('userHref');
    expect((await browser.get('/v1/users', bearer(tokens))).statusCode).toBe(403);
    const asManager = { ...bearer(tokens), 'x-view-as': `manager:${tenantId}` };
    expect((await browser.get('/v1/session', asManager)).statusCode).toBe(403);
  });

  it('works again, also in a browser that has used it, which keeps its sign-in', async () => {
    const { link, payer } = await sentCampaign();
    const { browser, tokens } = await opened(link);
    const cookies = [...browser.jar];
    const again = await browser.get(link);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect([...browser.jar]).toEqual(cookies);
    expect((await browser.session(await browser.exchange(again))).statusCode).toBe(200);
    expect((await browser.session(tokens)).statusCode).toBe(200);
    await opened(link);
    const signIns = await db.selectFrom('signIns').select('id').where('signatoryId', '=', payer.id).execute();
    expect(signIns).toHaveLength(2);
  });

  it('asks before it replaces a manager’s sign-in, and a form from another site cannot continue', async () => {
    await givePassword(stage, manager.userId, 'correct horse battery');
    const browser = aBrowser(stage);
    const staff = await browser.exchange(await browser.logIn(manager.emailAddress, 'correct horse battery'));
    const { id, link, payer } = await sentCampaign();
    const asked = await browser.get(link);
    const name = `${payer.firstName} ${payer.surname}`;
    expect(asked.statusCode).toBe(200);
    expect(wordsOf(asked)).toContain(`This link is for ${name}`);
    expect(wordsOf(asked)).toContain(`Stay logged in as ${manager.displayName}`);
    expect(asked.headers['set-cookie']).toBeUndefined();
    const foreign = await browser.submit(link, {}, { origin: 'https://evil.example' });
    expect(foreign.statusCode).toBe(403);
    expect((await browser.session(staff)).json().userId).toBe(manager.userId);

    const tokens = await browser.exchange(await browser.submit(link, {}));
    expect((await browser.session(staff)).statusCode).toBe(401);
    expect((await browser.session(tokens)).json()).toMatchObject({ signatoryId: payer.id, displayName: name });
    const entries = (await openedLog(stage)).filter(
      ({ targetAgreementId, activityCode }) => targetAgreementId === id && activityCode === 'cred_auth',
    );
    expect(entries).toMatchObject([
      {
        description: 'Payment URL opened by the team',
        userId: manager.userId,
        userName: `${manager.displayName}, through the link of ${name}`,
      },
    ]);
  });

  it('that the team opened cannot confirm, agree, pay or sign', async () => {
    await givePassword(stage, manager.userId, 'correct horse battery');
    const browser = aBrowser(stage);
    await browser.logIn(manager.emailAddress, 'correct horse battery');
    const { id, link, payer } = await sentCampaign();
    const tokens = await browser.exchange(await browser.submit(link, {}));
    const post = (url: string, body: object) =>
      browser.call(url, body, { ...bearer(tokens), 'idempotency-key': 'team-opened' });
    const refused = [
      await post(`/v1/signatories/${payer.id}/verify-contact`, { contactMethod: 'email' }),
      await post(`/v1/signatories/${payer.id}/unlock`, {}),
      await post(`/v1/agreements/${id}/pay`, { financeOptionCode: 'pn', method: 'card', amount: 1 }),
      await post(`/v1/agreements/${id}/submit-application`, {}),
      await post(`/v1/agreements/${id}/sign`, {}),
    ];
    for (const answer of refused) {
      expect([answer.statusCode, answer.json().type]).toEqual([403, '/problems/opened-by-team']);
    }
    expect((await browser.get(`/v1/agreements/${id}`, bearer(tokens))).statusCode).toBe(200);
  });

  it('asks one payer before it becomes another, and asks nobody who is that payer already', async () => {
    const browser = aBrowser(stage);
    const { id, links, payers } = await sentCampaign([build.aPayer(), build.aPayer()]);
    const first = (await opened(links[0]!, browser)).tokens;
    expect(wordsOf(await browser.get(links[1]!))).toContain(`You are logged in as ${payers[0]!.firstName}`);
    const second = await browser.exchange(await browser.submit(links[1]!, {}));
    expect((await browser.session(first)).statusCode).toBe(401);
    expect((await browser.session(second)).json().signatoryId).toBe(payers[1]!.id);
    await givePassword(stage, payers[0]!.userId, 'correct horse battery');
    const own = aBrowser(stage);
    await own.logIn(payers[0]!.emailAddress, 'correct horse battery');
    const landing = await own.get(links[0]!);
    expect([landing.statusCode, locationOf(landing).pathname]).toEqual([303, `/applications/${id}`]);
    expect((await own.session(await own.exchange(landing))).json().userId).toBe(payers[0]!.userId);
  });

  const aboutMoney = 'If you have already paid, please call us about your money.';
  it.each([
    ['cancelled', `This campaign has been cancelled, so its link has ended. ${aboutMoney}`],
    ['rejected', `This application has been declined, so its link has ended. ${aboutMoney}`],
  ])('says that the campaign is %s, and whom to call, also to an open page', async (status, words) => {
    const { id, link, payer } = await sentCampaign();
    const { browser, tokens } = await opened(link);
    expect((await setStatus(id, status)).statusCode).toBe(200);
    const whom = `Questions? Ask ${await organisationOf()}, or call us on ${deps.country.supportPhone}.`;
    expect(await isDead(link, words)).toBe(true);
    expect(await isDead(link, whom)).toBe(true);
    const page = wordsOf(await aBrowser(stage).get(link));
    expect(page).not.toContain(payer.surname);
    const told = { type: '/problems/link-ended', displayText: `${words} ${whom}` };
    expect(await toldTo(browser, tokens)).toMatchObject(told);
    const refreshed = await browser.call('/v1/session/refresh', { refreshToken: tokens.refreshToken });
    expect([refreshed.statusCode, refreshed.json()]).toMatchObject([401, told]);
    const login = wordsOf(await browser.get(`/login?back=/applications/${id}`));
    expect(login).toContain(words);
    expect(login).not.toContain('Password');
    expect(wordsOf(await browser.get('/login?password=1'))).toContain('Password');
  });

  it('does not come back to life when the campaign is reopened, until a new one is sent', async () => {
    const { id, link, payer } = await sentCampaign();
    const { browser, tokens } = await opened(link);
    await setStatus(id, 'cancelled');
    await setStatus(id, 'waiting-approval');
    const words = `This link has ended. Please ask ${await organisationOf()} to send you a new one.`;
    expect(await isDead(link, words)).toBe(true);
    expect((await toldTo(browser, tokens)).displayText).toContain(words);
    await stage.as(admin.userId)('POST', `/v2/campaigns/${id}/vendors/${payer.id}/send-campaign`);
    expect(await isDead(link)).toBe(true);
    expect((await aBrowser(stage).get(await linkOf(payer.id))).statusCode).toBe(303);
  });

  it('stops working in a cancelled campaign even if its hash is still stored', async () => {
    const { id, link } = await sentCampaign();
    await db.updateTable('agreements').set({ status: 0 }).where('id', '=', id).execute();
    expect(await isDead(link, 'This campaign has been cancelled')).toBe(true);
  });

  it('stops working when its payer is removed, and ends its sign-ins', async () => {
    const { id, link, payer } = await sentCampaign();
    const { browser, tokens } = await opened(link);
    expect((await stage.as(admin.userId)('DELETE', `/v2/campaigns/${id}/vendors/${payer.id}`)).statusCode).toBe(204);
    expect(await isDead(link)).toBe(true);
    expect((await toldTo(browser, tokens)).displayText).toContain('You are no longer one of the people who pay');
  });

  it('stops working when a newer one is sent, which works', async () => {
    const { id, link, payer } = await sentCampaign();
    const { browser, tokens } = await opened(link);
    expect(
      (await stage.as(admin.userId)('POST', `/v2/campaigns/${id}/vendors/${payer.id}/send-campaign`)).statusCode,
    ).toBe(200);
    expect(await isDead(link)).toBe(true);
    expect((await toldTo(browser, tokens)).displayText).toContain('A newer link has been sent to you.');
    expect((await aBrowser(stage).get(await linkOf(payer.id))).statusCode).toBe(303);
  });

  it('lets the team end its sign-ins, and keeps working', async () => {
    const { link, payer } = await sentCampaign();
    const { browser, tokens } = await opened(link);
    await endSignInsOfPayer(db, payer.id);
    expect((await toldTo(browser, tokens)).displayText).toContain('You are no longer signed in on this device.');
    expect((await browser.session((await opened(link, browser)).tokens)).statusCode).toBe(200);
  });

  it('does not work for a disabled user', async () => {
    const { link, payer } = await sentCampaign();
    await db
      .updateTable('users')
      .set({ disabledDate: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', payer.userId)
      .execute();
    expect(await isDead(link)).toBe(true);
  });

  it.each(['/pay/guess', '/pay/..%2f', '/pay/%00', `/pay/${'a'.repeat(199)}`, '/pay/%E0%A4%A'])(
    'that was made up (%s) gets a 400 or a 404',
    async (link) => {
      const answer = await aBrowser(stage).get(link);
      expect([400, 404]).toContain(answer.statusCode);
    },
  );

  it('creates no sign-in for the HEAD request of a link scanner', async () => {
    const { link, payer } = await sentCampaign();
    expect((await aBrowser(stage).send('HEAD', link)).statusCode).toBe(404);
    const signIns = await db.selectFrom('signIns').select('id').where('signatoryId', '=', payer.id).execute();
    expect(signIns).toEqual([]);
  });

  it('has a rate limit for guesses from one address', async () => {
    const browser = aBrowser(stage, '203.0.113.77');
    const { link } = await sentCampaign();
    const answers = [];
    for (let n = 0; n < 61; n += 1) answers.push((await browser.get(`/pay/guess${n}`)).statusCode);
    expect([answers[59], answers[60]]).toEqual([404, 429]);
    expect((await browser.get(link)).statusCode).toBe(429);
    expect((await aBrowser(stage, '203.0.113.78').get(link)).statusCode).toBe(303);
  });
});
