import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;

/** An organisation whose team may add properties, and one whose team may not. */
type Organisation = { tenantId: number; manager: Person; employee: Person };
let open: Organisation;
let closed: Organisation;
let supplier: Organisation;

async function anOrganisation(settings: Parameters<typeof build.aTenant>[0]): Promise<Organisation> {
  const tenantId = await build.aTenant(settings);
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  return { tenantId, manager, employee };
}

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
  open = await anOrganisation({ allowAddingProperty: true, enableDeposits: true });
  closed = await anOrganisation({});
  supplier = await anOrganisation({ type: 'supplier', allowAddingProperty: true });
});

const yass = { type: 'house', address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582', bedrooms: 3 };
const sale = {
  natureOfOwnership: 'investment',
  methodOfSale: 'auction',
  auctionDate: '2026-12-12',
  sellingPriceMin: 800_000,
  sellingPriceMax: 900_000,
};
const add = (who: { userId: number }, id: number, more: object = {}) =>
  stage.as(who.userId)('POST', `/v1/agreements/${id}/property`, { ...yass, ...sale, ...more });
const read = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
const put = (who: { userId: number }, id: number, body: object) =>
  stage.as(who.userId)('PUT', `/v1/agreements/${id}`, body);
const entriesOf = (id: number) =>
  stage.db.selectFrom('logEntries').selectAll().where('targetAgreementId', '=', id).orderBy('id').execute();

describe('adding a property to a campaign', () => {
  it('creates and attaches it, sets the campaign’s title and stores the sale details, in one transaction', async () => {
    const { id } = await build.aCampaign(open.employee, open.tenantId);
    const answer = await add(open.employee, id);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ id, name: '12 Wattle St, Yass NSW 2582', ...sale });
    expect(answer.headers.etag).toMatch(/^"\d+"$/);
    const property = await stage.as(open.employee.userId)('GET', answer.json().property.href);
    expect(property.json()).toMatchObject(yass);
    const codes = (await entriesOf(id)).map((entry) => entry.activityCode);
    expect(codes.slice(-3)).toEqual(['property_create', 'campaign_update', 'campaign_update']);
  });

  it('is for admins, and for users whose budget owner allows it or whose vendor consented', async () => {
    const { id } = await build.aCampaign(closed.employee, closed.tenantId);
    for (const who of [closed.manager, closed.employee]) {
      expect((await add(who, id)).json().type).toBe('/problems/property-not-allowed');
    }
    await stage.db.updateTable('agreements').set({ vendorAgentDataConsent: true }).where('id', '=', id).execute();
    expect((await add(closed.employee, id)).statusCode).toBe(201);

    const other = await build.aCampaign(closed.manager, closed.tenantId);
    expect((await add({ userId: other.payers[0]!.userId! }, other.id)).statusCode).toBe(403);
    expect((await add(open.manager, other.id)).statusCode).toBe(404);
    expect((await add(admin, other.id)).statusCode).toBe(201);
  });

  it('happens once, and only in the statuses that allow it', async () => {
    const { id } = await build.aCampaign(open.manager, open.tenantId);
    await add(open.manager, id);
    expect((await add(open.manager, id)).json().type).toBe('/problems/property-attached');
    const signed = await build.aCampaign(open.manager, open.tenantId, { status: 'signed' });
    expect((await add(admin, signed.id)).json().type).toBe('/problems/property-locked');
  });

  it('by two people at once creates one property', async () => {
    const { id } = await build.aCampaign(open.manager, open.tenantId);
    const [before] = await stage.db
      .selectFrom('properties')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute();
    const answers = await Promise.all([add(open.manager, id), add(admin, id, { address: '14 Wattle St' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const [after] = await stage.db
      .selectFrom('properties')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute();
    expect(Number(after!.count)).toBe(Number(before!.count) + 1);
  });

  it('stores nothing if anything is refused', async () => {
    const { id } = await build.aCampaign(open.manager, open.tenantId);
    const before = await read(id);
    for (const [more, field] of [
      [{ sellingPriceMax: 700_000 }, 'sellingPriceMax'],
      [{ postalCode: '12' }, 'postalCode'],
      [{ state: 'Otago' }, 'state'],
      [{ auctionDate: null }, 'auctionDate'],
      [{ natureOfOwnership: undefined }, 'natureOfOwnership'],
      [{ methodOfSale: 'negotiation' }, 'methodOfSale'],
      [{ domainPropertyRef: 'x' }, 'domainPropertyRef'],
    ] as const) {
      const answer = await add(open.manager, id, more);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().validation)).toEqual([field]);
    }
    expect(await read(id)).toEqual(before);
  });

  it('needs no method of sale; other organisations than agencies need no sale details', async () => {
    const ours = await build.aCampaign(open.manager, open.tenantId);
    expect((await add(open.manager, ours.id, { methodOfSale: null, auctionDate: null })).statusCode).toBe(201);
    const theirs = await build.aCampaign(supplier.manager, supplier.tenantId);
    const bare = await stage.as(supplier.manager.userId)('POST', `/v1/agreements/${theirs.id}/property`, yass);
    expect(bare.statusCode).toBe(201);
  });

  it('for a deposit accepts only the sold price', async () => {
    const { id } = await build.aCampaign(open.manager, open.tenantId);
    await stage.db
      .updateTable('agreements')
      .set({ campaignBudgetFundsPurpose: 'deposit' })
      .where('id', '=', id)
      .execute();
    expect(Object.keys((await add(open.manager, id)).json().validation)).toContain('sellingPriceMin');
    const bare = stage.as(open.manager.userId)('POST', `/v1/agreements/${id}/property`, {
      ...yass,
      soldPrice: 950_000,
    });
    expect((await bare).json().soldPrice).toBe(950_000);
  });
});

describe('the sale details of a campaign', () => {
  it('are changed by team members and admins, and validated', async () => {
    const { id } = await build.aCampaign(closed.employee, closed.tenantId);
    expect((await put(closed.employee, id, sale)).json()).toMatchObject(sale);
    const crossed = (await put(closed.employee, id, { sellingPriceMax: 799_999 })).json();
    expect(crossed.validation.sellingPriceMax[0].message).toBe(
      'Search Price High should be higher than Search Price Low.',
    );
    const moved = await put(closed.manager, id, { methodOfSale: 'eoi' });
    expect(moved.json()).toMatchObject({ methodOfSale: 'eoi', auctionDate: null });
    expect((await put(closed.manager, id, { sellingPriceMin: null })).statusCode).toBe(400);
    expect((await entriesOf(id)).at(-1)?.logData).toEqual({
      methodOfSale: { before: 'auction', after: 'eoi' },
      auctionDate: { before: '2026-12-12', after: null },
    });
  });

  it.each(['signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement'] as const)(
    'cannot change in %s',
    async (status) => {
      const { id } = await build.aCampaign(closed.manager, closed.tenantId, { status });
      for (const change of [{ soldPrice: 1 }, { agentNotes: 'The key is under the mat' }]) {
        expect((await put(admin, id, change)).statusCode).toBe(400);
      }
    },
  );

  it('are sent to the payer without the high price, and without the team’s notes', async () => {
    const campaign = await build.aCampaign(closed.manager, closed.tenantId);
    await put(closed.manager, campaign.id, { ...sale, agentNotes: 'The key is under the mat' });
    const seen = await stage.as(campaign.payers[0]!.userId)('GET', `/v1/agreements/${campaign.id}`);
    expect(seen.json().sellingPriceMin).toBe(800_000);
    for (const hidden of ['sellingPriceMax', 'agentNotes', 'tenantType', 'budgetOwnerAllowsProperty']) {
      expect(seen.json()).not.toHaveProperty(hidden);
    }
    expect(seen.body).not.toContain('under the mat');
    const forStaff = (await stage.as(closed.manager.userId)('GET', `/v1/agreements/${campaign.id}`)).json();
    expect(forStaff).toMatchObject({ tenantType: 'agency', budgetOwnerAllowsProperty: false });
  });
});

describe('campaigns for the same address', () => {
  const similar = async (who: { userId: number }, id: number, address?: string) => {
    const query = address === undefined ? '' : `?address=${encodeURIComponent(address)}`;
    return stage.as(who.userId)('GET', `/v1/agreements/${id}/similar${query}`);
  };
  const idsOf = async (...args: Parameters<typeof similar>) =>
    (await similar(...args)).json().items.map((item: { id: number }) => item.id);
  const place = { address: '88 Galah Street', city: 'Leura', postalCode: '2780' };

  it('are found in any notation, while they are in progress, in the same organisation', async () => {
    const [first, second, third, over, elsewhere] = [
      await build.aCampaign(open.manager, open.tenantId),
      await build.aCampaign(open.manager, open.tenantId),
      await build.aCampaign(open.manager, open.tenantId),
      await build.aCampaign(open.manager, open.tenantId),
      await build.aCampaign(supplier.manager, supplier.tenantId),
    ];
    for (const { id } of [first, over, elsewhere]) await add(admin, id, place);
    await add(admin, second.id, { ...place, address: '88 GALAH ST.' });
    await stage.as(admin.userId)('POST', `/v1/agreements/${over.id}/set-status`, { status: 'cancelled' });

    expect(await idsOf(admin, third.id, '88 Galah St, Leura NSW 2780')).toEqual([second.id, first.id]);
    expect(await idsOf(open.manager, first.id)).toEqual([second.id]);
    expect(await idsOf(open.manager, third.id)).toEqual([]);
    expect(await idsOf(open.manager, third.id, '8 Galah St, Leura NSW 2780')).toEqual([]);
    // An employee sees only their own campaigns, as everywhere.
    const own = await build.aCampaign(open.employee, open.tenantId);
    expect(await idsOf(open.employee, own.id, '88 Galah Street Leura NSW 2780')).toEqual([]);
    const [item] = (await similar(admin, third.id, '88 Galah St, Leura NSW 2780')).json().items;
    expect(item).toEqual({
      id: second.id,
      href: `/v1/agreements/${second.id}`,
      name: '88 GALAH ST., Leura NSW 2780',
      status: 'draft',
      statusLabel: 'Draft',
      tenant: { href: `/v1/tenants/${open.tenantId}` },
    });
  });

  it('are found with and without the line of their suburb, in New Zealand', async () => {
    const nz = await startStage({ env: { COUNTRY: 'NZ' } });
    const builders = buildersFor(nz);
    const tenantId = await builders.aTenant({ allowAddingProperty: true });
    const manager = await builders.aPerson('tenant_user', { tenantId, as: 'manager' });
    const address = { type: 'house', address: '12 Rata Street', city: 'Auckland', postalCode: '0610' };
    const addTo = async (address2: string | null) => {
      const { id } = await builders.aCampaign(manager, tenantId);
      const body = { ...address, address2, ...sale };
      const answer = await nz.as(manager.userId)('POST', `/v1/agreements/${id}/property`, body);
      expect(answer.statusCode, answer.body).toBe(201);
      return id;
    };
    const [bare, suburb, other] = [await addTo(null), await addTo('Te Atatū South'), await addTo('Henderson')];
    const asked = await builders.aCampaign(manager, tenantId);
    const found = async (id: number, query = '') =>
      (await nz.as(manager.userId)('GET', `/v1/agreements/${id}/similar${query}`))
        .json()
        .items.map((item: { id: number }) => item.id);
    const parts = (more: object) =>
      `?${new URLSearchParams({ street: '12 Rata St', city: 'Auckland', postalCode: '0610', ...more })}`;
    expect(await found(asked.id, parts({}))).toEqual([other, suburb, bare]);
    expect(await found(asked.id, parts({ address2: 'te atatu south' }))).toEqual([suburb, bare]);
    expect(await found(asked.id, parts({ street: '14 Rata St' }))).toEqual([]);
    expect(await found(suburb)).toEqual([bare]);
    expect(await found(bare)).toEqual([other, suburb]);
  });

  it('are, for an admin too, those of the one organisation, and none that has ended', async () => {
    const home = { ...place, address: '90 Galah Street' };
    const query = '90 Galah Street, Leura NSW 2780';
    const asked = await build.aCampaign(open.manager, open.tenantId);
    const elsewhere = await build.aCampaign(supplier.manager, supplier.tenantId);
    await add(admin, elsewhere.id, home);
    const statuses = ['complete', 'withdrawn', 'cancelled', 'rejected', 'executed'] as const;
    const made: Record<string, number> = {};
    for (const status of statuses) {
      const { id } = await build.aCampaign(open.manager, open.tenantId);
      await add(admin, id, home);
      await stage.db
        .updateTable('agreements')
        .set({ status: statusRank(status) })
        .where('id', '=', id)
        .execute();
      made[status] = id;
    }
    expect(await idsOf(admin, asked.id, query)).toEqual([made.executed]);
    expect(await idsOf(open.manager, asked.id, query)).toEqual([made.executed]);
  });
});
