import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

describe('a team', () => {
  const change = (by: Person, userId: number, body: object) =>
    stage.as(by.userId)('PUT', `/v1/tenants/${tenantId}/users/${userId}`, body);

  it('lets a manager make a manager of an employee, and logs it', async () => {
    const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    expect((await change(manager, employee.userId, { tenantUserType: 'manager' })).json().tenantUserType).toBe(
      'manager',
    );
    const entry = await stage.db
      .selectFrom('logEntries')
      .select('logData')
      .where('targetUserId', '=', employee.userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.logData).toEqual({ tenantUserType: { before: 'employee', after: 'manager' } });
  });

  it('logs which notices a member is to get, and nothing where nothing changes', async () => {
    const { userId } = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await change(manager, userId, { tenantUserType: 'employee' });
    await change(manager, userId, { receivesBillingEmailNotices: true });
    await change(manager, userId, { tenantUserType: 'none' });
    const entries = await stage.db
      .selectFrom('logEntries')
      .select('logData')
      .where('targetUserId', '=', userId)
      .where('userId', '=', manager.userId)
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => entry.logData)).toEqual([
      { receivesBillingEmailNotices: { before: false, after: true } },
      { tenantUserType: { before: 'employee', after: 'none' } },
    ]);
  });

  it('shuts out a removed member at their next request, not when their token expires', async () => {
    const member = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id } = await build.aCampaign(member, tenantId);
    const look = () => stage.as(member.userId)('GET', `/v1/agreements/${id}`);
    expect((await look()).statusCode).toBe(200);
    expect((await change(manager, member.userId, { tenantUserType: 'none' })).statusCode).toBe(200);
    expect((await look()).statusCode).toBe(404);
    expect((await stage.as(member.userId)('GET', '/v1/tenants')).json().items).toEqual([]);
  });

  it('keeps a manager from giving up their own access', async () => {
    const answer = await change(manager, manager.userId, { tenantUserType: 'employee' });
    expect(answer.json().displayText).toBe("You can't remove your own access.");
  });

  it('takes in only users who are team members by role, once', async () => {
    const add = (userId: number) =>
      stage.as(admin.userId)('POST', `/v1/tenants/${tenantId}/users`, { user: { href: `/v1/users/${userId}` } });
    const person = await build.aPerson('tenant_user');
    expect((await add(person.userId)).json()).toMatchObject({
      tenantUserType: 'employee',
      receivesAllAgentNotices: false,
    });
    expect((await add(person.userId)).json().validation.user[0].type).toBe('conflictingValue');
    expect((await add(admin.userId)).json().validation.user[0].type).toBe('notValid');
  });

  it('does not let a manager find out, by number, who works for another organisation', async () => {
    const other = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'employee' });
    const body = { user: { href: `/v1/users/${other.userId}` } };
    const answer = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/users`, body);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain(other.emailAddress);
  });

  it('tells an admin who links someone disabled, under its field', async () => {
    const { userId } = await build.aPerson('tenant_user');
    await stage.as(admin.userId)('PUT', `/v1/users/${userId}`, { disabled: true });
    const body = { user: { href: `/v1/users/${userId}` } };
    const answer = await stage.as(admin.userId)('POST', `/v1/tenants/${tenantId}/users`, body);
    expect(answer.json().validation.user[0].type).toBe('notValid');
  });
});
