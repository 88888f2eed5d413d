import { beforeAll, describe, expect, it } from 'vitest';
import { givePassword } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
let person: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
  person = await build.aPerson('tenant_user');
  await stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, { mobilePhone: '0412 345 678' });
});

const details = async (by: Person, userId = person.userId) =>
  (await stage.as(by.userId)('GET', `/v1/contact-details?userId=${userId}`)).json().items;
const phone = async () => (await details(admin)).find(({ type }: { type: string }) => type === 'phone');
const save = (by: Person, id: number, body: object) => stage.as(by.userId)('PUT', `/v1/contact-details/${id}`, body);

describe('the contact details of a person', () => {
  it('contain the address and the mobile of their account', async () => {
    const member = await build.aPerson('tenant_user');
    await stage.as(admin.userId)('PUT', `/v1/users/${member.userId}`, { mobilePhone: '0412 345 678' });
    expect(await details(member, member.userId)).toMatchObject([
      { type: 'email', isPrimary: true, address: member.emailAddress, confirmationDate: null },
      { type: 'phone', isPrimary: true, mobilePhone: '+61412345678', user: { href: `/v1/users/${member.userId}` } },
    ]);
  });

  it('are visible to the person and to admins', async () => {
    const other = await build.aPerson('tenant_user');
    expect(await details(other)).toEqual([]);
    const { id } = await phone();
    expect((await stage.as(other.userId)('GET', `/v1/contact-details/${id}`)).statusCode).toBe(404);
    expect((await save(other, id, { mobilePhone: '0499999999' })).statusCode).toBe(404);
  });

  it('are confirmed by an admin, never by their owner', async () => {
    const { id } = await phone();
    const now = new Date().toISOString();
    const refused = await save(person, id, { confirmationDate: now });
    expect(refused.json().validation.confirmationDate[0].type).toBe('notValid');
    expect((await save(admin, id, { confirmationDate: now })).json().confirmationDate).not.toBeNull();
    const user = async () => (await stage.as(admin.userId)('GET', `/v1/users/${person.userId}`)).json();
    expect((await user()).primaryMobileIsConfirmed).toBe(true);
    await save(admin, id, { confirmationDate: null });
    expect((await user()).primaryMobileIsConfirmed).toBe(false);
  });

  it('lose their confirmation if the number changes', async () => {
    const { id } = await phone();
    await save(admin, id, { confirmationDate: new Date().toISOString() });
    const saved = await save(person, id, { mobilePhone: '0412 345 679' });
    expect(saved.json()).toMatchObject({ mobilePhone: '+61412345679', confirmationDate: null });
    const { mobilePhone } = await stage.db
      .selectFrom('users')
      .select('mobilePhone')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(mobilePhone).toBe('+61412345679');
  });

  it('can be extended, and empty lines are stored as null', async () => {
    const body = { type: 'postal', address: '1 Example St', city: '', postalCode: '2000', phone: '02 9374 4000' };
    const made = await stage.as(person.userId)('POST', '/v1/contact-details', body);
    expect(made.json()).toMatchObject({ isPrimary: false, address: '1 Example St', city: null, phone: '+61293744000' });
    const saved = await save(person, made.json().id, { city: 'Yass' });
    expect(saved.json()).toMatchObject({ city: 'Yass', postalCode: '2000' });
  });

  it('of an organisation are for admins only', async () => {
    const tenantId = await build.aTenant();
    const body = { type: 'billing', tenant: { href: `/v1/tenants/${tenantId}` }, name: 'Accounts' };
    expect((await stage.as(person.userId)('POST', '/v1/contact-details', body)).statusCode).toBe(404);
    expect((await stage.as(admin.userId)('POST', '/v1/contact-details', body)).statusCode).toBe(201);
    const list = await stage.as(admin.userId)('GET', `/v1/contact-details?tenantId=${tenantId}`);
    expect(list.json()).toMatchObject({ totalItems: 1, items: [{ name: 'Accounts', user: null }] });
  });

  // biome-ignore format: a table
  it.each([
    [{ type: 'fax' },                              'type'],
    [{ type: 'phone', phone: 'x' },                'phone'],
    [{ type: 'phone', mobilePhone: '0293744000' }, 'mobilePhone'],
    [{ type: 'postal', isPrimary: true },          'isPrimary'],
    [{ type: 'postal', address: 'x'.repeat(300) }, 'address'],
  ])('refuse %o and name the field %s', async (body, field) => {
    const answer = await stage.as(person.userId)('POST', '/v1/contact-details', body);
    expect(Object.keys(answer.json().validation)).toEqual([field]);
  });
});

describe('the credentials of a person', () => {
  it('are listed without their secret, to the person and to admins', async () => {
    const owner = await build.aPerson('tenant_user');
    await givePassword(stage, owner.userId, 'correct horse battery');
    const list = await stage.as(admin.userId)('GET', `/v1/credentials?userId=${owner.userId}&type=logon`);
    expect(list.json()).toMatchObject({
      totalItems: 1,
      items: [{ type: 'logon', logonIdentifier: owner.emailAddress, disabledSinceDate: null, lastUsageDate: null }],
    });
    expect(list.body).not.toContain('argon2');
    const { href } = list.json().items[0];
    const other = await build.aPerson('vendor');
    const answers = await Promise.all([owner, admin, other].map(({ userId }) => stage.as(userId)('GET', href)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404]);
    const foreign = await stage.as(other.userId)('GET', `/v1/credentials?userId=${owner.userId}`);
    expect(foreign.json().items).toEqual([]);
  });
});
