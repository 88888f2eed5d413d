import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
beforeAll(async () => {
  stage = await startStage({ now: '2026-11-18T00:00:00Z' });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
});

const link = '/v1/account/calendar-link';
const as = (person: Person) => stage.as(person.userId);

async function makeLink(person: Person): Promise<string> {
  const answer = await as(person)('POST', link);
  expect(answer.statusCode, answer.body).toBe(200);
  const { pathname, search } = new URL(answer.json().url);
  return `${pathname}${search}`;
}
/** A calendar program has no sign-in. */
const read = (url: string, headers: Record<string, string> = {}) => stage.as(null)('GET', url, undefined, headers);
const summariesOf = (text: string) =>
  text
    .replace(/\r\n /g, '')
    .split('\r\n')
    .flatMap((line) => (line.startsWith('SUMMARY:') ? [line.slice('SUMMARY:'.length).replaceAll('\\,', ',')] : []));
const datesIn = async (url: string) => summariesOf((await read(url)).body).sort();

async function aTeam() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  return { tenantId, manager, agent };
}

const date = (id: number, dates: object) =>
  stage.db
    .updateTable('agreements')
    .set({ campaignPlannedStartDate: '2026-12-01', ...dates })
    .where('id', '=', id)
    .execute();
async function aDated(by: Person, tenantId: number, dates: object = {}): Promise<number> {
  const { id } = await build.aCampaign(by, tenantId);
  await date(id, dates);
  return id;
}
const funding = (id: number) => `Funding Request Date: AU${id}`;

describe('the calendar of a private link', () => {
  it('has the dates of the campaigns that the person may list, and nothing of their payers', async () => {
    const { tenantId, manager, agent } = await aTeam();
    const own = await aDated(agent, tenantId, { auctionDate: '2026-12-05', propertySettlementDate: '2027-01-20' });
    const managers = await aDated(manager, tenantId);
    const elsewhere = await aTeam();
    await aDated(elsewhere.manager, elsewhere.tenantId);
    const ofOwn = [`Auction Date: AU${own}`, funding(own), `Settlement Date: AU${own}`];
    expect(await datesIn(await makeLink(agent))).toEqual(ofOwn);
    expect(await datesIn(await makeLink(manager))).toEqual([...ofOwn, funding(managers)].sort());
    expect((await read(await makeLink(manager))).body).not.toMatch(/payer/i);
    expect(await datesIn(await makeLink(admin))).toEqual(expect.arrayContaining([funding(own), funding(managers)]));
  });

  it('has the address of a property, and no date of a cancelled campaign or outside its span', async () => {
    const tenantId = await build.aTenant({ allowAddingProperty: true });
    const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const { id } = await build.aCampaign(agent, tenantId);
    const property = { type: 'house', address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' };
    const price = { sellingPriceMin: 800_000, sellingPriceMax: 900_000 };
    const sale = { ...price, natureOfOwnership: 'investment', methodOfSale: 'auction', auctionDate: '2026-12-12' };
    const added = await as(agent)('POST', `/v1/agreements/${id}/property`, { ...property, ...sale });
    expect(added.statusCode, added.body).toBe(201);
    await date(id, { auctionDate: '2020-01-01', propertySettlementDate: '2030-01-01' });
    const cancelled = await aDated(agent, tenantId);
    await as(admin)('POST', `/v1/agreements/${cancelled}/set-status`, { status: 'cancelled' });
    const [only, ...more] = await datesIn(await makeLink(agent));
    expect(only).toMatch(/^Funding Request Date: 12 Wattle St.*Yass.* \(AU\d+\)$/);
    expect(more).toEqual([]);
  });

  it('is text/calendar with a tag: read again it is 304, and after a change whole with a higher sequence', async () => {
    const { tenantId, agent } = await aTeam();
    const id = await aDated(agent, tenantId);
    const url = await makeLink(agent);
    const first = await read(url);
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const tag = String(first.headers.etag);
    const again = await read(url, { 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await as(admin)('PUT', `/v1/agreements/${id}`, { campaignPlannedStartDate: '2026-12-02' });
    const changed = await read(url, { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    const numberIn = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    expect(numberIn(changed.body)).toBeGreaterThan(numberIn(first.body));
    const uidIn = (text: string) => /UID:(.+)/.exec(text)?.[1];
    expect(uidIn(changed.body)).toBe(uidIn(first.body));
    expect(changed.body).toContain('DTSTART;VALUE=DATE:20261202');
  });

  it('is rate limited by link, and wrong links by address', async () => {
    const { agent } = await aTeam();
    const url = await makeLink(agent);
    for (let count = 0; count < limits.calendarReadsPerLink.most; count += 1) await read(url);
    expect((await read(url)).statusCode).toBe(429);
    const wrong = `/v1/calendar.ics?token=${'x'.repeat(43)}`;
    const answers: number[] = [];
    for (let count = 0; count <= limits.calendarGuessesPerAddress.most; count += 1) {
      answers.push((await read(wrong)).statusCode);
    }
    expect([answers[0], answers.at(-1)]).toEqual([404, 429]);
  });
});

describe('the private link of a calendar', () => {
  it('is shown once and stored as a hash; a new one ends the one before, and each step is logged', async () => {
    const { agent } = await aTeam();
    expect((await as(agent)('GET', link)).json()).toEqual({ link: null });
    const first = await makeLink(agent);
    const stored = await stage.db
      .selectFrom('calendarLinks')
      .selectAll()
      .where('userId', '=', agent.userId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(first.slice(-43));
    expect((await read(first)).statusCode).toBe(200);
    expect((await as(agent)('GET', link)).json().link).toMatchObject({ lastUsageDate: expect.any(String) });
    const second = await makeLink(agent);
    expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200]);
    expect((await as(agent)('DELETE', link)).statusCode).toBe(204);
    expect((await as(agent)('DELETE', link)).statusCode).toBe(204);
    expect((await read(second)).statusCode).toBe(404);
    const noted = (await openedLog(stage)).filter(({ description }) => description?.includes('link of the calendar'));
    expect(noted.slice(-3).map(({ description }) => description)).toEqual([
      'Private link of the calendar made',
      'Private link of the calendar replaced',
      'Private link of the calendar ended',
    ]);
  });

  it('belongs to one person, and nobody makes one in the name of another', async () => {
    const { agent } = await aTeam();
    await makeLink(agent);
    const viewing = { 'x-view-as': `user:${agent.userId}`, 'x-view-as-changes': 'on' };
    const before = await stage.db.selectFrom('calendarLinks').selectAll().execute();
    expect((await as(admin)('POST', link, undefined, viewing)).statusCode).toBe(403);
    expect((await as(admin)('DELETE', link, undefined, viewing)).statusCode).toBe(403);
    expect(await stage.db.selectFrom('calendarLinks').selectAll().execute()).toEqual(before);
  });

  // biome-ignore format: a table
  const ends: [what: string, end: (team: Awaited<ReturnType<typeof aTeam>>) => Promise<{ statusCode: number }>][] = [
    ['is disabled',            ({ agent }) => as(admin)('PUT', `/v1/users/${agent.userId}`, { disabled: true })],
    ['leaves the team',        ({ agent, tenantId }) => as(admin)('DELETE', `/v1/tenants/${tenantId}/users/${agent.userId}`)],
    ['gets another role',      ({ agent }) => as(admin)('PUT', `/v1/users/${agent.userId}`, { role: 'vendor' })],
  ];
  it.each(ends)('ends in the transaction in which its owner %s, and does not come back', async (_, end) => {
    const team = await aTeam();
    await aDated(team.agent, team.tenantId);
    const url = await makeLink(team.agent);
    expect(await datesIn(url)).toHaveLength(1);
    const answer = await end(team);
    expect(answer.statusCode).toBeLessThan(300);
    expect((await read(url)).statusCode).toBe(404);
    const left = await stage.db.selectFrom('calendarLinks').select('userId').where('userId', '=', team.agent.userId);
    expect(await left.execute()).toEqual([]);
  });

  it('ends with the first of its organisations, and never reaches one that was joined later', async () => {
    const [one, other, later] = [await aTeam(), await aTeam(), await aTeam()];
    const both = await build.aPerson(
      'tenant_user',
      { tenantId: one.tenantId, as: 'manager' },
      { tenantId: other.tenantId, as: 'employee' },
    );
    const own = await aDated(one.agent, one.tenantId);
    await aDated(later.agent, later.tenantId);
    const url = await makeLink(both);
    const user = { href: `/v1/users/${both.userId}` };
    const joined = await as(admin)('POST', `/v1/tenants/${later.tenantId}/users`, { user, tenantUserType: 'manager' });
    expect(joined.statusCode).toBeLessThan(300);
    expect(await datesIn(url)).toEqual([funding(own)]);
    await as(admin)('DELETE', `/v1/tenants/${other.tenantId}/users/${both.userId}`);
    expect((await read(url)).statusCode).toBe(404);
  });

  it('shows less at once if its owner becomes an employee', async () => {
    const { tenantId, manager, agent } = await aTeam();
    await aDated(agent, tenantId);
    const url = await makeLink(manager);
    expect(await datesIn(url)).toHaveLength(1);
    await stage.db
      .updateTable('tenantUsers')
      .set({ tenantUserType: 'employee' })
      .where('userId', '=', manager.userId)
      .execute();
    expect(await datesIn(url)).toEqual([]);
  });
});
