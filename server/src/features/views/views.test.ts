import { mostViews } from '@kerb/domain/views/views.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let manager: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  manager = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});

const body = { list: 'all-campaigns', name: 'Stuck', search: 'status=approved&columns=flow,name' };
type View = { id: number; href: string; name: string; search: string };

const save = async (person: Person, change: object = {}) =>
  stage.as(person.userId)('PUT', '/v1/list-views', { ...body, ...change });
const viewsOf = async (person: Person, list = 'all-campaigns'): Promise<View[]> =>
  (await stage.as(person.userId)('GET', `/v1/list-views?list=${list}`)).json().items;

describe('the saved views of a person', () => {
  it('are listed by name, each with its search as it was sent', async () => {
    const admin = await build.aPerson('admin');
    await save(admin, { name: 'stuck' });
    await save(admin, { name: 'Due soon', search: '' });
    await save(admin, { name: 'Zoo', search: "?a=%00'; drop table list_views; --" });
    const views = await viewsOf(admin);
    expect(views.map(({ name, search }) => [name, search])).toEqual([
      ['Due soon', ''],
      ['stuck', body.search],
      ['Zoo', "?a=%00'; drop table list_views; --"],
    ]);
    expect(views[0]?.href).toBe(`/v1/list-views/${views[0]?.id}`);
  });

  it('are replaced under the same name, in upper or lower case', async () => {
    const admin = await build.aPerson('admin');
    const first = (await save(admin)).json();
    const second = await save(admin, { name: ' STUCK ', search: 'status=draft' });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ id: first.id, name: 'STUCK', search: 'status=draft' });
    expect(await viewsOf(admin)).toHaveLength(1);
  });

  it('belong to one list each', async () => {
    const admin = await build.aPerson('admin');
    await save(admin);
    await save(admin, { list: 'referrals', search: 'perPage=10' });
    expect((await viewsOf(admin)).map(({ search }) => search)).toEqual([body.search]);
    expect((await viewsOf(admin, 'referrals')).map(({ search }) => search)).toEqual(['perPage=10']);
  });

  it('cannot be seen, replaced or deleted by anybody else', async () => {
    const [one, other] = [await build.aPerson('admin'), await build.aPerson('admin')];
    const mine: View = (await save(one)).json();
    await save(other, { search: 'status=draft' });
    expect((await viewsOf(other)).map(({ search }) => search)).toEqual(['status=draft']);
    expect((await stage.as(other.userId)('DELETE', mine.href)).statusCode).toBe(404);
    expect(await viewsOf(one)).toEqual([mine]);
  });

  it('can be deleted once', async () => {
    const { href }: View = (await save(manager)).json();
    expect((await stage.as(manager.userId)('DELETE', href)).statusCode).toBe(204);
    expect(await viewsOf(manager)).toEqual([]);
    expect((await stage.as(manager.userId)('DELETE', href)).statusCode).toBe(404);
    expect((await stage.as(manager.userId)('DELETE', '/v1/list-views/abc')).statusCode).toBe(404);
  });

  it('are limited to fifty; one more is refused, but existing ones can be replaced', async () => {
    const admin = await build.aPerson('admin');
    for (let count = 1; count <= mostViews; count += 1) await save(admin, { name: `View ${count}` });
    const refused = await save(admin, { name: 'One more' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().displayText).toBe('You have 50 views of this list. Delete one to save another.');
    expect((await save(admin, { name: 'view 7', search: 'page=2' })).statusCode).toBe(200);
    expect((await save(admin, { name: 'One more', list: 'referrals' })).statusCode).toBe(200);
    expect(await viewsOf(admin)).toHaveLength(mostViews);
  });

  it('stay at fifty if two windows save at once', async () => {
    const admin = await build.aPerson('admin');
    for (let count = 1; count < mostViews; count += 1) await save(admin, { name: `View ${count}` });
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => save(admin, { name })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await viewsOf(admin)).toHaveLength(mostViews);
  });

  it.each([{ name: '' }, { name: 'x'.repeat(61) }, { search: 'x'.repeat(2001) }, { list: 'users' }, { userId: 1 }])(
    'are refused with %j, and nothing is stored',
    async (change) => {
      const admin = await build.aPerson('admin');
      expect((await save(admin, change)).statusCode).toBe(400);
      expect(await viewsOf(admin)).toEqual([]);
    },
  );

  it('are read-only during impersonation', async () => {
    const admin = await build.aPerson('admin');
    await save(manager);
    const viewing = { 'x-view-as': `user:${manager.userId}` };
    const seen = await stage.as(admin.userId)('GET', '/v1/list-views?list=all-campaigns', undefined, viewing);
    expect(seen.json().items.map(({ name }: View) => name)).toEqual(['Stuck']);
    const tried = await stage.as(admin.userId)('PUT', '/v1/list-views', { ...body, name: 'Theirs' }, viewing);
    expect(tried.statusCode).toBe(403);
    expect(await viewsOf(manager)).toHaveLength(1);
  });
});
