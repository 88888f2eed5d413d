import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { closeAccounts } from '@kerb/server/features/privacy/close-account.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from './browser.ts';
import { buildersFor, type Person } from './builders.ts';
import { type Stage, startStage } from './harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, honest]: Person[] = [];
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'error' } });
  build = buildersFor(stage);
  [admin, honest] = [await build.aPerson('admin'), await build.aPerson('admin')];
});

const call = (by: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  stage.as(by.userId)(method, url, payload);

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

async function tokenSentTo(recipient: string): Promise<string> {
  const messages = stage.db.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc');
  const sent = await messages.where('sealedSecrets', 'is not', null).executeTakeFirstOrThrow();
  return new URL(secretsOf(stage.deps.secrets, sent.sealedSecrets)[0]!).searchParams.get('token')!;
}
const open = async (path: string) => (await aBrowser(stage, `203.0.113.${next()}`).get(path)).statusCode;

async function closeAccount({ userId }: Person): Promise<void> {
  const closingDate = '2020-01-01T00:00:00.000Z';
  await stage.db.updateTable('users').set({ closingDate }).where('id', '=', userId).execute();
  await closeAccounts(stage.deps);
}

describe('a request about a person', () => {
  const act = async (id: number) => (await call(admin!, 'GET', `/v1/pending-acts/${id}`)).json();
  const confirm = (id: number) => call(honest!, 'POST', `/v1/pending-acts/${id}/confirm`, {});

  async function askedAbout(role: 'tenant_user' | 'admin') {
    const subject = await build.aPerson(role);
    const change = role === 'admin' ? { emailAddress: `other${next()}@example.com` } : { role: 'admin' };
    const asked = await call(admin!, 'PUT', `/v1/users/${subject.userId}`, { ...change, reason: 'More hands' });
    return { subject, id: asked.json().pendingActs[0].id as number };
  }

  it.each([
    ['tenant_user', { disabled: true }],
    ['tenant_user', { role: 'vendor' }],
    ['admin', { disabled: true }],
    ['admin', { role: 'tenant_user' }],
  ] as const)('(%s) ends with %o', async (role, loss) => {
    const { subject, id } = await askedAbout(role);
    await call(admin!, 'PUT', `/v1/users/${subject.userId}`, loss);
    expect(await act(id)).toMatchObject({ outcome: 'ended' });
    expect((await confirm(id)).statusCode).toBe(409);
    const shown = (await call(admin!, 'GET', `/v1/users/${subject.userId}`)).json();
    expect(shown).toMatchObject({ emailAddress: subject.emailAddress, pendingActs: [] });
  });

  it('ends when their account is closed', async () => {
    const { subject, id } = await askedAbout('tenant_user');
    await closeAccount(subject);
    expect(await act(id)).toMatchObject({ outcome: 'ended' });
  });

  it('is not carried out if they were disabled since', async () => {
    const { subject, id } = await askedAbout('tenant_user');
    const { askedDate } = await stage.db
      .selectFrom('pendingActs')
      .select('askedDate')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const disabledDate = addMinutes(askedDate, 1);
    await stage.db.updateTable('users').set({ disabledDate }).where('id', '=', subject.userId).execute();
    const answer = await confirm(id);
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/act-outdated']);
  });

  it('goes on when they join a team', async () => {
    const { subject, id } = await askedAbout('tenant_user');
    const user = { href: `/v1/users/${subject.userId}` };
    const place = `/v1/tenants/${await build.aTenant()}/users`;
    expect((await call(admin!, 'POST', place, { user, tenantUserType: 'employee' })).statusCode).toBe(201);
    expect((await confirm(id)).statusCode).toBe(200);
    expect(await act(id)).toMatchObject({ outcome: 'done' });
  });
});

describe('a Payment URL that the team opened', () => {
  async function openedBy(role: 'manager' | 'admin') {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const person = role === 'admin' ? await build.aPerson('admin') : manager;
    await givePassword(stage, person.userId, 'correct horse battery');
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const url = `/v2/campaigns/${id}/vendors/${payers[0]!.id}/payment-url`;
    const link = /\/pay\/[\w-]{20,}/.exec((await call(admin!, 'POST', url, { for: 'copy' })).body)![0];
    const browser = aBrowser(stage, `203.0.113.${next()}`);
    await browser.logIn(person.emailAddress, 'correct horse battery');
    const tokens = await browser.exchange(await browser.submit(link, {}));
    const status = async () => (await browser.session(tokens)).statusCode;
    expect(await status()).toBe(200);
    return { place: `/v1/tenants/${tenantId}`, userId: person.userId, status };
  }
  type Opened = Awaited<ReturnType<typeof openedBy>>;
  const saved = (body: object) => (opened: Opened) => call(admin!, 'PUT', `/v1/users/${opened.userId}`, body);

  it.each<[string, 'manager' | 'admin', (opened: Opened) => Promise<unknown>]>([
    ['manager is disabled', 'manager', saved({ disabled: true })],
    ['manager becomes a payer', 'manager', saved({ role: 'vendor' })],
    ['manager is removed', 'manager', ({ place, userId }) => call(admin!, 'DELETE', `${place}/users/${userId}`)],
    ['admin is disabled', 'admin', saved({ disabled: true })],
    ['admin is demoted', 'admin', saved({ role: 'tenant_user' })],
  ])('ends when that %s', async (_, role, lose) => {
    const opened = await openedBy(role);
    await lose(opened);
    expect(await opened.status()).toBe(401);
  });

  it('is checked at every request', async () => {
    const { userId, status } = await openedBy('manager');
    const disabledDate = new Date().toISOString();
    await stage.db.updateTable('users').set({ disabledDate }).where('id', '=', userId).execute();
    expect(await status()).toBe(401);
  });

  it('goes on when that manager becomes an employee', async () => {
    const { place, userId, status } = await openedBy('manager');
    await call(admin!, 'PUT', `${place}/users/${userId}`, { tenantUserType: 'employee' });
    expect(await status()).toBe(200);
  });
});

describe('a pending invitation to a member', () => {
  const losses: [string, (place: string, userId: number) => Promise<unknown>][] = [
    ['is removed', (place, userId) => call(admin!, 'DELETE', `${place}/users/${userId}`)],
    ['is disabled', (_, userId) => call(admin!, 'PUT', `/v1/users/${userId}`, { disabled: true })],
    ['becomes a payer', (_, userId) => call(admin!, 'PUT', `/v1/users/${userId}`, { role: 'vendor' })],
  ];

  async function invitedAndAdded() {
    const [tenantId, elsewhere] = [await build.aTenant(), await build.aTenant()];
    const person = await build.aPerson('tenant_user');
    const { userId, emailAddress } = person;
    await givePassword(stage, userId, 'correct horse battery');
    const linkOf = async (id: number) => {
      const invitee = { firstName: 'Ivy', surname: 'Ng', emailAddress, tenant: { href: `/v1/tenants/${id}` } };
      await call(admin!, 'POST', '/v1/user-invitations', { ...invitee, tenantUserType: 'manager' });
      return `/accept-invitation?token=${await tokenSentTo(emailAddress)}`;
    };
    const links = { here: await linkOf(tenantId), there: await linkOf(elsewhere) };
    const place = `/v1/tenants/${tenantId}`;
    await call(admin!, 'POST', `${place}/users`, { user: { href: `/v1/users/${userId}` }, tenantUserType: 'employee' });
    expect([await open(links.here), await open(links.there)]).toEqual([200, 200]);
    return { userId, place, links };
  }

  it.each(losses)('does not bring back a person who %s', async (_, lose) => {
    const { userId, place, links } = await invitedAndAdded();
    await lose(place, userId);
    await call(admin!, 'PUT', `/v1/users/${userId}`, { disabled: false });
    expect(await open(links.here)).toBe(404);
  });

  it('ends when they get another address, so that it makes no second account in the team', async () => {
    const { userId, place, links } = await invitedAndAdded();
    const emailAddress = `moved${next()}@example.com`;
    await call(admin!, 'PUT', `/v1/users/${userId}`, { emailAddress });
    expect([await open(links.here), await open(links.there)]).toEqual([200, 200]);
    const token = await tokenSentTo(emailAddress);
    await aBrowser(stage, `203.0.113.${next()}`).submit('/confirm-email', { token });
    await call(admin!, 'DELETE', `${place}/users/${userId}`);
    expect([await open(links.here), await open(links.there)]).toEqual([404, 404]);
  });

  it('goes on in another organisation after they are removed, and ends there if they are disabled', async () => {
    const { userId, place, links } = await invitedAndAdded();
    await call(admin!, 'DELETE', `${place}/users/${userId}`);
    expect(await open(links.there)).toBe(200);
    await call(admin!, 'PUT', `/v1/users/${userId}`, { disabled: true });
    await call(admin!, 'PUT', `/v1/users/${userId}`, { disabled: false });
    expect(await open(links.there)).toBe(404);
  });
});
