import { mostSharedViews, type SharedView } from '@kerb/domain/views/shared-views.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

async function aTeam() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  return { tenantId, manager, agent, colleague, place: `/v1/tenants/${tenantId}/shared-views` };
}
const body = (change: object = {}) => ({ name: 'Stuck', search: 'status=approved', ...change });
const as = (person: Person) => stage.as(person.userId);
const share = (person: Person, place: string, change: object = {}, headers = {}) =>
  as(person)('PUT', place, body(change), headers);
const seenBy = async (person: Person, place: string): Promise<SharedView[]> => {
  const answer = await as(person)('GET', place);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
};
const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;

describe('views that a team shares', () => {
  it('are seen by the whole team, by name, with the person who shared them', async () => {
    const { place, agent, colleague, manager } = await aTeam();
    expect((await share(agent, place)).statusCode).toBe(200);
    await share(manager, place, { name: 'due soon', search: '' });
    const [soon, stuck] = await seenBy(colleague, place);
    expect(soon).toMatchObject({ name: 'due soon', search: '', sharedByName: manager.displayName, mayChange: false });
    expect(stuck).toMatchObject({ ...body(), sharedByName: agent.displayName, mayChange: false });
    expect(stuck?.href).toBe(`${place}/${stuck?.id}`);
    expect((await seenBy(agent, place)).map(({ mayChange }) => mayChange)).toEqual([false, true]);
    expect((await seenBy(manager, place)).map(({ mayChange }) => mayChange)).toEqual([true, true]);
    expect((await as(agent)('GET', '/v1/list-views?list=referrals')).json().items).toEqual([]);
  });

  it('are not there for another organisation, also with the id of its own', async () => {
    const { place, agent } = await aTeam();
    const { id, href } = (await share(agent, place)).json();
    const other = await aTeam();
    expect(await statusOf(as(other.manager)('GET', place))).toBe(404);
    expect(await statusOf(share(other.manager, place))).toBe(404);
    expect(await statusOf(as(other.manager)('DELETE', href))).toBe(404);
    expect(await statusOf(as(other.manager)('DELETE', `${other.place}/${id}`))).toBe(404);
    expect(await seenBy(agent, place)).toHaveLength(1);
    for (const unknown of ['/v1/tenants/999999/shared-views', '/v1/tenants/1/shared-views']) {
      expect(await statusOf(as(admin)('GET', unknown))).toBe(404);
      expect(await statusOf(share(admin, unknown))).toBe(404);
    }
  });

  it('are replaced and ended by the person who shared them or a manager, and by no colleague', async () => {
    const { place, agent, colleague, manager } = await aTeam();
    const { href } = (await share(agent, place)).json();
    const refused = await share(colleague, place, { name: 'STUCK', search: 'status=draft' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().displayText).toBe(`${agent.displayName} shares a view with this name. Choose another name.`);
    expect(await statusOf(as(colleague)('DELETE', href))).toBe(403);
    expect((await share(agent, place, { search: 'status=draft' })).json()).toMatchObject({ search: 'status=draft' });
    const byManager = (await share(manager, place, { name: 'stuck', search: '' })).json();
    expect(byManager).toMatchObject({ href, name: 'stuck', search: '', sharedByName: agent.displayName });
    expect(await statusOf(as(agent)('DELETE', href))).toBe(204);
    expect(await statusOf(as(agent)('DELETE', href))).toBe(404);
    expect(await seenBy(manager, place)).toEqual([]);
  });

  it('have no text of a search', async () => {
    const { place, agent } = await aTeam();
    const shared = await share(agent, place, { search: 'status=draft&textQuery=Pat+Payer' });
    expect(shared.json().search).toBe('status=draft');
    const stored = await stage.db
      .selectFrom('sharedViews')
      .select('search')
      .where('id', '=', shared.json().id)
      .execute();
    expect(stored).toEqual([{ search: 'status=draft' }]);
  });

  it('have no owner if an admin shares them, also during impersonation', async () => {
    const { place, agent, manager, tenantId } = await aTeam();
    expect((await share(admin, place)).json()).toMatchObject({ sharedByName: null, mayChange: true });
    const viewing = { 'x-view-as': `user:${agent.userId}` };
    expect((await share(admin, place, { name: 'Two' }, viewing)).statusCode).toBe(403);
    const changing = { ...viewing, 'x-view-as-changes': 'on' };
    expect((await share(admin, place, { name: 'Two' }, changing)).json()).toMatchObject({ sharedByName: null });
    const asStanding = { 'x-view-as': `manager:${tenantId}`, 'x-view-as-changes': 'on' };
    expect((await share(admin, place, { name: 'Three' }, asStanding)).json()).toMatchObject({ sharedByName: null });
    const refused = await share(agent, place, { search: '' });
    expect(refused.json().displayText).toBe('The team shares a view with this name. Choose another name.');
    expect((await seenBy(manager, place)).every(({ mayChange }) => mayChange)).toBe(true);
  });

  it('are limited to fifty, also if several people share at once', async () => {
    const { place, tenantId, agent, manager } = await aTeam();
    const at = '2026-01-01T00:00:00.000Z';
    const rows = Array.from({ length: mostSharedViews - 1 }, (_, number) => ({
      ...{ tenantId, name: `View ${number}`, search: '', sharedByUserId: agent.userId },
      ...{ createdDate: at, lastUpdateDate: at },
    }));
    await stage.db.insertInto('sharedViews').values(rows).execute();
    const answers = await Promise.all([agent, manager, agent].map((who, at) => share(who, place, { name: `N${at}` })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await seenBy(agent, place)).toHaveLength(mostSharedViews);
    expect((await share(agent, place, { name: 'view 7' })).statusCode).toBe(200);
  });

  it('become one if two people share the same name at once', async () => {
    const { place, agent, manager } = await aTeam();
    const answers = await Promise.all([agent, manager].map((who) => share(who, place, { name: 'Ünder' })));
    expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
    expect(await seenBy(manager, place)).toHaveLength(1);
  });

  it('have an entry in the log for each change, with an encrypted name, and tell no webhook', async () => {
    const { place, tenantId, agent } = await aTeam();
    const { id: viewId, href } = (await share(agent, place)).json();
    await share(agent, place, { search: '' });
    await share(agent, place, { search: '' });
    await as(agent)('DELETE', href);
    const isOfViews = ({ description }: { description: string | null }) => /view/i.test(description ?? '');
    const entries = (await openedLog(stage)).filter((entry) => entry.targetTenantId === tenantId && isOfViews(entry));
    const search = { before: 'status=approved', after: '' };
    expect(entries.map(({ description, logData }) => [description, logData])).toEqual([
      ['View shared with the team', { viewId, viewName: 'Stuck', search: 'status=approved' }],
      ['Shared view replaced', { viewId, viewName: 'Stuck', search }],
      ['View no longer shared with the team', { viewId, viewName: 'Stuck' }],
    ]);
    expect(
      entries.every(({ userId, activityCode }) => userId === agent.userId && activityCode === 'tenant_update'),
    ).toBe(true);
    const stored = await stage.db.selectFrom('logEntries').selectAll().where('targetTenantId', '=', tenantId).execute();
    expect(JSON.stringify(stored.filter(isOfViews))).not.toContain('Stuck');
    expect(await stage.db.selectFrom('events').select('id').where('tenantId', '=', tenantId).execute()).toEqual([]);
  });

  it.each([{ name: '' }, { name: 'x'.repeat(61) }, { search: 'x'.repeat(2001) }, { list: 'referrals' }])(
    'are refused with %j',
    async (change) => {
      const { place, agent } = await aTeam();
      expect((await share(agent, place, change)).statusCode).toBe(400);
      expect(await seenBy(agent, place)).toEqual([]);
    },
  );
});
