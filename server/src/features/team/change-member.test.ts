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

  it('lets a manager make an employee a manager, and logs it', async () => {
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

  it('logs which notices a member gets, and logs nothing if nothing changes', async () => {
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

  it('ends a removed member’s access at their next request, not when their token expires', async () => {
    const member = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id } = await build.aCampaign(member, tenantId);
    const look = () => stage.as(member.userId)('GET', `/v1/agreements/${id}`);
    expect((await look()).statusCode).toBe(200);
    expect((await change(manager, member.userId, { tenantUserType: 'none' })).statusCode).toBe(200);
    expect((await look()).statusCode).toBe(404);
    expect((await stage.as(member.userId)('GET', '/v1/tenants')).json().items).toEqual([]);
  });

  it('does not let a manager remove their own access', async () => {
    const answer = await change(manager, manager.userId, { tenantUserType: 'employee' });
    expect(answer.json().displayText).toBe("You can't remove your own access.");
  });

  it('accepts only users with a team role, and each once', async () => {
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

  it('does not let a manager find out, by user id, who works for another organisation', async () => {
    const other = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'employee' });
    const body = { user: { href: `/v1/users/${other.userId}` } };
    const answer = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/users`, body);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain(other.emailAddress);
  });

  it('gives an admin who adds a disabled user an error on the field', async () => {
    const { userId } = await build.aPerson('tenant_user');
    await stage.as(admin.userId)('PUT', `/v1/users/${userId}`, { disabled: true });
    const body = { user: { href: `/v1/users/${userId}` } };
    const answer = await stage.as(admin.userId)('POST', `/v1/tenants/${tenantId}/users`, body);
    expect(answer.json().validation.user[0].type).toBe('notValid');
  });
});

describe('the details of a team member', () => {
  const change = (by: Person, userId: number, body: object) =>
    stage.as(by.userId)('PUT', `/v1/tenants/${tenantId}/users/${userId}`, body);

  it('can be changed by a manager, and the mobile is stored in a form that can be dialled', async () => {
    const { userId } = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const body = { firstName: 'Ivy', surname: 'Ng', mobilePhone: '0412 345 678', jobTitle: '' };
    const saved = await change(manager, userId, body);
    expect(saved.json()).toMatchObject({ displayName: 'Ivy Ng', mobilePhone: '+61412345678', jobTitle: null });
    expect((await change(manager, userId, { mobilePhone: '12' })).json().validation.mobilePhone[0].type).toBe(
      'notValid',
    );
    expect((await change(manager, userId, { surname: ' ' })).json().validation.surname[0].type).toBe('isEmpty');
    expect(
      (await change(manager, userId, { emailAddress: 'x@example.com' })).json().validation.emailAddress[0].type,
    ).toBe('unrecognized');
  });

  it('cannot be changed if the person works for another organisation too', async () => {
    const places = [tenantId, await build.aTenant()].map((id) => ({ tenantId: id, as: 'employee' as const }));
    const { userId } = await build.aPerson('tenant_user', ...places);
    const refused = await change(manager, userId, { surname: 'Other' });
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, expect.stringContaining('also works')]);
    expect((await change(manager, userId, { receivesAllAgentNotices: true })).statusCode).toBe(200);
    expect((await change(admin, userId, { surname: 'Other' })).json().surname).toBe('Other');
  });

  it('hide the mobile from a colleague, who may not change the details', async () => {
    const colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await change(manager, colleague.userId, { mobilePhone: '0412 345 678' });
    const seen = async (by: Person) =>
      (await stage.as(by.userId)('GET', `/v1/tenants/${tenantId}/users`))
        .json()
        .items.find((item: { userId: number }) => item.userId === colleague.userId);
    expect(await seen(manager)).toMatchObject({ mobilePhone: '+61412345678', detailsEditable: true });
    expect(await seen(colleague)).toMatchObject({ mobilePhone: null, detailsEditable: false });
  });
});

describe('two managers at once', () => {
  it('cannot remove each other and leave no manager', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ownTenant = await build.aTenant();
      const pair = await Promise.all(
        [1, 2].map(() => build.aPerson('tenant_user', { tenantId: ownTenant, as: 'manager' })),
      );
      const [one, two] = pair as [Person, Person];
      const take = (by: Person, from: Person) =>
        stage.as(by.userId)('DELETE', `/v1/tenants/${ownTenant}/users/${from.userId}`);
      const answers = await Promise.all([take(one, two), take(two, one)]);
      expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
      const left = await stage.db
        .selectFrom('tenantUsers')
        .select('userId')
        .where('tenantId', '=', ownTenant)
        .execute();
      expect(left).toHaveLength(1);
    }
  });

  it('remove a member once, and the second gets a 404', async () => {
    const second = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { userId } = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const answers = await Promise.all(
      [manager, second].map((by) => stage.as(by.userId)('DELETE', `/v1/tenants/${tenantId}/users/${userId}`)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
  });
});

describe('the organisations of a user', () => {
  it('are listed for an admin, by name', async () => {
    const other = await build.aTenant({ name: 'Aspen Realty' });
    const { userId } = await build.aPerson(
      'tenant_user',
      { tenantId, as: 'manager' },
      { tenantId: other, as: 'employee' },
    );
    const { items, totalItems } = (await stage.as(admin.userId)('GET', `/v1/users/${userId}/tenants`)).json();
    expect([items.map((item: { tenantName: string }) => item.tenantName), totalItems]).toEqual([
      ['Aspen Realty', 'Harbour Estate'],
      2,
    ]);
    expect((await stage.as(admin.userId)('GET', '/v1/users/999999/tenants')).statusCode).toBe(404);
  });
});
