import { suggestAddresses } from '@kerb/server/features/properties/suggest-addresses.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let closedTenantId: number;
let admin: Person;
let manager: Person;
let employee: Person;
let closedManager: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ allowAddingProperty: true });
  closedTenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  closedManager = await build.aPerson('tenant_user', { tenantId: closedTenantId, as: 'manager' });
});

const yass = { type: 'house', address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582', bedrooms: 3 };
const asAdmin = () => stage.as(admin.userId);
async function aProperty(more: object = {}): Promise<number> {
  return (await asAdmin()('POST', '/v1/properties', { ...yass, ...more })).json().id;
}
async function attached(by: Person, tenant: number, propertyId: number): Promise<number> {
  const { id } = await build.aCampaign(by, tenant);
  await asAdmin()('PUT', `/v1/agreements/${id}`, { property: { href: `/v1/properties/${propertyId}` } });
  return id;
}
const put = (who: { userId: number }, id: number, body: object, headers = {}) =>
  stage.as(who.userId)('PUT', `/v1/properties/${id}`, body, headers);
const remove = (who: Person, id: number) => stage.as(who.userId)('DELETE', `/v1/properties/${id}`);
const entries = (activityCode: 'property_update' | 'property_delete') =>
  stage.db.selectFrom('logEntries').selectAll().where('activityCode', '=', activityCode).orderBy('id').execute();

describe('changing a property', () => {
  it('is for those who run its campaign, in part or completely, and is logged with the campaign', async () => {
    const id = await aProperty();
    const campaignId = await attached(employee, tenantId, id);
    expect((await put(employee, id, { bedrooms: 4, description: ' Sunny ' })).json()).toMatchObject({
      ...yass,
      bedrooms: 4,
      description: 'Sunny',
    });
    expect((await entries('property_update')).at(-1)).toMatchObject({
      targetAgreementId: campaignId,
      userName: employee.displayName,
      logData: { id, bedrooms: { before: 3, after: 4 }, description: { before: null, after: 'Sunny' } },
    });
    const whole = (await asAdmin()('GET', `/v1/properties/${id}`)).json();
    expect((await put(manager, id, { ...whole, type: 'land' })).json()).toMatchObject({ type: 'land', bedrooms: null });
  });

  it('changes the campaign’s title if the title was the address', async () => {
    const id = await aProperty();
    const [titled, named] = [await attached(manager, tenantId, id), await attached(manager, tenantId, id)];
    await asAdmin()('PUT', `/v1/agreements/${named}`, { name: 'The corner house' });
    expect((await put(manager, id, { address: '14 Wattle St' })).statusCode).toBe(200);
    const nameOf = async (campaign: number) => (await asAdmin()('GET', `/v1/agreements/${campaign}`)).json().name;
    expect(await nameOf(titled)).toBe('14 Wattle St, Yass NSW 2582');
    expect(await nameOf(named)).toBe('The corner house');
  });

  it('needs consent for the address, but not for the other fields', async () => {
    const id = await aProperty();
    const campaignId = await attached(closedManager, closedTenantId, id);
    const refused = await put(closedManager, id, { address: '14 Wattle St', city: 'Bowning' });
    expect(Object.keys(refused.json().validation)).toEqual(['address', 'city']);
    expect((await put(closedManager, id, { carSpaces: 2 })).statusCode).toBe(200);
    expect((await put(admin, id, { city: 'Bowning' })).statusCode).toBe(200);
    await stage.db
      .updateTable('agreements')
      .set({ vendorAgentDataConsent: true })
      .where('id', '=', campaignId)
      .execute();
    expect((await put(closedManager, id, { city: 'Yass' })).statusCode).toBe(200);
  });

  it('is refused to those who cannot see it, or who share it with another organisation', async () => {
    const id = await aProperty();
    const { payers } = await build.aCampaign(manager, tenantId);
    expect((await put(manager, id, { bedrooms: 1 })).statusCode).toBe(404);
    expect((await put({ userId: payers[0]!.userId! }, id, { bedrooms: 1 })).statusCode).toBe(403);
    await attached(manager, tenantId, id);
    expect((await put(closedManager, id, { bedrooms: 1 })).statusCode).toBe(404);
    await attached(closedManager, closedTenantId, id);
    expect((await put(manager, id, { bedrooms: 1 })).json().type).toBe('/problems/property-shared');
  });

  it.each(['signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement'] as const)(
    'is refused while its campaign is %s',
    async (status) => {
      const id = await aProperty();
      const campaignId = await attached(manager, tenantId, id);
      await asAdmin()('POST', `/v1/agreements/${campaignId}/set-status`, { status });
      expect((await put(admin, id, { bedrooms: 1 })).json().type).toBe('/problems/property-locked');
    },
  );

  it('keeps the address if it came from Domain', async () => {
    const id = await aProperty({ domainPropertyRef: 'DP-1' });
    const refused = await put(admin, id, { address: 'x', city: 'x', state: 'ACT', postalCode: '2600' });
    expect(Object.keys(refused.json().validation)).toEqual(['address', 'city', 'state', 'postalCode']);
    expect((await put(admin, id, { bathrooms: 2 })).statusCode).toBe(200);
  });

  it('by two people at once gives the second a conflict', async () => {
    const id = await aProperty();
    const { etag } = (await asAdmin()('GET', `/v1/properties/${id}`)).headers;
    const send = (bedrooms: number) => put(admin, id, { bedrooms }, { 'if-match': etag });
    const answers = await Promise.all([send(1), send(2)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    expect(answers.find(({ statusCode }) => statusCode === 412)?.json().type).toBe('/problems/precondition-failed');
  });

  it('by two people at once succeeds for both if one changes the address and the other the details', async () => {
    const id = await aProperty();
    const read = async () => (await asAdmin()('GET', `/v1/properties/${id}`)).headers.etag;
    const first = await read();
    const address = { address: '14 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' };
    const answers = await Promise.all([
      put(admin, id, address, { 'if-match': first }),
      put(admin, id, { bedrooms: 5 }, { 'if-match': first }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await asAdmin()('GET', `/v1/properties/${id}`)).json()).toMatchObject({ ...address, bedrooms: 5 });
    expect(await read()).not.toBe(first);

    const late = (body: object) => put(admin, id, body, { 'if-match': first });
    expect((await late({ ...address, address: '16 Wattle St' })).statusCode).toBe(412);
    expect((await late({ description: 'Sunny' })).statusCode).toBe(412);
    expect((await late({ ...address, bedrooms: 5 })).statusCode).toBe(200);
    expect((await put(admin, id, { description: 'Sunny' }, { 'if-match': await read() })).statusCode).toBe(200);
  });
});

describe('removing a property', () => {
  it('is for admins, if no campaign uses it, and is logged', async () => {
    const id = await aProperty();
    const campaignId = await attached(manager, tenantId, id);
    expect((await remove(manager, id)).statusCode).toBe(403);
    expect((await remove(admin, id)).json().type).toBe('/problems/property-in-use');
    await stage.db.updateTable('agreements').set({ propertyId: null }).where('id', '=', campaignId).execute();
    expect((await remove(admin, id)).statusCode).toBe(204);
    expect((await asAdmin()('GET', `/v1/properties/${id}`)).statusCode).toBe(404);
    expect((await entries('property_delete')).at(-1)?.logData).toMatchObject({ id, address: '12 Wattle St' });
  });
});

describe('the list of properties', () => {
  it('finds by address, in any notation, the properties that the user can see', async () => {
    const id = await aProperty({ address: '61 Ironbark Terrace', city: 'Orange', postalCode: '2800' });
    const find = async (who: Person, address: string) => {
      const url = `/v1/properties?address=${encodeURIComponent(address)}`;
      return (await stage.as(who.userId)('GET', url)).json();
    };
    expect(await find(admin, '61 ironbark tce, orange')).toMatchObject({ items: [{ id }], totalItems: 1 });
    expect(await find(manager, 'ironbark')).toEqual({ items: [], totalItems: 0 });
    await attached(manager, tenantId, id);
    expect(await find(manager, 'IRONBARK')).toMatchObject({ items: [{ id, postalCode: '2800' }], totalItems: 1 });
    expect(await find(closedManager, 'ironbark')).toEqual({ items: [], totalItems: 0 });
    expect((await find(admin, '100%')).totalItems).toBe(0);
  });
});

describe('address suggestions', () => {
  const suggest = (who: { userId: number } | null, partial: string) =>
    stage.as(who?.userId ?? null)('GET', `/v1/property-suggestions?partialAddress=${encodeURIComponent(partial)}`);

  it('need two characters, and are eleven at most', async () => {
    const answer = await suggest(employee, '12 wattle st ya');
    expect(answer.json().items[0]).toEqual({
      address: '12 Wattle Street',
      address2: null,
      city: 'Yass',
      state: 'NSW',
      postalCode: '2582',
    });
    expect((await suggest(employee, 'wa')).json().items).toHaveLength(11);
    expect((await suggest(employee, ' w ')).json().validation.partialAddress).toBeTruthy();
  });

  it('are not for payers', async () => {
    const { payers } = await build.aCampaign(manager, tenantId);
    expect((await suggest({ userId: payers[0]!.userId! }, 'wattle')).statusCode).toBe(403);
  });

  it('are reported as unavailable if the provider fails', async () => {
    const answer = await suggest(employee, 'provider down');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      type: '/problems/suggestions-unavailable',
      displayText: 'Address suggestions are not available at the moment.',
    });
  });

  it('are not awaited if the provider is too slow', async () => {
    await expect(suggestAddresses(stage.deps.addresses, 'provider slow', 20)).rejects.toMatchObject({ status: 503 });
    const silent = { suggest: () => new Promise<never>(() => undefined) };
    await expect(suggestAddresses(silent, 'wattle', 20)).rejects.toMatchObject({ status: 503 });
  });
});
