import { randomUUID } from 'node:crypto';
import { makerRefusal } from '@kerb/domain/second-person/second-person.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from './browser.ts';
import { buildersFor, type Person } from './builders.ts';
import { startStage } from './harness.ts';
import { makeAdmin } from './make-admin.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const tenantId = await build.aTenant({ name: 'Harbour Estate' });
const tenant = { href: `/v1/tenants/${tenantId}` };
const settings = `/v1/tenants/${tenantId}/settings`;
const password = 'correct horse battery';
const [admin, honest] = [await build.aPerson('admin'), await build.aPerson('admin')];
const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });

type Who = Pick<Person, 'userId'>;
/** In a sign-in of its own: a new role and a new address end the earlier ones. */
async function call(by: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await stage.accessTokenFor(by.userId)}`, 'idempotency-key': randomUUID() };
  return stage.app.inject({ method, url, headers, ...(payload && { payload }) });
}

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const mailbox = () => ({ firstName: 'Second', surname: 'Mailbox', emailAddress: `second${next()}@example.com` });
async function tokenSentTo(recipient: string): Promise<string> {
  const messages = db.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc');
  const sent = await messages.where('sealedSecrets', 'is not', null).executeTakeFirstOrThrow();
  return new URL(secretsOf(deps.secrets, sent.sealedSecrets)[0]!).searchParams.get('token')!;
}
const follow = async (path: string, fields: Record<string, string>) =>
  aBrowser(stage, `203.0.113.${next()}`).submit(path, fields);

async function madeBy(by: Who): Promise<Who> {
  const made = await call(by, 'POST', '/v1/users', { ...mailbox(), role: 'tenant_user' });
  const userId = made.json().id as number;
  const added = { user: { href: `/v1/users/${userId}` }, tenantUserType: 'manager' };
  expect((await call(by, 'POST', `/v1/tenants/${tenantId}/users`, added)).statusCode).toBe(201);
  return { userId };
}

async function invitedBy(by: Who, then: (invitationId: number) => Promise<void> = async () => {}): Promise<Who> {
  const invitee = { ...mailbox(), tenant, tenantUserType: 'manager' };
  const invited = await call(by, 'POST', '/v1/user-invitations', invitee);
  expect(invited.statusCode, invited.body).toBe(201);
  await then(invited.json().id);
  await follow('/accept-invitation', { token: await tokenSentTo(invitee.emailAddress), password });
  const user = db.selectFrom('users').select('id as userId').where('emailAddress', '=', invitee.emailAddress);
  return user.executeTakeFirstOrThrow();
}

async function movedBy(by: Who): Promise<Who> {
  const real = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await givePassword(stage, real.userId, password);
  const { emailAddress } = mailbox();
  await call(by, 'PUT', `/v1/users/${real.userId}`, { emailAddress });
  await follow('/confirm-email', { token: await tokenSentTo(emailAddress) });
  return real;
}

async function enabledBy(by: Who): Promise<Who> {
  const left = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await call(honest, 'PUT', `/v1/users/${left.userId}`, { disabled: true });
  await call(by, 'PUT', `/v1/users/${left.userId}`, { disabled: false });
  return left;
}

async function promotedBy(by: Who): Promise<Who> {
  const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  await call(by, 'PUT', `/v1/tenants/${tenantId}/users/${employee.userId}`, { tenantUserType: 'manager' });
  return employee;
}

/** Somebody else makes a harmless change afterwards. */
async function hiddenByOthers(by: Who): Promise<Who> {
  const made = await madeBy(by);
  const place = `/v1/tenants/${tenantId}/users/${made.userId}`;
  await call(manager, 'PUT', place, { tenantUserType: 'employee' });
  expect((await call(manager, 'PUT', place, { tenantUserType: 'manager' })).statusCode).toBe(200);
  await call(honest, 'PUT', `/v1/users/${made.userId}`, { jobTitle: 'Office' });
  return made;
}

const sentAgainByOthers = (by: Who) =>
  invitedBy(by, async (userInvitationId) => {
    await call(manager, 'POST', '/v1/resend-user-invitation', { userInvitationId });
  });

/** The person at the keyboard is the maker, also while they view as somebody else. */
async function invitedInDisguise(by: Who): Promise<Who> {
  const invitee = { ...mailbox(), tenant, tenantUserType: 'manager' };
  const token = await stage.accessTokenFor(by.userId);
  const viewing = { 'x-view-as': `user:${manager.userId}`, 'x-view-as-changes': 'on' };
  const headers = { authorization: `Bearer ${token}`, ...viewing };
  const url = '/v1/user-invitations';
  const invited = await stage.app.inject({ method: 'POST', url, headers, payload: invitee });
  expect(invited.statusCode, invited.body).toBe(201);
  await follow('/accept-invitation', { token: await tokenSentTo(invitee.emailAddress), password });
  const user = db.selectFrom('users').select('id as userId').where('emailAddress', '=', invitee.emailAddress);
  return user.executeTakeFirstOrThrow();
}

const madeByTheMade = async (by: Who) => invitedBy(await madeBy(by));

/** Asks for another account as this manager. */
async function askAs(by: Who): Promise<void> {
  const accountNumber = String(12_345_000 + next());
  const bankAccount = { accountName: 'Trust', bsbNumber: '062-000', accountNumber };
  const saved = await call(by, 'PUT', settings, { bankAccount, bankAccountConfirmed: true });
  expect(saved.statusCode, saved.body).toBe(200);
}
const applyAs = (by: Who) =>
  call(by, 'POST', `${settings}/apply`, {
    fields: ['bankAccount'],
    callBackNote: 'Called the number of the contract.',
  });
const refusalFor = async (by: Who) => (await call(by, 'GET', settings)).json().pendingChanges[0].refusal;

describe('a bank account that a manager asks for', () => {
  it.each([
    ['whom the admin made', madeBy],
    ['whom the admin invited', invitedBy],
    ['whose e-mail address the admin changed', movedBy],
    ['whose account the admin enabled', enabledBy],
    ['whom the admin promoted', promotedBy],
    ['whom the admin made and others changed later', hiddenByOthers],
    ['whom the admin invited and others sent the link again', sentAgainByOthers],
    ['whom the admin invited while viewing as a manager', invitedInDisguise],
    ['whom a manager invited whom the admin made', madeByTheMade],
  ])('%s is confirmed by another admin', async (_, become) => {
    await askAs(await become(admin));
    const refused = await applyAs(admin);
    expect([refused.statusCode, refused.json().displayText]).toEqual([403, makerRefusal]);
    expect(await refusalFor(admin)).toBe(makerRefusal);
    expect(await refusalFor(honest)).toBe(null);
    expect((await applyAs(honest)).statusCode).toBe(200);
  });

  it('is refused to its maker also after years', async () => {
    const made = await madeBy(admin);
    await db.updateTable('userMakers').set({ date: '2020-01-01T00:00:00.000Z' }).execute();
    await askAs(made);
    expect((await applyAs(admin)).statusCode).toBe(403);
    expect((await applyAs(honest)).statusCode).toBe(200);
  });
});

describe('a third admin, whom two others made', () => {
  it('has requests that the maker never confirms, and the other admin after three days', async () => {
    const third = await build.aPerson('tenant_user');
    await makeAdmin(stage, { asking: admin.userId, confirming: honest.userId }, third.userId);
    await askAs(third);
    expect((await applyAs(admin)).json().displayText).toBe(makerRefusal);
    expect((await applyAs(honest)).json().displayText).toBe(makerRefusal);
    const ago = new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString();
    await db.updateTable('userMakers').set({ date: ago }).execute();
    expect((await applyAs(admin)).json().displayText).toBe(makerRefusal);
    expect((await applyAs(honest)).statusCode).toBe(200);
  });

  it('has a pending act, and their maker sees why they cannot confirm it', async () => {
    const third = await build.aPerson('tenant_user');
    await makeAdmin(stage, { asking: admin.userId, confirming: honest.userId }, third.userId);
    const friend = await build.aPerson('tenant_user');
    await call(third, 'PUT', `/v1/users/${friend.userId}`, { role: 'admin', reason: 'More hands' });
    const [act] = (await call(admin, 'GET', '/v1/pending-acts')).json().items;
    expect(act.refusal).toBe(makerRefusal);
    const confirmed = await call(admin, 'POST', `/v1/pending-acts/${act.id}/confirm`, {});
    expect([confirmed.statusCode, confirmed.json().displayText]).toEqual([403, makerRefusal]);
  });
});
