import type { SharedView } from '@kerb/domain/views/shared-views.contract.ts';
import { closeAccounts } from '@kerb/server/features/privacy/close-account.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

const as = (person: Person) => stage.as(person.userId);
const seenBy = async (person: Person, place: string): Promise<SharedView[]> =>
  (await as(person)('GET', place)).json().items;

async function aTeam() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const place = `/v1/tenants/${tenantId}/shared-views`;
  const shared = await as(agent)('PUT', place, { name: 'Stuck', search: 'status=approved' });
  expect(shared.statusCode, shared.body).toBe(200);
  return { tenantId, manager, agent, place, href: shared.json().href as string };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

/** Every way out of a team. */
// biome-ignore format: a table
const waysOut: Record<string, (team: Team) => Promise<unknown>> = {
  'is removed':           ({ tenantId, agent, manager }) => as(manager)('DELETE', `/v1/tenants/${tenantId}/users/${agent.userId}`),
  'gets another role':    ({ agent }) => as(admin)('PUT', `/v1/users/${agent.userId}`, { role: 'vendor' }),
  'closes their account': ({ agent }) => closeAccount(agent),
};

async function closeAccount({ userId }: Person): Promise<void> {
  const closingDate = '2020-01-01T00:00:00.000Z';
  await stage.db.updateTable('users').set({ closingDate }).where('id', '=', userId).execute();
  await closeAccounts(stage.deps);
}

describe('a view whose sharer leaves the team', () => {
  it.each(Object.entries(waysOut))('stays without an owner if the person %s', async (_what, leave) => {
    const team = await aTeam();
    const { manager, agent, place, href } = team;
    await leave(team);
    expect(await seenBy(manager, place)).toMatchObject([{ name: 'Stuck', sharedByName: null, mayChange: true }]);
    const owners = await stage.db
      .selectFrom('sharedViews')
      .select('sharedByUserId')
      .where('name', '=', 'Stuck')
      .execute();
    expect(owners).not.toContainEqual({ sharedByUserId: agent.userId });
    expect((await as(agent)('GET', place)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await as(agent)('DELETE', href)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await as(manager)('DELETE', href)).statusCode).toBe(204);
  });

  it('is not theirs again when they come back', async () => {
    const { tenantId, manager, agent, place, href } = await aTeam();
    await as(manager)('DELETE', `/v1/tenants/${tenantId}/users/${agent.userId}`);
    const user = { href: `/v1/users/${agent.userId}` };
    await as(admin)('POST', `/v1/tenants/${tenantId}/users`, { user, tenantUserType: 'employee' });
    expect(await seenBy(agent, place)).toMatchObject([{ name: 'Stuck', sharedByName: null, mayChange: false }]);
    expect((await as(agent)('DELETE', href)).statusCode).toBe(403);
  });

  it('goes with the organisation', async () => {
    const { tenantId, place } = await aTeam();
    expect((await as(admin)('DELETE', `/v1/tenants/${tenantId}`)).statusCode).toBe(204);
    expect((await as(admin)('GET', place)).statusCode).toBe(404);
    expect(await stage.db.selectFrom('sharedViews').select('id').where('tenantId', '=', tenantId).execute()).toEqual(
      [],
    );
  });

  it('is in the data of the person as long as it is theirs', async () => {
    const { tenantId, manager, agent } = await aTeam();
    const savedViews = async () => (await as(agent)('GET', '/v1/account/data')).json().savedViews;
    expect(await savedViews()).toEqual([{ list: 'referrals', name: 'Stuck' }]);
    await as(manager)('DELETE', `/v1/tenants/${tenantId}/users/${agent.userId}`);
    expect(await savedViews()).toEqual([]);
  });

  it('cannot have an owner outside the team, whatever the code does', async () => {
    const { tenantId } = await aTeam();
    const at = '2026-01-01T00:00:00.000Z';
    const row = { tenantId, name: 'Forged', search: '', createdDate: at, lastUpdateDate: at };
    const forged = stage.db.insertInto('sharedViews').values({ ...row, sharedByUserId: admin.userId });
    await expect(forged.execute()).rejects.toThrow(/shared_by_a_member/);
  });
});

type Step =
  | { kind: 'share'; who: number; name: string; search: string }
  | { kind: 'stop'; who: number; name: string }
  | { kind: 'leave'; who: number }
  | { kind: 'join'; who: number; type: 'manager' | 'employee' };

const [who, name] = [fc.nat({ max: 2 }), fc.constantFrom('A', 'a', 'B')];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('share' as const), who, name, search: fc.constantFrom('', 'status=draft') }),
  fc.record({ kind: fc.constant('stop' as const), who, name }),
  fc.record({ kind: fc.constant('leave' as const), who }),
  fc.record({
    kind: fc.constant('join' as const),
    who,
    type: fc.constantFrom('manager' as const, 'employee' as const),
  }),
);

/** What must be true, in plain values: the standing of each person, and the views by their name in lower case. */
class Model {
  readonly standings: ('manager' | 'employee' | null)[] = ['manager', 'employee', 'employee'];
  readonly views = new Map<string, { name: string; search: string; owner: number | null }>();

  #mayChange(who: number, key: string): boolean {
    return this.standings[who] === 'manager' || this.views.get(key)?.owner === who;
  }

  share({ who, name, search }: { who: number; name: string; search: string }): number {
    const key = name.toLowerCase();
    if (this.standings[who] === null) return 404;
    const existing = this.views.get(key);
    if (existing && !this.#mayChange(who, key)) return 409;
    this.views.set(key, { name, search, owner: existing ? existing.owner : who });
    return 200;
  }

  stop({ who, name }: { who: number; name: string }): number {
    const key = name.toLowerCase();
    if (this.standings[who] === null || !this.views.has(key)) return 404;
    if (!this.#mayChange(who, key)) return 403;
    this.views.delete(key);
    return 204;
  }

  leave(who: number): void {
    this.standings[who] = null;
    for (const view of this.views.values()) if (view.owner === who) view.owner = null;
  }
}

type Scene = { tenantId: number; people: readonly Person[]; observer: Person; model: Model };

async function aScene(): Promise<Scene> {
  const tenantId = await build.aTenant();
  const observer = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const model = new Model();
  const people: Person[] = [];
  for (const standing of model.standings) {
    people.push(await build.aPerson('tenant_user', { tenantId, as: standing ?? 'employee' }));
  }
  return { tenantId, people, observer, model };
}

type Runs = { [Kind in Step['kind']]: (step: Extract<Step, { kind: Kind }>, person: Person) => Promise<void> };

/** Each step calls the server, and expects the answer of the model. */
function runsOf({ tenantId, observer, model }: Scene): Runs {
  const [place, team] = [`/v1/tenants/${tenantId}/shared-views`, `/v1/tenants/${tenantId}/users`];
  const isCalled = (name: string) => (view: SharedView) => view.name.toLowerCase() === name.toLowerCase();
  const idOf = async (name: string) => (await seenBy(observer, place)).find(isCalled(name))?.id ?? 999_999;
  return {
    share: async (step, person) => {
      const { name, search } = step;
      expect((await as(person)('PUT', place, { name, search })).statusCode).toBe(model.share(step));
    },
    stop: async (step, person) => {
      const answer = await as(person)('DELETE', `${place}/${await idOf(step.name)}`);
      expect(answer.statusCode).toBe(model.stop(step));
    },
    leave: async ({ who }, { userId }) => {
      if (model.standings[who] === null) return;
      expect((await as(admin)('DELETE', `${team}/${userId}`)).statusCode).toBe(204);
      model.leave(who);
    },
    join: async ({ who, type }, { userId }) => {
      if (model.standings[who] !== null) return;
      const joined = { user: { href: `/v1/users/${userId}` }, tenantUserType: type };
      expect((await as(admin)('POST', team, joined)).statusCode).toBeLessThan(300);
      model.standings[who] = type;
    },
  };
}

describe('shared views through any sequence of steps', () => {
  it('answer each person by their standing of that moment, and have only members as owners', async () => {
    const holds = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const scene = await aScene();
      const { model, people, observer, tenantId } = scene;
      const runs = runsOf(scene);
      for (const each of steps) await runs[each.kind](each as never, people[each.who]!);
      const views = await seenBy(observer, `/v1/tenants/${tenantId}/shared-views`);
      const nameOf = (owner: number | null) => (owner === null ? null : people[owner]!.displayName);
      const expected = [...model.views.entries()].toSorted(([one], [other]) => one.localeCompare(other));
      expect(views.map(({ name, search, sharedByName }) => ({ name, search, sharedByName }))).toEqual(
        expected.map(([, { name, search, owner }]) => ({ name, search, sharedByName: nameOf(owner) })),
      );
    });
    await fc.assert(holds, { numRuns: 12 });
  });
});
