import { agreementFieldNames } from '@kerb/domain/agreements/agreement-fields.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { sql } from 'kysely';
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

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});

const draft = () => ({
  campaignBudget: 4200.5,
  campaignPlannedStartDate: '2026-12-01',
  campaignBudgetFundsPurpose: 'marketing',
  tenant: { href: `/v1/tenants/${tenantId}` },
});

const logOf = async (id: number) =>
  (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);

describe('creating a campaign', () => {
  it('creates a draft of the organisation, assigned to the member who created it, and logs it', async () => {
    const answer = await stage.as(employee.userId)('POST', '/v1/agreements', draft());
    expect(answer.statusCode).toBe(201);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.json()).toMatchObject({
      status: 'draft',
      campaignBudget: 4200.5,
      campaignPlannedStartDate: '2026-12-01',
      tenant: { href: `/v1/tenants/${tenantId}` },
      agentUser: { href: `/v1/users/${employee.userId}` },
      createdByName: employee.displayName,
      vendorUrl: null,
    });
    const [entry] = await logOf(answer.json().id);
    expect(entry).toMatchObject({ activityCode: 'campaign_create', userName: employee.displayName });
  });

  it('adds its payers in the same transaction, and takes its title from them', async () => {
    const vendors = [
      build.aPayer({ firstName: 'Ana', surname: 'Reed' }),
      build.aPayer({ firstName: 'Bo', surname: 'Reed' }),
    ];
    const answer = await stage.as(manager.userId)('POST', '/v1/agreements', { ...draft(), vendors });
    expect(answer.json().name).toBe('Ana Reed & Bo Reed');
    const payers = await stage.as(manager.userId)('GET', `/v2/campaigns/${answer.json().id}/vendors`);
    expect(payers.json().items.map((payer: { displayName: string }) => payer.displayName)).toEqual([
      'Ana Reed',
      'Bo Reed',
    ]);
  });

  it('stores nothing if two payers share an e-mail address, in upper or lower case', async () => {
    const vendors = [
      build.aPayer({ emailAddress: 'same@example.com' }),
      build.aPayer({ emailAddress: 'SAME@example.com' }),
    ];
    const before = await stage.db
      .selectFrom('agreements')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    const answer = await stage.as(manager.userId)('POST', '/v1/agreements', { ...draft(), vendors });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json().validation['vendors.1.emailAddress'][0]).toEqual({
      type: 'conflictingValue',
      message: 'Please use a different email address for each Vendor/Buyer',
    });
    const after = await stage.db
      .selectFrom('agreements')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  // biome-ignore format: a table
  it.each([
    ['no amount',                     { campaignBudget: undefined },                    'campaignBudget', 'missing'],
    ['a negative amount',             { campaignBudget: -1 },                           'campaignBudget', 'notValid'],
    ['an amount of zero',             { campaignBudget: 0 },                            'campaignBudget', 'notValid'],
    ['a third of a cent',             { campaignBudget: 10.001 },                       'campaignBudget', 'notValid'],
    ['an amount in words',            { campaignBudget: '4200' },                       'campaignBudget', 'notValid'],
    ['no funding request date',       { campaignPlannedStartDate: undefined },          'campaignPlannedStartDate', 'missing'],
    ['an impossible day',             { campaignPlannedStartDate: '2026-02-30' },       'campaignPlannedStartDate', 'notValid'],
    ['an unknown purpose',            { campaignBudgetFundsPurpose: 'holiday' },        'campaignBudgetFundsPurpose', 'notValid'],
    ['a deposit that is not enabled', { campaignBudgetFundsPurpose: 'deposit' },        'campaignBudgetFundsPurpose', 'notValid'],
    ['a link to another collection',  { tenant: { href: 'https://example.com/1' } },    'tenant.href', 'notValid'],
    ['an unknown field',              { colour: 'red' },                                'colour', 'unrecognized'],
    ['a payer without a name',        { vendors: [{ emailAddress: 'a@example.com' }] }, 'vendors.0.firstName', 'missing'],
    ['a payer with no address',       { vendors: [{ firstName: 'A', surname: 'B', emailAddress: 'nobody' }] }, 'vendors.0.emailAddress', 'notValid'],
    ['a landline as a mobile',        { vendors: [{ firstName: 'A', surname: 'B', emailAddress: 'a@example.com', mobilePhone: '02 9000 0000' }] }, 'vendors.0.mobilePhone', 'notValid'],
  ])('refuses %s and names the field', async (_why, change, field, type) => {
    const answer = await stage.as(manager.userId)('POST', '/v1/agreements', { ...draft(), ...change });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation[field][0].type).toBe(type);
  });

  it('responds 404 for an organisation that is not the caller’s, and for the platform itself', async () => {
    const other = await build.aTenant();
    for (const [person, id] of [
      [manager, other],
      [admin, 1],
      [admin, 999_999],
    ] as const) {
      const body = { ...draft(), tenant: { href: `/v1/tenants/${id}` } };
      expect((await stage.as(person.userId)('POST', '/v1/agreements', body)).statusCode).toBe(404);
    }
  });
});

describe('creating campaigns concurrently', () => {
  it('creates one account for each shared payer, in whatever order the payers are named', async () => {
    for (let round = 0; round < 6; round += 1) {
      const vendors = [build.aPayer(), build.aPayer(), build.aPayer()];
      const tenants = await Promise.all([1, 2, 3, 4].map(() => build.aTenant()));
      const raise = (tenantId: number, place: number) => {
        const body = { ...draft(), tenant: { href: `/v1/tenants/${tenantId}` } };
        const ordered = place % 2 === 0 ? vendors : vendors.toReversed();
        return stage.as(admin.userId)('POST', '/v1/agreements', { ...body, vendors: ordered });
      };
      const answers = await Promise.all(tenants.map(raise));
      expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201]);
      expect(answers[1]!.json().name).toBe(
        vendors
          .toReversed()
          .map((p) => `${p.firstName} ${p.surname}`)
          .join(' & '),
      );
    }
  });
});

describe('saving a campaign', () => {
  it('changes the title, increments the version and logs the old and new values', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answer = await stage.as(manager.userId)(
      'PUT',
      `/v1/agreements/${id}`,
      { name: '12 Wattle St' },
      { 'if-match': '"1"' },
    );
    expect(answer.json().name).toBe('12 Wattle St');
    expect(answer.headers.etag).toBe('"2"');
    const entry = (await logOf(id)).at(-1);
    expect(entry?.logData).toMatchObject({ name: { after: '12 Wattle St' } });
  });

  it('accepts the whole unchanged campaign and logs nothing', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const whole = (await stage.as(manager.userId)('GET', `/v1/agreements/${id}`)).json();
    const answer = await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, whole);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.etag).toBe('"1"');
  });

  it('reports a conflict to the second of two people who save at once, and keeps the first change', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const save = (name: string) =>
      stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { name }, { 'if-match': '"1"' });
    const answers = await Promise.all([save('First'), save('Second')]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412]);
    const winner = answers.find((answer) => answer.statusCode === 200);
    const kept = await stage.as(manager.userId)('GET', `/v1/agreements/${id}`);
    expect(kept.json().name).toBe(winner?.json().name);
  });

  // biome-ignore format: a table
  it.each([
    ['status',            { status: 'approved' }],
    ['organisation',      { tenant: { href: '/v1/tenants/1' } }],
    ['budget owner',      { budgetOwnerTenant: { href: '/v1/tenants/1' } }],
    ['payment reference', { campaignUpfrontPaymentRef: 'X1' }],
    ['service fee',       { serviceFee: 0 }],
    ['interest rate',     { interestRate: 1 }],
    ['campaign notes',    { campaignNotes: 'hello' }],
    ['next action date',  { nextActionDate: '2026-12-24' }],
  ])('refuses an agency that sends another %s, and changes nothing', async (_what, change) => {
    const { id } = await build.aCampaign(manager, tenantId);
    const before = await stage.as(admin.userId)('GET', `/v1/agreements/${id}`);
    const answer = await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { name: 'Changed', ...change });
    expect(answer.statusCode).toBe(400);
    expect((await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json()).toEqual(before.json());
  });

  it('assigns only members of the organisation', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const assign = (userId: number) =>
      stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { agentUser: { href: `/v1/users/${userId}` } });
    expect((await assign(employee.userId)).json().agentUserName).toBe(employee.displayName);
    expect((await assign(admin.userId)).json().validation.agentUser[0].type).toBe('notValid');
  });
});

describe('the fields that each person is sent', () => {
  it('exclude staff fields for a payer, and interest rates for an organisation', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const seen = async (userId: number) => Object.keys((await stage.as(userId)('GET', `/v1/agreements/${id}`)).json());
    const vendor = await seen(payers[0]!.userId);
    for (const field of ['campaignNotes', 'nextActionDate', 'agentNotes', 'sellingPriceMax', 'vendorUrl']) {
      expect(vendor).not.toContain(field);
    }
    expect(vendor).toContain('interestRate');
    expect(await seen(manager.userId)).not.toContain('interestRate');
    expect(await seen(manager.userId)).not.toContain('campaignNotes');
    expect(await seen(admin.userId)).toContain('campaignNotes');
  });
});

describe('the list of campaigns', () => {
  it('ignores a payer’s filter for action suggested, because payers must not see that flag', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const listed = async (userId: number) =>
      (await stage.as(userId)('GET', '/v1/agreements?actionSuggested=1')).json().items.length;
    const before = await listed(payers[0]!.userId);
    expect(await listed(manager.userId)).toBe(0);
    await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { actionSuggested: true });
    expect(await listed(manager.userId)).toBe(1);
    expect(await listed(payers[0]!.userId)).toBe(before);
  });
});

describe('the database and the domain', () => {
  it('have the same fields of a campaign', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'agreements'`.execute(stage.db);
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const columns = new Set(rows.map((row) => row.name));
    const missing = agreementFieldNames.filter((name) => name !== 'agentUser' && !columns.has(snake(name)));
    expect(missing).toEqual([]);
  });

  it('have the same number of statuses', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = 'agreements_status_check'`.execute(stage.db);
    expect(rows[0]?.definition).toContain(`<= ${agreementStatuses.length - 1}`);
  });
});
