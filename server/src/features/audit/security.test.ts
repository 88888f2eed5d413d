import { alarmRule } from '@kerb/domain/audit/security-alarms.ts';
import { raiseAlarms } from '@kerb/server/features/audit/audit.jobs.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';
import { flushEvents, noteEvent, type SecurityEvent } from '@kerb/server/platform/security/security-events.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

let admin: Person;
beforeEach(async () => {
  await flushEvents(deps);
  await asOwner(db, (tx) => sql`truncate security_events`.execute(tx));
  admin = await build.aPerson('admin');
});

const ask = async (path: string) => {
  await flushEvents(deps);
  return stage.as(admin.userId)('GET', `/v1/security-events${path}`);
};
const list = async (query = '') => (await ask(`?${query}`)).json();
const summary = async (query = '') => (await ask(`/summary?${query}`)).json();

/** Events with different routes, so that none is added to another. */
let serial = 0;
function refuse(
  times: number,
  event: Partial<SecurityEvent>,
  each: (place: number) => Partial<SecurityEvent> = () => ({}),
) {
  for (let place = 0; place < times; place += 1) {
    serial += 1;
    noteEvent(deps, {
      kind: 'sign-in-refused',
      route: `GET /${serial}`,
      ipAddress: '192.0.2.1',
      ...event,
      ...each(place),
    });
  }
}
const aMember = async () => {
  const person = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'employee' });
  await givePassword(stage, person.userId, password);
  return person;
};

describe('the list of security events', () => {
  it('names the person behind a refused sign-in, and never what was typed', async () => {
    const person = await aMember();
    await aBrowser(stage, '192.0.2.20').logIn(person.emailAddress, 'not my password');
    const { items, isMore } = await list();
    expect(isMore).toBe(false);
    expect(items).toMatchObject([
      {
        kind: 'sign-in-refused',
        network: '192.0.2.20',
        means: 'password',
        status: 401,
        person: { user: { href: `/v1/users/${person.userId}` } },
      },
    ]);
    expect(items[0].account).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(items)).not.toContain('not my password');
  });

  it('names nobody for an account that does not exist, and finds it by its address', async () => {
    await aBrowser(stage, '192.0.2.21').logIn('Nobody@Example.com', 'wrong password');
    await aBrowser(stage, '192.0.2.22').logIn('other@example.com', 'wrong password');
    const { items } = await list('emailAddress=nobody@example.com');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ person: null, network: '192.0.2.21' });
  });

  it('is filtered by kind, network, account, address and period', async () => {
    const person = await aMember();
    refuse(1, { account: accountOfUser(person.userId), ipAddress: '192.0.2.30' });
    refuse(2, { kind: 'forbidden', ipAddress: '192.0.2.31' });
    const networks = async (query: string) =>
      (await list(query)).items.map((item: { network: string }) => item.network);
    expect(await networks('kind=forbidden')).toEqual(['192.0.2.31', '192.0.2.31']);
    expect(await networks('network=192.0.2.30')).toEqual(['192.0.2.30']);
    expect(await networks(`emailAddress=${person.emailAddress.toUpperCase()}`)).toEqual(['192.0.2.30']);
    const [first] = (await list('network=192.0.2.30')).items;
    expect(await networks(`account=${first.account}`)).toEqual(['192.0.2.30']);
    await asOwner(db, (tx) => sql`update security_events set date = date - interval '8 days'`.execute(tx));
    expect(await networks('')).toEqual([]);
    expect(await networks('period=month')).toHaveLength(3);
    expect((await ask('?kind=anything')).statusCode).toBe(400);
  });

  it('goes on after the last event of a page, the newest first, although new ones were added', async () => {
    refuse(5, {}, (place) => ({ requestId: `request-${place}` }));
    await flushEvents(deps);
    const first = await list('perPage=2');
    refuse(3, {});
    const second = await list(`perPage=2&before=${first.items[1].id}`);
    const third = await list(`perPage=2&before=${second.items[1].id}`);
    const pages = [first, second, third];
    const shown = pages.map(({ items }) => items.map((item: { id: number }) => item.id));
    expect(shown.flat()).toEqual(shown.flat().toSorted((a: number, b: number) => b - a));
    expect(new Set(shown.flat()).size).toBe(5);
    expect(pages.map(({ isMore }) => isMore)).toEqual([true, true, false]);
  });

  it('is read by an index for each of its filters', async () => {
    const plan = async (condition: string) => {
      const { rows } = await db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        return sql<Record<string, string>>`explain select id from security_events e
          where e.date > now() - interval '7 days' and ${sql.raw(condition)}
          order by e.date desc, e.id desc limit 51`.execute(tx);
      });
      return rows.map((row) => Object.values(row)[0]).join('\n');
    };
    expect(await plan("e.kind = 'forbidden'")).toContain('security_events_by_kind');
    expect(await plan("e.network = '192.0.2.1'")).toContain('security_events_by_network');
    expect(await plan(String.raw`e.account_hash = '\x00'`)).toContain('security_events_by_account');
  });
});

describe('the summary of security events', () => {
  it('counts by day and kind, and names the most active networks and accounts', async () => {
    const person = await aMember();
    refuse(3, { account: accountOfUser(person.userId), ipAddress: '192.0.2.40' });
    refuse(1, { kind: 'forbidden', ipAddress: '192.0.2.41' });
    const { total, byDay, networks, accounts, unusual } = await summary();
    expect(total).toBe(4);
    expect(byDay.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
      ['sign-in-refused', 3],
      ['forbidden', 1],
    ]);
    expect(networks).toEqual([
      { network: '192.0.2.40', count: 3 },
      { network: '192.0.2.41', count: 1 },
    ]);
    expect(accounts).toMatchObject([{ count: 3, person: { user: { href: `/v1/users/${person.userId}` } } }]);
    expect(unusual).toEqual([]);
  });

  // biome-ignore format: a table
  it.each([
    ['account-from-many-networks', (place: number) => ({ account: 'user 1', ipAddress: `198.51.100.${place}` }),           'account'],
    ['network-tried-accounts',     (place: number) => ({ account: `typed ${place}` }),                                    'network'],
    ['network-tried-links',        () => ({ kind: 'link-refused' as const }),                                             'network'],
    ['person-not-allowed',         (place: number) => ({ kind: 'forbidden' as const, account: 'user 1', ipAddress: `198.51.100.${place}` }), 'account'],
  ] as const)('says that it is unusual: %s', async (alarm, each, of) => {
    const { atLeast } = alarmRule(alarm);
    refuse(atLeast - 1, {}, each);
    const named = async () => (await summary()).unusual.map((one: { alarm: string }) => one.alarm);
    expect(await named()).not.toContain(alarm);
    refuse(1, {}, () => each(atLeast));
    const { unusual } = await summary();
    const found = unusual.find((one: { alarm: string }) => one.alarm === alarm);
    expect(found).toMatchObject({ count: atLeast, [of === 'account' ? 'network' : 'account']: null });
    expect(found[of]).toEqual(expect.any(String));
  });

  it('does not call unusual what happened over a long time', async () => {
    refuse(12, { kind: 'link-refused' });
    await flushEvents(deps);
    await asOwner(db, (tx) => sql`update security_events set date = date - interval '40 minutes'`.execute(tx));
    refuse(12, { kind: 'link-refused' });
    expect((await summary()).unusual).toEqual([]);
  });
});

describe('the export of security events', () => {
  it('has every event of the filter as a spreadsheet, without names, and is logged', async () => {
    const person = await aMember();
    refuse(2, { account: accountOfUser(person.userId), ipAddress: '192.0.2.50' });
    refuse(1, { kind: 'forbidden', ipAddress: '192.0.2.51' });
    const answer = await ask('/export?kind=sign-in-refused');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    const [header, ...records] = answer.body.trim().split('\r\n');
    expect(header).toContain('Time (UTC),Event,Account,Network');
    expect(records).toHaveLength(2);
    expect(records[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Log in refused,"[\w-]{12}","192\.0\.2\.50"/);
    expect(answer.body).not.toContain(person.emailAddress);
    const entry = await db
      .selectFrom('logEntries')
      .select(['userId', 'description', 'logData'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const logData = { kind: 'sign-in-refused', period: 'week' };
    expect(entry).toEqual({ userId: admin.userId, description: 'Security events downloaded', logData });
  });
});

describe('an alarm', () => {
  const told = () =>
    db
      .selectFrom('messages')
      .select(['recipient', 'subject', 'body'])
      .where('kind', '=', 'security-alarm')
      .where('recipient', '=', admin.emailAddress)
      .orderBy('id')
      .execute();

  it('is told to every admin once an hour, with advice and without names', async () => {
    const other = await build.aPerson('admin');
    refuse(19, { kind: 'link-refused' });
    await flushEvents(deps);
    await raiseAlarms(deps);
    expect(await told()).toEqual([]);
    refuse(1, { kind: 'link-refused' });
    await flushEvents(deps);
    await raiseAlarms(deps);
    await raiseAlarms(deps);
    const messages = await told();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.subject).toContain('One network opened many links that do not work');
    expect(messages[0]?.body).toContain('20 events within 15 minutes');
    expect(messages[0]?.body).toContain('/admin/security');
    expect(messages[0]?.body).not.toContain('192.0.2.1');
    const all = await db.selectFrom('messages').select('recipient').where('kind', '=', 'security-alarm').execute();
    expect(all.map(({ recipient }) => recipient)).toContain(other.emailAddress);
    refuse(10, { kind: 'forbidden', account: 'user 1' });
    refuse(10, { kind: 'forbidden', account: 'user 1' });
    await flushEvents(deps);
    await raiseAlarms(deps);
    expect(await told()).toHaveLength(2);
  });
});
