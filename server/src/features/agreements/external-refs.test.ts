import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { clientsOn } from '../../../test/clients.ts';
import { fileDocument } from '../../../test/file-document.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
let agent: Person;
let call: ReturnType<ReturnType<typeof clientsOn>['withToken']>;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const clients = clientsOn(stage);
  call = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
});

const newCampaign = (more: object = {}, tenant = tenantId) => ({
  tenant: { href: `/v1/tenants/${tenant}` },
  campaignBudget: 4_200,
  campaignPlannedStartDate: '2026-12-01',
  campaignBudgetFundsPurpose: 'marketing',
  ...more,
});
let serial = 0;
const aRef = () => `CRM-${++serial}`;
const create = (more: object = {}) => call('POST', '/v1/agreements', newCampaign(more));

describe('the reference and metadata of a campaign', () => {
  it('are stored with it, read with it, filtered by and changed', async () => {
    const externalRef = aRef();
    const made = await create({ externalRef, metadata: { listing: '77', office: 'North' } });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    expect(made.json()).toMatchObject({ externalRef, metadata: { listing: '77', office: 'North' } });
    const listed = (await call('GET', `/v1/agreements?externalRef=${externalRef}`)).json();
    expect(listed).toMatchObject({ totalItems: 1, items: [{ id, externalRef, metadata: { listing: '77' } }] });
    expect((await call('GET', '/v1/agreements?externalRef=nobody')).json().totalItems).toBe(0);

    const saved = await call('PUT', `/v1/agreements/${id}`, { metadata: { office: '', suburb: 'Manly' } });
    expect(saved.json()).toMatchObject({ externalRef, metadata: { listing: '77', suburb: 'Manly' } });
    const whole = await call('PUT', `/v1/agreements/${id}`, { externalRef: null, metadata: null });
    expect(whole.json()).toMatchObject({ externalRef: null, metadata: {} });
    expect((await create({ externalRef })).statusCode).toBe(201);
  });

  it('are refused with 409 and the id of the campaign that has the reference', async () => {
    const externalRef = aRef();
    const { id } = (await create({ externalRef })).json();
    const again = await create({ externalRef });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      type: '/problems/external-ref-taken',
      existing: { id, href: `/v1/agreements/${id}` },
    });
    const other = (await create()).json();
    const moved = await call('PUT', `/v1/agreements/${other.id}`, { externalRef });
    expect(moved.json()).toMatchObject({ status: 409, existing: { id } });
    expect((await call('PUT', `/v1/agreements/${id}`, { externalRef })).statusCode).toBe(200);
  });

  it('name no campaign that the caller may not see, and do not collide with another organisation', async () => {
    const externalRef = aRef();
    await create({ externalRef });
    const byAgent = await stage.as(agent.userId)('POST', '/v1/agreements', newCampaign({ externalRef }));
    expect(byAgent.statusCode).toBe(409);
    expect(byAgent.json()).not.toHaveProperty('existing');
    const elsewhere = await build.aTenant();
    const theirs = await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' });
    const made = await stage.as(theirs.userId)('POST', '/v1/agreements', newCampaign({ externalRef }, elsewhere));
    expect(made.statusCode, made.body).toBe(201);
    expect((await stage.as(theirs.userId)('GET', `/v1/agreements?externalRef=${externalRef}`)).json().totalItems).toBe(
      1,
    );
  });

  it('make one campaign of many equal requests at once', async () => {
    const externalRef = aRef();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ externalRef })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const { id } = answers.find(({ statusCode }) => statusCode === 201)!.json();
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json().existing).toEqual({ id, href: `/v1/agreements/${id}` });
    }
  });

  it('are refused beyond their bounds, with the name of the field', async () => {
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']));
    expect((await create({ metadata: keys })).json().validation).toHaveProperty('metadata');
    expect((await create({ metadata: { k: 'v'.repeat(501) } })).statusCode).toBe(400);
  });

  it('refuse a stale If-Match only if they changed since', async () => {
    const made = await create({ externalRef: aRef() });
    const { id } = made.json();
    const etag = String(made.headers.etag);
    await call('PUT', `/v1/agreements/${id}`, { agentNotes: 'Called.' });
    const fine = await call('PUT', `/v1/agreements/${id}`, { metadata: { a: '1' } }, { 'if-match': etag });
    expect(fine.statusCode, fine.body).toBe(200);
    const stale = await call('PUT', `/v1/agreements/${id}`, { metadata: { a: '2' } }, { 'if-match': etag });
    expect(stale.statusCode).toBe(412);
  });
});

describe('the reference and metadata of a payer and a document', () => {
  it('are stored, read, filtered by and unique in the organisation', async () => {
    const [ofPayer, ofOther] = [aRef(), aRef()];
    const payer = build.aPayer({ externalRef: ofPayer, metadata: { contact: '9' } });
    const { id } = (await create({ vendors: [payer] })).json();
    const vendors = (await call('GET', `/v2/campaigns/${id}/vendors`)).json().items;
    expect(vendors).toMatchObject([{ externalRef: ofPayer, metadata: { contact: '9' } }]);
    const twice = await call('POST', `/v2/campaigns/${id}/vendors`, build.aPayer({ externalRef: ofPayer }));
    const href = `/v1/signatories/${vendors[0].id}`;
    expect(twice.json()).toMatchObject({ status: 409, existing: { id: vendors[0].id, href } });
    const found = (await call('GET', `/v1/signatories?externalRef=${ofPayer}`)).json().signatories;
    expect(found).toMatchObject([{ id: vendors[0].id, externalRef: ofPayer }]);
    const saved = await call('PUT', href, { externalRef: ofOther, metadata: { contact: '' } });
    expect(saved.json(), saved.body).toMatchObject({ externalRef: ofOther, metadata: {} });
    expect((await call('GET', `/v2/campaigns/${id}/vendors?externalRef=${ofPayer}`)).json().items).toEqual([]);
    // A removed payer frees the reference.
    expect((await call('DELETE', href)).statusCode).toBe(204);
    const added = await call('POST', `/v2/campaigns/${id}/vendors`, build.aPayer({ externalRef: ofOther }));
    expect(added.statusCode, added.body).toBe(201);
  });

  it('are those of a document too', async () => {
    const { id } = (await create()).json();
    const document = await fileDocument(stage, id, tenantId, 'marketing');
    const externalRef = aRef();
    const saved = await call('PUT', `/v1/attachments/${document}`, { externalRef, metadata: { folder: 'a' } });
    expect(saved.json(), saved.body).toMatchObject({ externalRef, metadata: { folder: 'a' } });
    const found = (await call('GET', `/v1/attachments?externalRef=${externalRef}`)).json();
    expect(found.items).toMatchObject([{ id: document, externalRef }]);
    expect((await call('GET', '/v1/attachments')).statusCode).toBe(400);
  });

  it('are never shown to payers, who can neither send them nor filter by them', async () => {
    const externalRef = aRef();
    const campaign = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const payer = campaign.payers[0]!;
    await call('PUT', `/v1/agreements/${campaign.id}`, { externalRef, metadata: { secret: 'margin' } });
    await call('PUT', `/v1/signatories/${payer.id}`, { externalRef, metadata: { secret: 'margin' } });
    const asPayer = stage.as(payer.userId);
    for (const path of [
      `/v1/agreements/${campaign.id}`,
      '/v1/agreements',
      `/v2/campaigns/${campaign.id}/vendors`,
      `/v1/signatories?agreementId=${campaign.id}`,
      `/v1/agreements/${campaign.id}/checkout`,
      `/v1/signatories/${payer.id}/data`,
    ]) {
      const { body } = await asPayer('GET', path);
      expect(body, path).not.toContain('margin');
      expect(body, path).not.toContain(externalRef);
    }
    expect((await asPayer('GET', `/v1/agreements?externalRef=${externalRef}`)).json().totalItems).toBe(0);
    expect((await asPayer('GET', `/v1/signatories?externalRef=${externalRef}`)).json().signatories).toEqual([]);
    const sent = await asPayer('PUT', `/v1/signatories/${payer.id}`, { externalRef: 'mine' });
    expect(sent.statusCode).toBe(400);
  });
});

describe('finding a record by its reference', () => {
  it('reads an index and not the table', async () => {
    await sql`set enable_seqscan = off`.execute(stage.db);
    const { rows } = await sql<{ plan: string }>`
      explain select r.agreement_id from external_refs r
      where r.kind = 'campaign' and r.external_ref = 'CRM-1' and r.tenant_id = any(${[tenantId]}::bigint[])`.execute(
      stage.db,
    );
    const plan = JSON.stringify(rows);
    await sql`reset enable_seqscan`.execute(stage.db);
    expect(plan).toContain('external_refs_used_once');
    expect(plan).not.toContain('Seq Scan');
  });
});
