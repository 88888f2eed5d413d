import { reportColumns } from '@kerb/domain/reports/report-columns.ts';
import { type ReportName, reportNames } from '@kerb/domain/reports/reports.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { plainLedger, plainRows } from '../../../test/plain-books.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
let manager: Person;
let employee: Person;
let ids: Record<'sydney' | 'perth' | 'live' | 'deposit' | 'cancelled', number>;

/** 1:00 on the 15th in Sydney, the evening before in Perth. */
const now = '2026-11-14T14:00:00.000Z';
const lastNight = '2026-10-31T14:00:00.000Z';

const set = (table: string, id: number, changes: Record<string, unknown>) =>
  sql`update ${sql.table(table)} set ${sql.join(
    Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )} where id = ${id}`.execute(stage.db);

async function makePeople() {
  const sydney = await build.aTenant({ name: '=cmd|"Realty", Pty Ltd' });
  const perth = await build.aTenant({ name: 'Kōwhai Homes', enableDeposits: true });
  await set('tenants', perth, { default_time_zone: 'Australia/Perth', identifier: '+kowhai', created_date: lastNight });
  manager = await build.aPerson('tenant_user', { tenantId: sydney, as: 'manager' });
  employee = await build.aPerson(
    'tenant_user',
    { tenantId: perth, as: 'employee' },
    { tenantId: sydney, as: 'employee' },
  );
  await set('users', manager.userId, { first_name: '@Ann', surname: "O'Neil", email_address: 'ann@example.com' });
  await set('users', employee.userId, {
    surname: '\tTab',
    email_address: 'bo@example.com',
    mobile_phone: '+61400000000',
  });
  return { sydney, perth };
}

async function makeCampaigns({ sydney, perth }: { sydney: number; perth: number }) {
  const payers = [
    build.aPayer({ firstName: '-Pat', surname: 'Payer', emailAddress: 'pat@example.com' }),
    build.aPayer({ firstName: 'Sam', surname: 'Second\r\nLine', emailAddress: 'sam@example.com' }),
  ];
  const live = await build.aCampaign(manager, sydney, { payers });
  await set('agreements', live.id, {
    name: '＝1 Hill St, "Bondi"',
    status: statusRank('executed'),
    status_last_update: now,
    finance_option_code: 'pl',
    campaign_additional_amount: '10.50',
    interest_rate: '14.50',
    sent_date: lastNight,
    application_approved_date: now,
    campaign_finance_drawdown_date: '2026-11-03',
    action_suggested: true,
    created_date: lastNight,
  });
  await set('signatories', live.payers[0]!.id, { sent_date: lastNight });
  const deposit = await build.aCampaign(employee, perth, { payers: [] });
  await set('agreements', deposit.id, {
    name: '2 Quay St',
    campaign_budget_funds_purpose: 'deposit',
    status: statusRank('waiting-info'),
    created_date: lastNight,
    agent_user_id: null,
    campaign_budget: null,
  });
  const cancelled = await build.aCampaign(manager, sydney, { payers: [], status: 'cancelled' });
  await set('agreements', cancelled.id, { name: '3 End St', created_date: now, status_last_update: now });
  const platforms = await build.aCampaign(manager, sydney, { payers: [] });
  await set('agreements', platforms.id, { sent_date: now, tenant_id: 1 });
  return { sydney, perth, live: live.id, deposit: deposit.id, cancelled: cancelled.id, platforms: platforms.id };
}

async function makeInvoices({ live, platforms }: { live: number; platforms: number }) {
  const dates = { createdDate: now, lastUpdateDate: now };
  const invoice = { issueDate: '2026-11-01', dueDate: '2026-11-30', ...dates };
  await stage.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('invoices')
      .values([
        {
          ...invoice,
          id: 501,
          agreementId: live,
          type: 'service-fee',
          status: 'issued',
          amount: '231',
          paidAmount: '31.5',
        },
        {
          ...invoice,
          id: 502,
          agreementId: live,
          type: '@loan',
          status: 'voided',
          amount: '5',
          voidDate: '2026-11-02',
        },
        { ...invoice, id: 503, agreementId: platforms, type: 'loan', status: 'draft', amount: '1', issueDate: null },
      ])
      .execute();
    const entries = { 'payer/501': 199.5, 'billed/501': -199.5, 'received/501': -31.5, bank: 31.5 };
    const paymentId = await plainRows(tx).aPayment(live, { amount: 31.5 });
    await plainLedger(tx).post({ agreementId: live, event: 'payment', paymentId, entries });
  });
}

beforeAll(async () => {
  stage = await startStage({ now });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
  const made = await makeCampaigns(await makePeople());
  await makeInvoices(made);
  ids = made;
});

const ask = (person: Person | null, report: string) => stage.as(person?.userId ?? null)('GET', `/reports/${report}`);

/** The records of a report without its header. Checks the header. */
async function recordsOf(report: ReportName): Promise<string[]> {
  const { statusCode, headers, body } = await ask(admin, report);
  expect(statusCode, body).toBe(200);
  const [header, ...records] = body.split('\r\n').slice(0, -1);
  expect(header).toBe(
    `\uFEFF${Object.values(reportColumns[report])
      .map((column) => column.header)
      .join(',')}`,
  );
  if (report !== 'agency-campaigns-summary') expect(headers['kerb-total-rows']).toBe(String(records.length));
  return records;
}

const hostileName = `"'=cmd|""Realty"", Pty Ltd"`;
const hostileCampaign = `"'＝1 Hill St, ""Bondi"""`;

describe('the report', () => {
  it('of campaigns has every campaign with its organisation, amounts, dates and people', async () => {
    expect(await recordsOf('agency-campaigns')).toEqual([
      `AU${ids.cancelled},${hostileName},"3 End St",Cancelled,15/11/2026,Marketing,,4200.00,,,,,,,,,15/11/2026,01/12/2026,,,,,,,,,,,,,"'@Ann O'Neil","ann@example.com",,No`,
      `DAU${ids.deposit},"Kōwhai Homes","2 Quay St",Awaiting Payer Info,14/11/2026,Deposit,,,,,,,,,,,31/10/2026,01/12/2026,,,,,,,,,,,,,,,,No`,
      `AU${ids.live},${hostileName},${hostileCampaign},Live,15/11/2026,Marketing,Pay Later,4200.00,10.50,,,,,,,14.50,01/11/2026,01/12/2026,01/11/2026,,15/11/2026,,03/11/2026,,,,,,,,"'@Ann O'Neil","ann@example.com","'-Pat Payer; Sam Second\nLine",Yes`,
    ]);
  });

  it('by month counts the events of campaigns in each month of their organisation’s time zone', async () => {
    expect(await recordsOf('agency-campaigns-summary')).toEqual([
      `${hostileName},2026-11,2,8400.00,1,4200.00,1,4200.00,1,4200.00,0,0.00,1,4200.00`,
      `"Kōwhai Homes",2026-10,1,0.00,0,0.00,0,0.00,0,0.00,0,0.00,0,0.00`,
    ]);
  });

  it('of sent campaigns has the day, the recipients, the age and the current status', async () => {
    expect(await recordsOf('sent-campaigns')).toEqual([
      `AU${ids.live},${hostileName},${hostileCampaign},01/11/2026,14,"'-Pat Payer <pat@example.com>",Live,15/11/2026,Pay Later,4200.00,01/12/2026,"'@Ann O'Neil","ann@example.com"`,
    ]);
  });

  it('of invoices has the purpose and the unpaid amount of each', async () => {
    expect(await recordsOf('invoices')).toEqual([
      `502,AU${ids.live},${hostileName},${hostileCampaign},"'@loan",Voided,01/11/2026,30/11/2026,02/11/2026,5.00,0.00,0.00`,
      `501,AU${ids.live},${hostileName},${hostileCampaign},"service-fee",Issued,01/11/2026,30/11/2026,,231.00,31.50,199.50`,
    ]);
  });

  it('of organisations has every organisation except the platform itself', async () => {
    expect(await recordsOf('organisations')).toEqual([
      `${ids.sydney},${hostileName},Agency,,"Australia/Sydney",No,No,2,2,15/11/2026,15/11/2026`,
      `${ids.perth},"Kōwhai Homes",Agency,"'+kowhai","Australia/Perth",Yes,No,1,1,14/11/2026,31/10/2026`,
    ]);
  });

  it('of team members has a person once for each organisation', async () => {
    const bo = `"Test","'\tTab","bo@example.com","'+61400000000",,Employee,No,No,Yes,`;
    expect(await recordsOf('team-members')).toEqual([
      `${hostileName},${bo},15/11/2026`,
      `${hostileName},"'@Ann","O'Neil","ann@example.com",,,Manager,No,No,Yes,,15/11/2026`,
      `"Kōwhai Homes",${bo},14/11/2026`,
    ]);
  });
});

describe('every report', () => {
  it('is a file named after the brand', async () => {
    const { headers } = await ask(admin, 'agency-campaigns-summary');
    expect(headers['content-disposition']).toContain('filename="KerbPay Agency Campaigns by Month.csv"');
    expect(headers['content-type']).toContain('text/csv');
  });

  it.each(reportNames)('%s is for admins only', async (report) => {
    const payer = await stage.db.selectFrom('signatories').select('userId').executeTakeFirstOrThrow();
    for (const person of [manager, employee, { ...manager, userId: payer.userId }]) {
      expect((await ask(person, report)).statusCode).toBe(403);
    }
    expect((await ask(null, report)).statusCode).toBe(401);
  });

  it('opened by a browser leads to its screen; an API client without a token gets 401', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await stage.app.inject({ url: '/reports/invoices?access_token=a', headers: { accept } });
    expect([page.statusCode, page.headers.location]).toEqual([303, '/admin/reports/invoices']);
    expect((await stage.app.inject({ url: '/reports/invoices', headers: { accept: '*/*' } })).statusCode).toBe(401);
    const signedIn = { accept, authorization: 'Bearer nobody' };
    expect((await stage.app.inject({ url: '/reports/invoices', headers: signedIn })).statusCode).toBe(401);
    expect((await stage.app.inject({ url: '/v1/agreements', headers: { accept } })).statusCode).toBe(401);
  });

  it('has a known name: any other responds 404', async () => {
    for (const name of ['passwords', 'agreements', 'Invoices', '1', 'constructor']) {
      expect((await ask(admin, name)).statusCode).toBe(404);
    }
  });
});
