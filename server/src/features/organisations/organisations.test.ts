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

const names = async (userId: number, query = '') =>
  (await stage.as(userId)('GET', `/v1/tenants${query}`)).json().items.map((tenant: { name: string }) => tenant.name);

describe('the list of organisations', () => {
  it('shows an admin every organisation but the platform itself', async () => {
    await build.aTenant({ name: 'Aspen Realty' });
    expect(await names(admin.userId)).toEqual(['Aspen Realty', 'Harbour Estate']);
    expect((await stage.as(admin.userId)('GET', '/v1/tenants/1')).statusCode).toBe(404);
  });

  it('shows a member only their own', async () => {
    expect(await names(manager.userId)).toEqual(['Harbour Estate']);
  });

  it('finds by part of a name, with no wildcards of the caller’s', async () => {
    expect(await names(admin.userId, '?textQuery=arbour')).toEqual(['Harbour Estate']);
    expect(await names(admin.userId, '?textQuery=%25')).toEqual([]);
  });

  it('puts the latest to raise a campaign first when it is sorted so', async () => {
    await build.aCampaign(manager, tenantId);
    const sorted = await names(admin.userId, '?sortBy=lastAgreementCreateDate&sortDesc=1');
    expect(sorted[0]).toBe('Harbour Estate');
  });
});

describe('an organisation', () => {
  it('shows which payment options are active and enabled, alone and in the list', async () => {
    await stage.as(admin.userId)('PUT', `/v1/tenants/${tenantId}/finance-options/pos`, { active: false });
    await stage.as(manager.userId)('PUT', `/v1/tenants/${tenantId}/finance-options/pl`, { enabled: false });
    const flags = {
      payNowActive: true,
      payNowEnabled: true,
      payLaterActive: true,
      payLaterEnabled: false,
      payOnSuccessActive: false,
      payOnSuccessEnabled: true,
    };
    expect((await stage.as(manager.userId)('GET', `/v1/tenants/${tenantId}`)).json()).toMatchObject(flags);
    const { items } = (await stage.as(admin.userId)('GET', '/v1/tenants?sortBy=name')).json();
    expect(items).toMatchObject([
      { name: 'Aspen Realty', payOnSuccessActive: true },
      { id: tenantId, ...flags },
    ]);
  });
});

describe('creating an organisation', () => {
  it('gives it the country’s time zone, and logs it', async () => {
    const answer = await stage.as(admin.userId)('POST', '/v1/tenants', { name: 'Birch & Co' });
    expect(answer.json()).toMatchObject({ name: 'Birch & Co', type: 'agency', defaultTimeZone: 'Australia/Sydney' });
  });

  // biome-ignore format: a table
  it.each([
    [{},                                          'name',            'missing'],
    [{ name: '  ' },                              'name',            'isEmpty'],
    [{ name: 'x'.repeat(201) },                   'name',            'stringLengthTooLong'],
    [{ name: 'X', type: 'bank' },                 'type',            'notValid'],
    [{ name: 'X', defaultTimeZone: 'Mars/Base' }, 'defaultTimeZone', 'notValid'],
  ])('refuses %o under %s', async (body, field, type) => {
    const answer = await stage.as(admin.userId)('POST', '/v1/tenants', body);
    expect(answer.json().validation[field][0].type).toBe(type);
  });
});
