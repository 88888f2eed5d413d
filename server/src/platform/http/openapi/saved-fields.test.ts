import { must } from '@kerb/domain/kernel/must.ts';
import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../../test/builders.ts';
import { clientsOn } from '../../../../test/clients.ts';
import { fileDocument } from '../../../../test/file-document.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';

type Schema = { $ref?: string; properties?: Record<string, { readOnly?: boolean }> };
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

const document = openApiDocument({ sandbox: true, audience: 'public' }) as Document;

/** The bodies of saves: address, and properties with whether they are read-only. */
const saves = Object.entries(document.paths).flatMap(([path, methods]) =>
  ['put', 'patch'].flatMap((method) => {
    const schema = methods[method]?.requestBody?.content['application/json']?.schema;
    if (!schema) return [];
    const { properties = {} } = schema.$ref
      ? must(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], schema.$ref)
      : schema;
    const readOnly = new Map(Object.entries(properties).map(([name, { readOnly: is = false }]) => [name, is]));
    return [{ path, readOnly }];
  }),
);

let stage: Stage;
let call: ReturnType<ReturnType<typeof clientsOn>['withToken']>;
let world: { campaignId: number; payerId: number; propertyId: number; documentId: number; webhookId: number };

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  const clients = clientsOn(stage);
  const tenantId = await build.aTenant();
  await stage.db.updateTable('tenants').set({ allowAddingProperty: true }).where('id', '=', tenantId).execute();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  call = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
  const { id: campaignId, payers } = await build.aCampaign(manager, tenantId);
  const date = '2026-11-01T00:00:00.000Z';
  const { id: propertyId } = await stage.db
    .insertInto('properties')
    .values({
      address: '1 Sample Street',
      city: 'Sydney',
      state: 'NSW',
      postalCode: '2000',
      createdDate: date,
      lastUpdateDate: date,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stage.db.updateTable('agreements').set({ propertyId }).where('id', '=', campaignId).execute();
  const documentId = await fileDocument(stage, campaignId, tenantId, 'marketing');
  const hook = { url: 'http://127.0.0.1:9/none', events: ['campaign_create'] };
  const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
  world = { campaignId, payerId: must(payers[0], 'payer').id, propertyId, documentId, webhookId: made.json().id };
});

type Saved = { address: () => string; values: Record<string, unknown> };

/** Another value than the record has, for each property. */
const tried: Record<string, Saved> = {
  '/v1/signatories/{id}': {
    address: () => `/v1/signatories/${world.payerId}`,
    values: {
      ...{ firstName: 'Changed', middleNames: 'Changed', surname: 'Changed', emailAddress: 'changed@example.com' },
      ...{ mobilePhone: '0412345679', dateOfBirth: '1980-01-01', residentialAddress: '2 Other Street', city: 'Yass' },
      ...{
        state: 'NSW',
        postalCode: '2582',
        employmentType: 'full',
        externalRef: 'P-1',
        metadata: { office: 'North' },
      },
    },
  },
  '/v1/properties/{id}': {
    address: () => `/v1/properties/${world.propertyId}`,
    values: {
      ...{ type: 'house', address: '3 Other Street', city: 'Yass', state: 'VIC', postalCode: '3000', bedrooms: 4 },
      ...{ bathrooms: 3, carSpaces: 2, description: 'With a garden', id: 999_999, href: '/v1/properties/999999' },
    },
  },
  '/v1/attachments/{id}': {
    address: () => `/v1/attachments/${world.documentId}`,
    values: {
      ...{
        agreement: { href: '/v1/agreements/999999' },
        asset: { href: '/v1/assets/999999' },
        purpose: 'marketing-vendor',
      },
      ...{ externalRef: 'D-1', metadata: { office: 'North' } },
    },
  },
  '/v1/webhooks/{webhookId}': {
    address: () => `/v1/webhooks/${world.webhookId}`,
    values: { url: 'http://127.0.0.1:9/other', events: ['invoice_pay'], active: false },
  },
};

/** Properties and bodies that this test does not send, and why. */
// biome-ignore format: a table
const untried: Record<string, string> = {
  '/v1/agreements/{id}':                                'its fields are in groups with permissions: public-document.test.ts',
  '/v1/agreements/{id}/finance-options/{optionCode}':   'one field; the options have tests of their own',
  '/v1/agreements/{id}/property-photo':                 'one field, an uploaded file; the photo has tests of its own',
  '/v1/signatories/{id} amlCheckCompleted':             'depends on whether the organisation does these checks',
  '/v1/properties/{id} domainPropertyRef':              'a reference of a directory, checked there',
  '/v1/properties/{id} address2':                       'not in every country',
  '/v1/properties/{id} address3':                       'not in every country',
  '/v1/attachments/{id} signatory':                     'only documents about a payer have one',
};

describe('the bodies of saves in the public document', () => {
  it('are all tried here, or have a reason', () => {
    const names = saves.flatMap(({ path, readOnly }) => [...readOnly.keys()].map((name) => [path, name] as const));
    const left = names.filter(
      ([path, name]) => !(name in (tried[path]?.values ?? {})) && !untried[path] && !untried[`${path} ${name}`],
    );
    expect(left).toEqual([]);
    expect(saves.length).toBeGreaterThan(5);
  });

  for (const [path, { address, values }] of Object.entries(tried)) {
    it(`say readOnly for exactly what ${path} refuses to a program`, async () => {
      const { readOnly } = must(
        saves.find((each) => each.path === path),
        path,
      );
      const wrong: string[] = [];
      for (const [name, value] of Object.entries(values)) {
        const answer = await call('PUT', address(), { [name]: value });
        const isRefused = answer.statusCode >= 400;
        // A record's own address is no value: another one is not taken.
        const isKept = isRefused || (name === 'href' && answer.json().href !== value);
        if (isKept !== readOnly.get(name)) wrong.push(`${name} ${readOnly.get(name)} ${answer.body}`);
        if (isRefused) expect(answer.json().type, name).toMatch(/^\/problems\/(invalid|not-changeable|not-permitted)$/);
      }
      expect(wrong).toEqual([]);
    });
  }
});
