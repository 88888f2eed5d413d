import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';
const better = 'staple of eleven words';

let serial = 0;
async function someone(): Promise<Person> {
  serial += 1;
  const person = await build.aPerson('tenant_user');
  await givePassword(stage, person.userId, password);
  return person;
}
const elsewhere = () => {
  serial += 1;
  return aBrowser(stage, `192.0.2.${serial}`);
};
const save = (person: Person, body: object) => stage.as(person.userId)('PUT', '/v1/account', body);
const verify = (person: Person, body: object = {}) =>
  stage.as(person.userId)('POST', '/v1/account/verify-mobile', body);
async function codeSentTo(recipient: string): Promise<string> {
  const { sealedSecrets, body } = await db
    .selectFrom('messages')
    .select(['sealedSecrets', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const [code] = secretsOf(deps.secrets, sealedSecrets);
  expect(body).not.toContain(code);
  return code!;
}
let mobiles = 0;
async function withMobile(): Promise<{ person: Person; mobile: string }> {
  mobiles += 1;
  const person = await someone();
  const mobile = `+614123450${String(mobiles).padStart(2, '0')}`;
  await save(person, { mobilePhone: mobile });
  return { person, mobile };
}

describe('a user’s own account', () => {
  it('is read and changed by its owner, and the mobile is stored in a form that can be dialled', async () => {
    const person = await someone();
    const saved = await save(person, { firstName: 'Ivy', surname: 'Ng', mobilePhone: '0412 345 678', jobTitle: '' });
    expect(saved.json()).toMatchObject({
      displayName: 'Ivy Ng',
      mobilePhone: '+61412345678',
      mobilePhoneIsConfirmed: false,
      jobTitle: null,
      emailAddress: person.emailAddress,
      tenants: [],
    });
    expect((await stage.as(person.userId)('GET', '/v1/account')).json()).toEqual(saved.json());
  });

  // biome-ignore format: a table
  it.each([
    [{ surname: ' ' },                     'surname'],
    [{ mobilePhone: '02 9374 4000' },      'mobilePhone'],
    [{ emailAddress: 'me@example.com' },   'emailAddress'],
    [{ role: 'admin' },                    'role'],
    [{ primaryMobileIsConfirmed: true },   'primaryMobileIsConfirmed'],
    [{ profilePicture: { href: '/v1/assets/999999' } }, 'profilePicture'],
  ])('refuses %o and names the field %s', async (body, field) => {
    const answer = await save(await someone(), body);
    expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, [field]]);
  });

  it('is refused to a Payment URL, which gives access to a campaign only', async () => {
    const agent = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    const { id, payers } = await build.aCampaign(agent, agent.memberships[0]!.tenantId);
    const token = await stage.accessTokenFor(payers[0]!.userId, { agreementId: id, signatoryId: payers[0]!.id });
    const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
      stage.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
    const answers = await Promise.all([
      call('GET', '/v1/account'),
      call('PUT', '/v1/account', { surname: 'Other' }),
      call('GET', '/v1/account/sign-ins'),
      call('POST', '/v1/account/change-password', { currentPassword: 'x', newPassword: better }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });

  it('stores which notices each organisation sends to the user', async () => {
    const tenantId = await build.aTenant();
    const person = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const put = (id: number) =>
      stage.as(person.userId)('PUT', `/v1/account/notices/${id}`, { receivesAllAgentNotices: true });
    expect((await put(tenantId)).json().tenants).toMatchObject([{ tenantId, receivesAllAgentNotices: true }]);
    expect((await put(await build.aTenant())).statusCode).toBe(404);
  });
});

describe('the code that confirms a mobile', () => {
  it('is sent by text message, stored as a hash, and works once; it is six digits', async () => {
    const { person, mobile } = await withMobile();
    expect((await verify(person)).statusCode).toBe(200);
    const code = await codeSentTo(mobile);
    expect(code).toMatch(/^\d{6}$/);
    const kept = await db
      .selectFrom('codes')
      .selectAll()
      .where('subject', 'like', `%${mobile}`)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain(code);
    expect((await verify(person, { code: 'AAAAAA' })).json().validation.code[0].type).toBe('notValid');
    expect((await verify(person, { code: ` ${code} ` })).json().mobilePhoneIsConfirmed).toBe(true);
    expect((await verify(person, { code })).statusCode).toBe(400);
  });

  it('is for one number of one person: it does not confirm a changed number', async () => {
    const { person, mobile } = await withMobile();
    const other = await withMobile();
    await verify(person);
    const code = await codeSentTo(mobile);
    expect((await verify(other.person, { code })).statusCode).toBe(400);
    await save(person, { mobilePhone: '0498 765 432' });
    expect((await verify(person, { code })).statusCode).toBe(400);
  });

  it('expires after ten minutes', async () => {
    const { person, mobile } = await withMobile();
    await verify(person);
    const code = await codeSentTo(mobile);
    await db
      .updateTable('codes')
      .set({ expiryDate: new Date(Date.now() - 1000).toISOString() })
      .where('subject', 'like', `%${mobile}`)
      .execute();
    expect((await verify(person, { code })).statusCode).toBe(400);
  });

  it('allows five guesses, even of three hundred at once, and a new code does not reset the count', async () => {
    const { person, mobile } = await withMobile();
    await verify(person);
    const guesses = await Promise.all(Array.from({ length: 300 }, () => verify(person, { code: 'AAAAAA' })));
    const statuses = guesses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(295);
    await verify(person);
    expect((await verify(person, { code: await codeSentTo(mobile) })).statusCode).toBe(429);
  }, 60_000);

  it('is sent at most three times in ten minutes', async () => {
    const { person } = await withMobile();
    const sends = [await verify(person), await verify(person), await verify(person), await verify(person)];
    expect(sends.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  });

  it('needs a mobile number', async () => {
    expect((await verify(await someone())).json().displayText).toBe('Add your mobile first.');
  });
});

describe('changing one’s own password', () => {
  const change = (browser: ReturnType<typeof elsewhere>, token: string, body: object) =>
    browser.call('/v1/account/change-password', body, { authorization: `Bearer ${token}` });

  async function loggedIn(person: Person, typed = password) {
    const browser = elsewhere();
    const tokens = await browser.exchange(await browser.logIn(person.emailAddress, typed));
    return { browser, tokens, isIn: async () => (await browser.session(tokens)).statusCode === 200 };
  }

  it('ends all other sign-ins, keeps this one, and notifies the owner', async () => {
    const person = await someone();
    const [here, there] = [await loggedIn(person), await loggedIn(person)];
    const body = { currentPassword: password, newPassword: better };
    expect((await change(here.browser, here.tokens.accessToken, body)).statusCode).toBe(204);
    expect([await here.isIn(), await there.isIn()]).toEqual([true, false]);
    expect((await elsewhere().logIn(person.emailAddress, password)).statusCode).toBe(401);
    expect((await elsewhere().logIn(person.emailAddress, better)).statusCode).toBe(303);
    const message = await db
      .selectFrom('messages')
      .select(['kind', 'body'])
      .where('recipient', '=', person.emailAddress)
      .where('kind', '<>', 'new-sign-in')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(message).toMatchObject({ kind: 'password-changed', body: expect.stringContaining('logged out everywhere') });
  });

  it('keeps the other sign-ins if the user chooses so', async () => {
    const person = await someone();
    const [here, there] = [await loggedIn(person), await loggedIn(person)];
    const body = { currentPassword: password, newPassword: better, endOtherSignIns: false };
    await change(here.browser, here.tokens.accessToken, body);
    expect([await here.isIn(), await there.isIn()]).toEqual([true, true]);
  });

  it('needs the current password and a strong new one, and has a rate limit', async () => {
    const person = await someone();
    const { browser, tokens } = await loggedIn(person);
    const weak = await change(browser, tokens.accessToken, { currentPassword: password, newPassword: 'short' });
    expect(weak.json().validation.newPassword[0].message).toBe('Use at least 10 characters.');
    const wrong = () => change(browser, tokens.accessToken, { currentPassword: 'wrong', newPassword: better });
    expect((await wrong()).json().validation.currentPassword[0].message).toBe('That is not your current password.');
    const more = [];
    for (let time = 0; time < 10; time += 1) more.push((await wrong()).statusCode);
    expect(more.at(-1)).toBe(429);
  }, 60_000);

  it('lists the browsers in which the user is logged in, and logs one out', async () => {
    const person = await someone();
    const [here, there] = [await loggedIn(person), await loggedIn(person)];
    const authorization = `Bearer ${here.tokens.accessToken}`;
    const list = async () => (await here.browser.get('/v1/account/sign-ins', { authorization })).json().items;
    const items = await list();
    expect(items.map((item: { isCurrent: boolean }) => item.isCurrent)).toEqual([false, true]);
    const { href } = items[0];
    expect((await stage.as((await someone()).userId)('DELETE', href)).statusCode).toBe(404);
    const ended = await stage.app.inject({ method: 'DELETE', url: href, headers: { authorization } });
    expect([ended.statusCode, await there.isIn(), await here.isIn()]).toEqual([204, false, true]);
    expect(await list()).toHaveLength(1);
    const entry = await db
      .selectFrom('logEntries')
      .select('description')
      .where('targetUserId', '=', person.userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.description).toBe('Logged out elsewhere');
  });
});

describe('a dismissed banner', () => {
  const dismiss = ({ userId }: Person, bannerId: string) =>
    stage.as(userId)('POST', '/v1/account/dismissed-banners', { bannerId });
  const dismissedBy = async ({ userId }: Person) =>
    (await stage.as(userId)('GET', '/v1/session')).json().dismissedBanners;

  it('stays dismissed for that person, on every device', async () => {
    const [person, other] = [await someone(), await someone()];
    expect(await dismissedBy(person)).toBeUndefined();
    for (let times = 0; times < 2; times += 1) {
      expect((await dismiss(person, 'autumn-2024')).statusCode).toBe(204);
    }
    expect(await dismissedBy(person)).toEqual(['autumn-2024']);
    expect(await dismissedBy(other)).toBeUndefined();
  });

  it('must exist', async () => {
    const answer = await dismiss(await someone(), 'no-such-banner');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation).toHaveProperty('bannerId');
  });

  it('is not dismissed for another person during impersonation', async () => {
    const [person, admin] = [await someone(), await build.aPerson('admin')];
    const viewing = { 'x-view-as': `user:${person.userId}`, 'x-view-as-changes': 'on' };
    const body = { bannerId: 'autumn-2024' };
    const answer = await stage.as(admin.userId)('POST', '/v1/account/dismissed-banners', body, viewing);
    expect(answer.statusCode).toBe(403);
    expect(await dismissedBy(person)).toBeUndefined();
  });
});
