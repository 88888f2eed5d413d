import { byteOrderMark } from '@kerb/domain/reports/csv.ts';
import { totalRowsHeader } from '@kerb/domain/reports/total-rows.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../../test/builders.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';

let stage: Stage;
let tenantId: number;
let otherTenantId: number;
let admin: Person;
let manager: Person;
let employee: Person;
let vendor: Person;
const ids: Record<string, number> = {};

async function aCampaign(key: string, by: Person, tenant: number, change: object) {
  const { id } = await buildersFor(stage).aCampaign(by, tenant);
  await stage.db.updateTable('agreements').set(change).where('id', '=', id).execute();
  ids[key] = id;
}

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Kōwhai & Sons' });
  otherTenantId = await build.aTenant({ name: 'Elsewhere' });
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  vendor = await build.aPerson('vendor');
  const other = await build.aPerson('tenant_user', { tenantId: otherTenantId, as: 'manager' });
  await aCampaign('hostile', manager, tenantId, { name: '=HYPERLINK("http://x"), "quoted"', status: 8 });
  await aCampaign('own', employee, tenantId, {
    name: '12 Wattle St, Yass',
    status: 3,
    // 0:30 on the 15th in Sydney, still the 14th in London.
    sentDate: '2026-11-14T13:30:00.000Z',
  });
  await aCampaign('elsewhere', other, otherTenantId, { name: '1 Secret Rd', status: 8 });
});

const csvOf = (person: Person, query = '') =>
  stage.as(person.userId)('GET', `/v1/agreements${query}`, undefined, { accept: 'text/csv' });

const records = (body: string) => body.slice(byteOrderMark.length).split('\r\n').slice(1, -1);

describe('a list of campaigns as a spreadsheet', () => {
  it('is named by organisation and brand, announces the number of records, and opens correctly in Excel', async () => {
    const answer = await csvOf(manager, `?tenantId=${tenantId}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv; charset=utf-8');
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      'Kōwhai & Sons KerbPay Campaigns.csv',
    );
    expect(answer.headers[totalRowsHeader]).toBe('2');
    expect(answer.body.startsWith(`${byteOrderMark}Flow No.,Campaign,Organisation,Agent,Status,`)).toBe(true);
    const [hostile, own] = records(answer.body);
    expect(hostile).toContain(`AU${ids.hostile},"'=HYPERLINK(""http://x""), ""quoted""","Kōwhai & Sons",`);
    expect(own).toContain(`AU${ids.own},"12 Wattle St, Yass","Kōwhai & Sons","${employee.displayName}",Sent,`);
    expect(own).toContain(',4200.00,01/12/2026,15/11/2026,');
  });

  it('has the scope, filter and order of the list, without paging', async () => {
    const flows = async (person: Person, query = '') =>
      records((await csvOf(person, query)).body).map((record) => record.split(',')[0]);
    expect(await flows(admin)).toEqual([`AU${ids.elsewhere}`, `AU${ids.hostile}`, `AU${ids.own}`]);
    expect(await flows(admin, '?sortBy=id&sortDesc=&perPage=1&page=2')).toEqual([
      `AU${ids.hostile}`,
      `AU${ids.own}`,
      `AU${ids.elsewhere}`,
    ]);
    expect(await flows(admin, '?status=executed&textQuery=secret')).toEqual([`AU${ids.elsewhere}`]);
    expect(await flows(manager)).toEqual([`AU${ids.hostile}`, `AU${ids.own}`]);
    expect(await flows(employee)).toEqual([`AU${ids.own}`]);
    expect(await flows(manager, `?tenantId=${otherTenantId}`)).toEqual([]);
  });

  it('does not reveal the name of an organisation that the caller cannot see', async () => {
    const answer = await csvOf(manager, `?tenantId=${otherTenantId}`);
    expect(String(answer.headers['content-disposition'])).not.toContain('Elsewhere');
  });

  it('is refused to vendors and to anyone signed out', async () => {
    expect((await csvOf(vendor)).statusCode).toBe(403);
    const signedOut = await stage.as(null)('GET', '/v1/agreements', undefined, { accept: 'text/csv' });
    expect(signedOut.statusCode).toBe(401);
  });

  it('refuses an invalid filter before it sends any data', async () => {
    const answer = await csvOf(admin, '?status=lost');
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});
