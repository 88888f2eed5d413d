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
  await build.aTenant({ name: 'Aspen Realty' });
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const names = async (userId: number, query = '') =>
  (await stage.as(userId)('GET', `/v1/tenants${query}`)).json().items.map((tenant: { name: string }) => tenant.name);

describe('the list of organisations', () => {
  it('shows an admin every organisation except the platform itself', async () => {
    const shown = await names(admin.userId);
    expect(shown).toEqual(expect.arrayContaining(['Aspen Realty', 'Harbour Estate']));
    const { count } = await stage.db
      .selectFrom('tenants')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(shown.length).toBe(Number(count) - 1);
    expect((await stage.as(admin.userId)('GET', '/v1/tenants/1')).statusCode).toBe(404);
  });

  it('shows a member only their own', async () => {
    expect(await names(manager.userId)).toEqual(['Harbour Estate']);
  });

  it('finds by part of a name, and escapes wildcards', async () => {
    expect(await names(admin.userId, '?textQuery=arbour')).toEqual(['Harbour Estate']);
    expect(await names(admin.userId, '?textQuery=%25')).toEqual([]);
  });

  it('can be sorted by the latest campaign, newest first', async () => {
    await build.aCampaign(manager, tenantId);
    const sorted = await names(admin.userId, '?sortBy=lastAgreementCreateDate&sortDesc=1');
    expect(sorted[0]).toBe('Harbour Estate');
  });
});

describe('an organisation', () => {
  it('shows which payment options are active and enabled, on its own and in the list', async () => {
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
    const both = items.filter(({ name }: { name: string }) => ['Aspen Realty', 'Harbour Estate'].includes(name));
    expect(both).toMatchObject([
      { name: 'Aspen Realty', payOnSuccessActive: true },
      { id: tenantId, ...flags },
    ]);
  });
});

describe('creating an organisation', () => {
  it('sets the country’s time zone, and logs it', async () => {
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
  ])('refuses %o and names the field %s', async (body, field, type) => {
    const answer = await stage.as(admin.userId)('POST', '/v1/tenants', body);
    expect(answer.json().validation[field][0].type).toBe(type);
  });
});

describe('registering an agency by its advertiser reference', () => {
  const register = (body: object) => stage.as(admin.userId)('POST', '/v1/tenants/register-agency', body);

  it('creates an agency with the reference, and logs it', async () => {
    const { id, type } = (await register({ name: 'Wattle & Co', domainAdvertiserRef: ' 1234 ' })).json();
    expect(type).toBe('agency');
    const settings = await stage.as(admin.userId)('GET', `/v1/tenants/${id}/settings`);
    expect(settings.json()).toMatchObject({ domainAdvertiserRef: '1234', reaAdvertiserRef: null });
    const entry = await stage.db
      .selectFrom('logEntries')
      .select(['activityCode', 'logData'])
      .where('targetTenantId', '=', id)
      .executeTakeFirst();
    expect(entry).toMatchObject({ activityCode: 'tenant_create', logData: { domainAdvertiserRef: '1234' } });
  });

  // biome-ignore format: a table
  it.each([
    [{},                                   'name',                'missing'],
    [{ name: 'X' },                        'domainAdvertiserRef', 'missing'],
    [{ name: 'X', reaAdvertiserRef: ' ' }, 'domainAdvertiserRef', 'missing'],
    [{ name: 'X', trademeAccountId: '9' }, 'trademeAccountId',    'notValid'],
    [{ name: 'X', type: 'supplier' },      'type',                'unrecognized'],
  ])('refuses %o and names the field %s', async (body, field, type) => {
    expect((await register(body)).json().validation[field][0].type).toBe(type);
  });

  it('gives a reference to one agency only, by any endpoint and with any number of concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((at) => register({ name: `Fern ${at}`, reaAdvertiserRef: 'FERN' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400)!;
    expect(refused.json().validation.reaAdvertiserRef[0]).toMatchObject({
      type: 'conflictingValue',
      message: expect.stringMatching(/^Fern \d has this reference already\.$/),
    });
    const save = (body: object) => stage.as(admin.userId)('PUT', `/v1/tenants/${tenantId}/settings`, body);
    expect((await save({ reaAdvertiserRef: 'fern' })).json().validation).toHaveProperty('reaAdvertiserRef');
    expect((await save({ reaAdvertiserRef: 'HARBOUR' })).statusCode).toBe(200);
    expect((await save({ reaAdvertiserRef: 'Harbour' })).statusCode).toBe(200);
  });
});
