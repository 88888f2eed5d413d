import { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { payingOf, statusWord } from '@kerb/domain/agreements/badges.ts';
import { agreementPage } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { fullRow } from '@kerb/domain/agreements/full-list.contract.ts';
import { folded, searchWords } from '@kerb/domain/agreements/search-words.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes, fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildersFor, type Person } from '../../../../test/builders.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';

type Campaign = {
  id: number;
  name: string;
  tenantId: number;
  agent: Person | null;
  status: (typeof agreementStatuses)[number];
  financeOptionCode: (typeof financeOptionCodes)[number] | null;
  actionSuggested: boolean;
  campaignPlannedStartDate: string | null;
  sentDate: string | null;
};

let stage: Stage;
let admin: Person;
let manager: Person;
let employee: Person;
let payer: Person;
let campaigns: Campaign[];
const paidFor = new Set<number>();

const streets = [
  'Wattle St',
  'Live Oak Rd',
  'Whangārei Ave',
  "O'Brien Ln",
  'Sent Hill',
  'St Kilda Pde',
  '100%_Sure Way',
];
/** Deterministic, so that a failing list fails again. */
const pick = <T>(values: readonly T[], seed: number): T => values[seed % values.length]!;

async function insert(place: number, tenants: number[], agents: (Person | null)[]): Promise<Campaign> {
  const campaign = {
    name: `${place} ${pick(streets, place * 7)}`,
    tenantId: pick(tenants, place * 3 + (place >> 3)),
    agent: pick(agents, place * 5),
    status: pick(agreementStatuses, place * 11 + (place >> 2)),
    financeOptionCode: pick([...financeOptionCodes, null], place + (place >> 1)),
    actionSuggested: place % 9 === 0,
    campaignPlannedStartDate: place % 13 === 0 ? null : `2026-${String(1 + (place % 4)).padStart(2, '0')}-15`,
    sentDate: place % 3 === 0 ? null : `2026-05-${String(1 + (place % 6)).padStart(2, '0')}T10:00:00.000Z`,
  };
  const { agent, status, ...columns } = campaign;
  const at = '2026-06-01T00:00:00.000Z';
  const { id } = await stage.db
    .insertInto('agreements')
    .values({
      ...columns,
      status: statusRank(status),
      agentUserId: agent?.userId ?? null,
      budgetOwnerTenantId: columns.tenantId,
      createdByUserId: null,
      createdDate: at,
      lastUpdateDate: at,
      campaignBudget: '1250.50',
      campaignBudgetFundsPurpose: pick(fundsPurposes, place),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...campaign, id };
}

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  const tenants = [await build.aTenant(), await build.aTenant(), await build.aTenant()];
  admin = await build.aPerson('admin');
  manager = await build.aPerson(
    'tenant_user',
    { tenantId: tenants[0]!, as: 'manager' },
    { tenantId: tenants[1]!, as: 'employee' },
  );
  employee = await build.aPerson('tenant_user', { tenantId: tenants[1]!, as: 'employee' });
  payer = await build.aPerson('vendor');
  campaigns = [];
  for (let place = 1; place <= 120; place += 1) {
    campaigns.push(await insert(place, tenants, [manager, employee, null]));
  }
  for (const { id } of campaigns.filter((_, place) => place % 17 === 0)) {
    paidFor.add(id);
    const at = '2026-06-01T00:00:00.000Z';
    const person = { firstName: 'Test', surname: 'Payer', emailAddress: 'payer@example.com' };
    const row = { agreementId: id, userId: payer.userId, ...person, createdDate: at, lastUpdateDate: at };
    await stage.db
      .insertInto('signatories')
      .values({ ...row, mobilePhone: null } as never)
      .execute();
  }
});

type Asked = {
  status: (typeof agreementStatuses)[number][];
  finance: (typeof financeOptionCodes)[number][];
  sortBy: (typeof agreementSorts)[number];
  sortDesc: boolean;
  actionSuggested: boolean;
  textQuery: string;
  tenantId: number | undefined;
  agentUserId: number | undefined;
  signatoryUserId: number | undefined;
};
type Who = 'admin' | 'manager' | 'employee' | 'payer';
const people = () => ({ admin, manager, employee, payer });

function isInScope(who: Who, campaign: Campaign): boolean {
  if (who === 'admin') return true;
  if (who === 'payer') return paidFor.has(campaign.id);
  return people()[who].memberships.some(
    ({ tenantId, tenantUserType }) =>
      tenantId === campaign.tenantId &&
      (tenantUserType === 'manager' || campaign.agent?.userId === people()[who].userId),
  );
}

function isFound(campaign: Campaign, text: string): boolean {
  if (text.trim() === '') return true;
  const words = ` ${folded(`${campaign.name} ${campaign.agent?.displayName ?? ''}`)}`;
  const isInWords = searchWords(text).every((word) => words.includes(word.isBeginning ? ` ${word.text}` : word.text));
  const labels = fundsPurposes.map((purpose) =>
    statusWord({
      ...payingOf({ ...campaign, paymentState: 'none' }),
      campaignBudgetFundsPurpose: purpose,
    }).text.toLowerCase(),
  );
  return (
    (searchWords(text).length > 0 && isInWords) ||
    (folded(text) !== '' && labels.some((label) => label.includes(folded(text))))
  );
}

/** The expected list, by a simple filter over all campaigns in memory. */
function expectedIds(who: Who, asked: Asked): number[] {
  const found = campaigns.filter(
    (campaign) =>
      isInScope(who, campaign) &&
      (asked.status.length === 0 || asked.status.includes(campaign.status)) &&
      (asked.finance.length === 0 || asked.finance.some((code) => code === campaign.financeOptionCode)) &&
      (!asked.actionSuggested || who === 'payer' || campaign.actionSuggested) &&
      (asked.tenantId === undefined || asked.tenantId === campaign.tenantId) &&
      (asked.agentUserId === undefined || asked.agentUserId === campaign.agent?.userId) &&
      (asked.signatoryUserId === undefined || paidFor.has(campaign.id)) &&
      isFound(campaign, asked.textQuery),
  );
  const direction = asked.sortDesc ? -1 : 1;
  const value = (campaign: Campaign) =>
    asked.sortBy === 'status' ? statusRank(campaign.status) : campaign[asked.sortBy];
  return found
    .toSorted((one, other) => {
      const [a, b] = [value(one), value(other)];
      if (a === b) return other.id - one.id;
      if (a === null) return 1;
      if (b === null) return -1;
      return (a < b ? -1 : 1) * direction;
    })
    .map(({ id }) => id);
}

async function listed(who: Who, asked: Asked, perPage: number) {
  const search = new URLSearchParams({
    status: asked.status.join(','),
    finance: asked.finance.join(','),
    sortBy: asked.sortBy,
    sortDesc: asked.sortDesc ? '1' : '',
    actionSuggested: asked.actionSuggested ? '1' : '',
    textQuery: asked.textQuery,
    perPage: String(perPage),
  });
  if (asked.tenantId !== undefined) search.set('tenantId', String(asked.tenantId));
  if (asked.agentUserId !== undefined) search.set('agentUserId', String(asked.agentUserId));
  if (asked.signatoryUserId !== undefined) search.set('signatoryUserId', String(asked.signatoryUserId));
  const ids: number[] = [];
  let totalItems: number;
  for (let page = 1; ; page += 1) {
    const answer = await stage.as(people()[who].userId)('GET', `/v1/agreements?${search}&page=${page}`);
    expect(answer.statusCode).toBe(200);
    const body = z.decode(agreementPage, answer.json());
    ({ totalItems } = body);
    ids.push(...body.items.map(({ id }) => id));
    if (body.items.length < perPage) break;
  }
  return { ids, totalItems };
}

const texts = [
  '',
  '',
  'wattle',
  'WHANGAREI',
  'st',
  'li',
  'live',
  'sent',
  'awaiting',
  'awaiting signature',
  'paid',
  "o'brien",
  '12 wattle',
  'person',
  '%',
  '_',
  'zzz',
];
const asked = fc.record({
  status: fc.subarray([...agreementStatuses]),
  finance: fc.subarray([...financeOptionCodes]),
  sortBy: fc.constantFrom(...agreementSorts),
  sortDesc: fc.boolean(),
  actionSuggested: fc.boolean(),
  textQuery: fc.constantFrom(...texts),
});

describe('the volumes', () => {
  it('give the number of campaigns in each status', async () => {
    const { items } = (await stage.as(admin.userId)('GET', '/v1/agreements/volumes')).json();
    const expected = agreementStatuses.map((status) => ({
      status,
      campaigns: campaigns.filter((campaign) => campaign.status === status).length,
    }));
    expect(items).toEqual(expected);
  });
});

describe('the list of campaigns', () => {
  it('equals a simple filter over all campaigns, for any filter, sort, page and person', async () => {
    const who = fc.constantFrom<Who>('admin', 'admin', 'manager', 'employee', 'payer');
    const scope = fc.constantFrom('none', 'tenant', 'agent', 'signatory');
    await fc.assert(
      fc.asyncProperty(asked, who, scope, fc.constantFrom(7, 25, 200), async (query, person, narrowed, perPage) => {
        const tenantId = narrowed === 'tenant' ? manager.memberships[0]!.tenantId : undefined;
        const agentUserId = narrowed === 'agent' ? employee.userId : undefined;
        const signatoryUserId = narrowed === 'signatory' ? payer.userId : undefined;
        const wanted = { ...query, tenantId, agentUserId, signatoryUserId };
        const expected = expectedIds(person, wanted);
        expect(await listed(person, wanted, perPage)).toEqual({ ids: expected, totalItems: expected.length });
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('finds approved campaigns by the words that they show, in both plans of the search', async () => {
    const approved = campaigns.filter(({ status }) => status === 'approved');
    for (const [who, tenantId] of [
      ['admin', undefined],
      ['admin', manager.memberships[0]!.tenantId],
    ] as const) {
      const idsOf = async (textQuery: string) => {
        const tenant = tenantId === undefined ? '' : `&tenantId=${tenantId}`;
        const path = `/v1/agreements?textQuery=${encodeURIComponent(textQuery)}&sortBy=id&perPage=200${tenant}`;
        return (await stage.as(people()[who].userId)('GET', path)).json().items.map(({ id }: { id: number }) => id);
      };
      const own = approved.filter((campaign) => tenantId === undefined || campaign.tenantId === tenantId);
      const upfront = own.filter(({ financeOptionCode }) => financeOptionCode === 'pn').map(({ id }) => id);
      const unsigned = own.filter(({ financeOptionCode }) => financeOptionCode !== 'pn').map(({ id }) => id);
      expect([upfront.length, unsigned.length].every((count) => count > 1)).toBe(true);
      // None of these has received money.
      expect(await idsOf('Paid')).toEqual([]);
      expect(await idsOf('awaiting payment')).toEqual(upfront.toReversed());
      expect(await idsOf('awaiting signature')).toEqual(unsigned.toReversed());
    }
  });

  it('writes null for what a campaign does not have, and every field of every row', async () => {
    const answer = await stage.as(admin.userId)('GET', '/v1/agreements?sortBy=id&perPage=200');
    const { items } = answer.json();
    for (const row of items) expect(Object.keys(row).toSorted()).toEqual(Object.keys(fullRow.shape).toSorted());
    const bare = items.find(({ id }: Campaign) => campaigns.some((one) => one.id === id && !one.agent));
    expect(bare).toMatchObject({ agentUserName: null, auctionDate: null, paymentState: 'none' });
    expect(bare).toMatchObject({ campaignBudget: 1250.5, lastUpdateDate: '2026-06-01T00:00:00.000Z' });
    expect(bare.tenantTimeZone).toBe('Australia/Sydney');
    expect(answer.headers['content-type']).toContain('application/json');
  });

  it('does not show a payer the flag Action Suggested', async () => {
    const answer = await stage.as(payer.userId)('GET', '/v1/agreements');
    expect(answer.json().items.length).toBeGreaterThan(0);
    expect(answer.body).not.toContain('actionSuggested');
  });

  it('contains only the campaigns of one property, if one is named', async () => {
    const at = '2026-06-01T00:00:00.000Z';
    const { id: propertyId } = await stage.db
      .insertInto('properties')
      .values({ address: '1 Example St', createdDate: at, lastUpdateDate: at } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const [first, second] = campaigns as [Campaign, Campaign];
    await stage.db.updateTable('agreements').set({ propertyId }).where('id', 'in', [first.id, second.id]).execute();
    const answer = await stage.as(admin.userId)('GET', `/v1/agreements?propertyId=${propertyId}&sortBy=id`);
    expect(answer.json().items.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
  });

  it.each(['page', 'perPage'])('refuses a %s below 1, at its field', async (name) => {
    const answer = await stage.as(admin.userId)('GET', `/v1/agreements?${name}=0`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation[name]).toMatchObject([{ type: 'notValid', message: 'Enter 1 or more.' }]);
  });

  it('has no page after the last, however large the page number', async () => {
    const answer = await stage.as(admin.userId)('GET', '/v1/agreements?page=999999999999&perPage=200');
    expect(answer.json()).toEqual({ items: [], totalItems: campaigns.length });
  });

  it('finds a campaign by its agent’s new name, and no longer by the old one', async () => {
    const rename = (surname: string) =>
      stage.db.updateTable('users').set({ surname }).where('id', '=', employee.userId).execute();
    const found = async (text: string) =>
      (await stage.as(admin.userId)('GET', `/v1/agreements?textQuery=${text}`)).json().totalItems;
    await rename('Quixworth');
    expect(await found('quixworth')).toBe(campaigns.filter(({ agent }) => agent === employee).length);
    await rename(employee.displayName.replace('Test ', ''));
    expect(await found('quixworth')).toBe(0);
  });
});
