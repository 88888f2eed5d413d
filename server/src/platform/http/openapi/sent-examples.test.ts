import { countries } from '@kerb/domain/countries/countries.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { describe, expect, it } from 'vitest';
import { buildersFor } from '../../../../test/builders.ts';
import { clientsOn } from '../../../../test/clients.ts';
import { fileDocument } from '../../../../test/file-document.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';

type Content = { example?: object; examples?: Record<string, { value: object }> };
type Printed = { paths: Record<string, Record<string, { requestBody?: { content: Record<string, Content> } }>> };
type Call = (
  method: 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<{ statusCode: number; body: string; json: () => { id: number } }>;

/** What stands for the records of the document's examples, which have the id 1. */
type World = {
  tenantId: number;
  campaignId: number;
  otherId: number;
  payerId: number;
  propertyId: number;
  documentId: number;
  assetId: number;
  webhookId: number;
};

async function aWorld(stage: Stage): Promise<{ call: Call; world: World }> {
  const build = buildersFor(stage);
  const clients = clientsOn(stage);
  const tenantId = await build.aTenant();
  await stage.db.updateTable('tenants').set({ allowAddingProperty: true }).where('id', '=', tenantId).execute();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const call = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
  const { id: campaignId, payers } = await build.aCampaign(manager, tenantId);
  // Two examples add the same person, so they are for two campaigns.
  const { id: otherId } = await build.aCampaign(manager, tenantId);
  const documentId = await fileDocument(stage, campaignId, tenantId, 'marketing');
  const { assetId } = await stage.db
    .selectFrom('attachments')
    .select('assetId')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  const hook = { url: 'http://127.0.0.1:9/none', events: ['campaign_create'] };
  const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
  const world = { tenantId, campaignId, otherId, payerId: must(payers[0], 'payer').id, propertyId: 0, documentId };
  return { call: call as Call, world: { ...world, assetId: Number(assetId), webhookId: made.json().id } };
}

/** The address of a call, for the records of the test. */
const addressIn = (path: string, world: World): string =>
  path
    .replace('{tenantId}', `${world.tenantId}`)
    .replace('{webhookId}', `${world.webhookId}`)
    .replace('{optionCode}', 'pl')
    .replace(/^(\/v1\/signatories)\/\{id\}/, `$1/${world.payerId}`)
    .replace(/^(\/v1\/properties)\/\{id\}/, `$1/${world.propertyId}`)
    .replace(/^(\/v1\/attachments)\/\{id\}/, `$1/${world.documentId}`)
    .replace('{id}', `${world.campaignId}`);

const bodyIn = (example: object, world: World): object =>
  JSON.parse(
    JSON.stringify(example)
      .replaceAll('/v1/tenants/1"', `/v1/tenants/${world.tenantId}"`)
      .replaceAll('/v1/agreements/1"', `/v1/agreements/${world.otherId}"`)
      .replaceAll('/v1/assets/1"', `/v1/assets/${world.assetId}"`)
      .replace('"vendorIds":[1]', `"vendorIds":[${world.payerId}]`)
      // The sandbox of the tests calls no address of others.
      .replace('https://www.example.com/kerb', 'http://127.0.0.1:9/kerb'),
  );

/** The examples that cannot be sent here as they are, and why. */
// biome-ignore format: a table
const unsent: Record<string, string> = {
  'POST /v1/agreements/{id}/set-status':                     'a campaign that is a draft cannot become one',
  'POST /v1/agreements/{id}/quote':                          'only some campaigns are quoted',
  'PUT /v1/agreements/{id}/finance-options/{optionCode}':    'only some organisations have an interest-free offer',
  'PUT /v1/agreements/{id}/property-photo':                  'needs a photo of a property, not a document',
  'POST /v1/attachments':                                    'the file of the test is attached already',
  'POST /v2/campaigns/{id}/nudge-payers':                    'answers that it is too early: tested with the payers',
  'POST /v1/webhooks/{webhookId}/replay':                    'the moment of the example is in the future',
};

describe.each(Object.values(countries))('the examples of the document of $name', (country) => {
  it('are taken by the server as they are', { timeout: 60_000 }, async () => {
    const stage = await startStage({ env: { COUNTRY: country.code } });
    const { call, world } = await aWorld(stage);
    const { paths }: Printed = (await stage.as(null)('GET', '/v1/openapi.json')).json();
    const refused: string[] = [];
    let sent = 0;
    // The property is added before it is changed.
    const inOrder = Object.entries(paths).toSorted(
      ([a], [b]) => Number(a.startsWith('/v1/properties')) - Number(b.startsWith('/v1/properties')),
    );
    for (const [path, methods] of inOrder) {
      for (const method of ['post', 'put'] as const) {
        const content = methods[method]?.requestBody?.content['application/json'];
        const name = `${method.toUpperCase()} ${path}`;
        if (!content || unsent[name]) continue;
        expect(content.examples, `${name}: a deployment has one country`).toBeUndefined();
        const answer = await call(
          method.toUpperCase() as 'POST',
          addressIn(path, world),
          bodyIn(content.example ?? {}, world),
        );
        sent += 1;
        if (answer.statusCode >= 300) refused.push(`${name} ${JSON.stringify(content.example)} ${answer.body}`);
        if (path === '/v1/agreements/{id}/property') {
          const row = await stage.db
            .selectFrom('agreements')
            .select('propertyId')
            .where('id', '=', world.campaignId)
            .executeTakeFirst();
          world.propertyId = row?.propertyId ?? 0;
        }
      }
    }
    expect(refused).toEqual([]);
    expect(sent).toBeGreaterThan(8);
  });
});
