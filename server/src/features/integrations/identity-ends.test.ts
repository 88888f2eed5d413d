import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { reviewIntegrations } from '@kerb/server/features/integrations/integrations.jobs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { clientsOn, type Made } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { makeAdmin } from '../../../test/make-admin.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;
let admin: Person;
let secondAdmin: Person;
let manager: Person;
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  clients = clientsOn(stage);
  [admin, secondAdmin] = [await build.aPerson('admin'), await build.aPerson('admin')];
});
beforeEach(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const asAdmin = (method: 'PUT' | 'DELETE', url: string, body?: object) => stage.as(admin.userId)(method, url, body);
const promote = (userId: number) => makeAdmin(stage, { asking: admin.userId, confirming: secondAdmin.userId }, userId);
const one = async ({ id }: Made) => (await stage.as(admin.userId)('GET', `/v1/service-identities/${id}`)).json();
/** A manager answers for the program; an admin who stays has added its secret. */
const ownerOf = ({ userId }: Person) => ({ href: `/v1/users/${userId}` });
const mails = async ({ userId }: Person) =>
  await stage.db.selectFrom('messages').select(['kind', 'body']).where('userId', '=', userId).orderBy('id').execute();

/** Whether a token that was issued before still works, and whether a new one is issued. */
async function works(made: Made, token: string): Promise<[boolean, boolean]> {
  const session = await clients.withToken(token)('GET', '/v1/session');
  return [session.statusCode === 200, (await clients.ask(made)).statusCode === 200];
}

describe('a program ends', () => {
  it('at once when a manager ends it, and the managers are told', async () => {
    const made = await clients.aClient(manager.userId, tenantId);
    const token = await clients.tokenOf(made);
    expect(await works(made, token)).toEqual([true, true]);
    const ended = await stage.as(manager.userId)('DELETE', `/v1/service-identities/${made.id}`);
    expect(ended.statusCode).toBe(204);
    expect(await works(made, token)).toEqual([false, false]);
    expect(await one(made)).toMatchObject({ endReason: 'person' });
    expect((await mails(manager)).at(-1)).toMatchObject({ kind: 'integration-ended' });
  });

  it('with its secret: no token outlives it', async () => {
    const made = await clients.aClient(manager.userId, tenantId);
    const { id } = made.credentials[0]!;
    const expire = (expiryDate: string) =>
      stage.db.updateTable('serviceCredentials').set({ expiryDate }).where('id', '=', id).execute();
    await expire(addMinutes(realNow(), 2));
    const answer = (await clients.ask(made)).json();
    expect(answer.expires_in).toBeLessThanOrEqual(120);
    await expire(addMinutes(realNow(), -1));
    expect(await works(made, answer.access_token)).toEqual([false, false]);
  });

  it.each<[string, (agent: Person) => Promise<unknown>]>([
    ['is disabled', ({ userId }) => asAdmin('PUT', `/v1/users/${userId}`, { disabled: true })],
    ['leaves the team', ({ userId }) => asAdmin('DELETE', `/v1/tenants/${tenantId}/users/${userId}`)],
    ['becomes an admin', ({ userId }) => promote(userId)],
    ['becomes a payer', ({ userId }) => asAdmin('PUT', `/v1/users/${userId}`, { role: 'vendor' })],
  ])('for good when the team member whose campaigns it sees %s', async (_, lose) => {
    const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const agentUser = { href: `/v1/users/${agent.userId}` };
    const made = await clients.aClient(manager.userId, tenantId, { scopes: ['campaigns:read'], agentUser });
    const token = await clients.tokenOf(made);
    expect(await works(made, token)).toEqual([true, true]);
    await lose(agent);
    expect(await works(made, token)).toEqual([false, false]);
    expect(await one(made)).toMatchObject({ endReason: 'agent-left' });
    await asAdmin('PUT', `/v1/users/${agent.userId}`, { disabled: false, role: 'tenant_user' });
    expect(await works(made, token)).toEqual([false, false]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is disabled', () => asAdmin('PUT', `/v1/users/${manager.userId}`, { disabled: true })],
    [
      'is made an employee',
      () => asAdmin('PUT', `/v1/tenants/${tenantId}/users/${manager.userId}`, { tenantUserType: 'employee' }),
    ],
    ['leaves the team', () => asAdmin('DELETE', `/v1/tenants/${tenantId}/users/${manager.userId}`)],
    ['becomes an admin', () => promote(manager.userId)],
  ])('at once when its only manager %s', async (_, lose) => {
    const made = await clients.aClient(manager.userId, tenantId);
    const token = await clients.tokenOf(made);
    await lose();
    expect(await works(made, token)).toEqual([false, false]);
    expect(await one(made)).toMatchObject({ endReason: 'no-manager' });
  });

  it('two weeks after its manager left, unless another takes it over', async () => {
    const second = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const [kept, left] = [
      await clients.aClient(admin.userId, tenantId, { name: 'Kept', owner: ownerOf(manager) }),
      await clients.aClient(admin.userId, tenantId, { name: 'Left', owner: ownerOf(manager) }),
    ];
    const token = await clients.tokenOf(left);
    await asAdmin('DELETE', `/v1/tenants/${tenantId}/users/${manager.userId}`);
    expect(await works(left, token)).toEqual([true, true]);
    const [told] = (await mails(second)).filter(({ kind }) => kind === 'integration-owner-lost');
    expect(told?.body).toContain(`${manager.displayName} answered for the program "Kept"`);
    expect(told?.body).toContain('within 14 days');
    const owner = { href: `/v1/users/${second.userId}` };
    const taken = await stage.as(second.userId)('PUT', `/v1/service-identities/${kept.id}`, { owner });
    expect(taken.json()).toMatchObject({ ownerLostDate: null, ownerName: second.displayName });
    await stage.db
      .updateTable('serviceIdentities')
      .set({ ownerLostDate: addMinutes(realNow(), -15 * 24 * 60) })
      .where('ownerLostDate', 'is not', null)
      .execute();
    await reviewIntegrations(stage.deps);
    expect(await one(left)).toMatchObject({ endReason: 'owner-left' });
    expect(await works(left, token)).toEqual([false, false]);
    expect(await one(kept)).toMatchObject({ endReason: null });
  });

  it('at once when the last manager who could take it over is made an employee', async () => {
    const second = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const made = await clients.aClient(admin.userId, tenantId, { owner: ownerOf(manager) });
    const token = await clients.tokenOf(made);
    await asAdmin('DELETE', `/v1/tenants/${tenantId}/users/${manager.userId}`);
    expect(await works(made, token)).toEqual([true, true]);
    await asAdmin('PUT', `/v1/tenants/${tenantId}/users/${second.userId}`, { tenantUserType: 'employee' });
    expect(await works(made, token)).toEqual([false, false]);
    expect(await one(made)).toMatchObject({ endReason: 'no-manager' });
  });

  it('not at all when its manager comes back within two weeks', async () => {
    await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const made = await clients.aClient(manager.userId, tenantId);
    await asAdmin('DELETE', `/v1/tenants/${tenantId}/users/${manager.userId}`);
    expect((await one(made)).ownerLostDate).not.toBeNull();
    const user = { href: `/v1/users/${manager.userId}` };
    const back = { user, tenantUserType: 'manager' };
    expect((await stage.as(admin.userId)('POST', `/v1/tenants/${tenantId}/users`, back)).statusCode).toBe(201);
    expect(await one(made)).toMatchObject({ ownerLostDate: null, endReason: null });
  });

  it('with its organisation', async () => {
    const made = await clients.aClient(manager.userId, tenantId);
    const token = await clients.tokenOf(made);
    expect((await asAdmin('DELETE', `/v1/tenants/${tenantId}`)).statusCode).toBe(204);
    expect(await works(made, token)).toEqual([false, false]);
  });

  it('also if a change of the team was missed: the daily review finds it', async () => {
    const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const agentUser = { href: `/v1/users/${agent.userId}` };
    const made = await clients.aClient(manager.userId, tenantId, { scopes: ['campaigns:read'], agentUser });
    const token = await clients.tokenOf(made);
    await stage.db.deleteFrom('tenantUsers').where('userId', '=', agent.userId).execute();
    expect((await clients.withToken(token)('GET', '/v1/session')).statusCode).toBe(401);
    await reviewIntegrations(stage.deps);
    expect(await one(made)).toMatchObject({ endReason: 'agent-left' });
  });
});

describe('a secret that expires', () => {
  it('is announced 30 and 7 days before, once each, and not if a later one is in use', async () => {
    const made = await clients.aClient(manager.userId, tenantId);
    const { id } = made.credentials[0]!;
    const announced = async () => (await mails(manager)).filter(({ kind }) => kind === 'integration-expiring').length;
    const inDays = async (count: number) => {
      const expiryDate = addMinutes(realNow(), count * 24 * 60);
      await stage.db.updateTable('serviceCredentials').set({ expiryDate }).where('id', '=', id).execute();
      await reviewIntegrations(stage.deps);
      await reviewIntegrations(stage.deps);
      return announced();
    };
    expect(await inDays(31)).toBe(0);
    expect(await inDays(29)).toBe(1);
    expect(await inDays(8)).toBe(1);
    const renewed = await stage.as(manager.userId)('POST', `/v1/service-identities/${made.id}/credentials`, {});
    expect(await inDays(6)).toBe(2);
    await stage.db.updateTable('serviceCredentials').set({ remindedDays: null }).where('id', '=', id).execute();
    await clients.tokenOf({ ...made, clientSecret: renewed.json().clientSecret });
    expect(await inDays(6)).toBe(2);
  });
});
