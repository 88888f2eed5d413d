import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let employee: Person;
let stranger: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});

const yass = { type: 'house', address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582', bedrooms: 3 };

async function aProperty(more: object = {}): Promise<number> {
  const answer = await stage.as(admin.userId)('POST', '/v1/properties', { ...yass, ...more });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}
const attach = (who: Person, campaignId: number, propertyId: number | null, more: object = {}) =>
  stage.as(who.userId)('PUT', `/v1/agreements/${campaignId}`, {
    property: propertyId === null ? null : { href: `/v1/properties/${propertyId}` },
    ...more,
  });
const campaignOf = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
const logOf = async (activityCode: 'property_create' | 'campaign_update') =>
  (await openedLog(stage)).filter((entry) => entry.activityCode === activityCode);

describe('a property', () => {
  it('can be created by an admin, and is logged', async () => {
    const id = await aProperty();
    const answer = await stage.as(admin.userId)('GET', `/v1/properties/${id}`);
    expect(answer.json()).toEqual({
      id,
      href: `/v1/properties/${id}`,
      ...yass,
      domainPropertyRef: null,
      address2: null,
      address3: null,
      bathrooms: null,
      carSpaces: null,
      description: null,
    });
    const entry = (await logOf('property_create')).at(-1);
    expect(entry).toMatchObject({ userName: admin.displayName, logData: { id, address: '12 Wattle St' } });
  });

  it('can be created by nobody else', async () => {
    for (const { userId } of [manager, employee]) {
      expect((await stage.as(userId)('POST', '/v1/properties', yass)).statusCode).toBe(403);
    }
    expect((await stage.as(null)('POST', '/v1/properties', yass)).statusCode).toBe(401);
  });

  // biome-ignore format: a table
  it.each([
    ['no state',                   { state: undefined },          'state',      'missing' ],
    ['a state of another country', { state: 'Otago' },            'state',      'notValid'],
    ['no street',                  { address: undefined },        'address',    'missing' ],
    ['an empty suburb',            { city: ' ' },                 'city',       'isEmpty' ],
    ['no postcode',                { postalCode: undefined },     'postalCode', 'missing' ],
    ['postcode 10000',             { postalCode: '10000' },       'postalCode', 'notValid'],
    ['postcode 12a4',              { postalCode: '12a4' },        'postalCode', 'notValid'],
    ['a second line',              { address2: 'Level 2' },       'address2',   'notValid'],
    ['seven bedrooms',             { bedrooms: 7 },               'bedrooms',   'notValid'],
    ['an unknown type',            { type: 'castle' },            'type',       'notValid'],
    ['an unknown field',           { owner: 'me' },               'owner',      'unrecognized'],
  ])('with %s is refused', async (_what, more, field, type) => {
    const answer = await stage.as(admin.userId)('POST', '/v1/properties', { ...yass, ...more });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation[field][0].type).toBe(type);
  });

  it('keeps the leading zero of a postcode', async () => {
    const id = await aProperty({ city: 'Darwin City', state: 'NT', postalCode: '0800' });
    expect((await stage.as(admin.userId)('GET', `/v1/properties/${id}`)).json().postalCode).toBe('0800');
  });

  it('is visible to those who see a campaign that uses it, and to nobody else', async () => {
    const ofManager = await build.aCampaign(manager, tenantId);
    const id = await aProperty();
    const seenBy = async (who: Person) => (await stage.as(who.userId)('GET', `/v1/properties/${id}`)).statusCode;
    expect(await seenBy(manager)).toBe(404);

    await attach(admin, ofManager.id, id);
    const payer = { ...manager, userId: ofManager.payers[0]!.userId };
    expect([await seenBy(manager), await seenBy(payer)]).toEqual([200, 200]);
    expect([await seenBy(employee), await seenBy(stranger)]).toEqual([404, 404]);
    expect((await stage.as(null)('GET', `/v1/properties/${id}`)).statusCode).toBe(401);

    const ofEmployee = await build.aCampaign(employee, tenantId);
    await attach(admin, ofEmployee.id, id);
    expect(await seenBy(employee)).toBe(200);
  });

  it('in New Zealand has a city and further lines, but no state', async () => {
    const there = await startStage({ env: { COUNTRY: 'NZ' } });
    const { userId } = await buildersFor(there).aPerson('admin');
    const ponsonby = { address: '7 Tōtara Lane', address2: 'Ponsonby', city: 'Auckland', postalCode: '1011' };
    expect((await there.as(userId)('POST', '/v1/properties', ponsonby)).statusCode).toBe(201);
    expect((await there.as(userId)('POST', '/v1/properties', yass)).json().validation.state[0].type).toBe('notValid');
  });
});

describe('attaching a property to a campaign', () => {
  it('makes its address the campaign’s title, and logs both', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const before = await campaignOf(id);
    const propertyId = await aProperty();
    const answer = await attach(admin, id, propertyId);
    expect(answer.json()).toMatchObject({
      name: '12 Wattle St, Yass NSW 2582',
      property: { href: `/v1/properties/${propertyId}` },
    });
    expect(answer.headers.etag).not.toBe('"1"');
    expect((await logOf('campaign_update')).at(-1)).toMatchObject({
      targetAgreementId: id,
      userName: admin.displayName,
      logData: {
        propertyId: { before: null, after: propertyId },
        name: { before: before.name, after: '12 Wattle St, Yass NSW 2582' },
      },
    });
  });

  it('works if the whole campaign is sent back with it', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const property = { href: `/v1/properties/${await aProperty()}` };
    const whole = { ...(await campaignOf(id)), property };
    const answer = await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, whole);
    expect(answer.json()).toMatchObject({ name: '12 Wattle St, Yass NSW 2582', property });
  });

  it('keeps a title that is changed in the same save', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answer = await attach(admin, id, await aProperty(), { name: 'The Wattle Street house' });
    expect(answer.json().name).toBe('The Wattle Street house');
  });

  it('is for admins; anyone may send an unchanged property back', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const propertyId = await aProperty();
    expect((await attach(manager, id, propertyId)).json().validation.property[0].type).toBe('notValid');
    expect((await campaignOf(id)).property).toBeNull();
    await attach(admin, id, propertyId);
    expect((await attach(manager, id, propertyId)).statusCode).toBe(200);
  });

  it('is never undone by a save', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await attach(admin, id, await aProperty());
    expect((await attach(admin, id, null)).statusCode).toBe(400);
  });

  it('needs a property that exists', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    expect((await attach(admin, id, 999_999)).json().validation.property[0].message).toBe(
      'No property found with this ID.',
    );
  });

  it.each(['signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement'] as const)(
    'is refused in %s',
    async (status) => {
      const { id } = await build.aCampaign(manager, tenantId, { status });
      const before = await campaignOf(id);
      const answer = await attach(admin, id, await aProperty(), { campaignNotes: 'Not kept either' });
      expect(answer.statusCode).toBe(409);
      expect(answer.json().type).toBe('/problems/property-locked');
      expect(await campaignOf(id)).toEqual(before);
    },
  );

  it('by two admins at once gives the second a conflict', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const [one, other] = [await aProperty(), await aProperty({ address: '14 Wattle St' })];
    const send = (propertyId: number) =>
      stage.as(admin.userId)(
        'PUT',
        `/v1/agreements/${id}`,
        { property: { href: `/v1/properties/${propertyId}` } },
        { 'if-match': '"1"' },
      );
    const answers = await Promise.all([send(one), send(other)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412]);
  });
});
