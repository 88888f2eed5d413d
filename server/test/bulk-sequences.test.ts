import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { type Stage, startStage } from './harness.ts';

/**
 * Random sequences of bulk actions in two organisations with the same people and campaigns. In the first one each
 * action is one bulk request, in the second one the single requests for each campaign. Both must always be the same:
 * values, messages, log and words. SEQUENCES draws more of them.
 */
const sequences = Number(process.env.SEQUENCES ?? 4);

const roles = ['manager', 'agent', 'colleague'] as const;
type Name = (typeof roles)[number] | 'admin' | 'stranger';
type Side = { people: Record<Name, Person>; campaigns: number[]; foreign: number };
type World = { sides: [Side, Side]; undo: Undo | null };
type Said = { outcome: string; message: string };
/** To take the last bulk action back: the earlier values, and for each side the versions after it. */
type Undo = { who: Name; places: number[]; earlier: (Value | undefined)[]; versions: [number[], number[]] };
type Value = { agentUser: Name | null } | { actionSuggested: boolean };

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;
let days = 0;
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'error' } });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

async function aSide(stranger: Person): Promise<Side> {
  const tenantId = await build.aTenant();
  const [manager, agent, colleague] = [
    await build.aPerson('tenant_user', { tenantId, as: 'manager' }),
    await build.aPerson('tenant_user', { tenantId, as: 'employee' }),
    await build.aPerson('tenant_user', { tenantId, as: 'employee' }),
  ];
  const campaigns: number[] = [];
  for (const by of [agent, agent, colleague, manager]) campaigns.push((await build.aCampaign(by, tenantId)).id);
  const foreign = (await build.aCampaign(stranger, stranger.memberships[0]!.tenantId)).id;
  return { people: { manager, agent, colleague, admin, stranger }, campaigns, foreign };
}

async function openWorld(): Promise<World> {
  const tenantId = await build.aTenant();
  const stranger = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  return { sides: [await aSide(stranger), await aSide(stranger)], undo: null };
}

const as = ({ people }: Side, who: Name) => stage.as(people[who].userId);
/** The place after the last campaign is one of another organisation, and the next one does not exist. */
const idAt = ({ campaigns, foreign }: Side, place: number): number =>
  [...campaigns, foreign, 999_999_999][place] as number;
const wireOf = (side: Side, value: Value): object =>
  'agentUser' in value
    ? { agentUser: value.agentUser && { href: `/v1/users/${side.people[value.agentUser].userId}` } }
    : value;

type Answer = Awaited<ReturnType<ReturnType<Stage['as']>>>;
const wordsOf = (answer: Answer): string => {
  const { validation = {}, displayText } = answer.json();
  const [first] = Object.values(validation as Record<string, { message: string }[]>).flat();
  return first?.message ?? displayText;
};

const read = async (side: Side, place: number) => {
  const answer = await as(side, 'admin')('GET', `/v1/agreements/${idAt(side, place)}`);
  const { agentUser, actionSuggested, status } = answer.json();
  const agentId = Number(String(agentUser?.href).split('/').at(-1));
  const name = Object.entries(side.people).find(([, { userId }]) => userId === agentId)?.[0] ?? null;
  return { agentUser: name as Name | null, actionSuggested, status, etag: String(answer.headers.etag) };
};

/** Everything that an action may leave behind in a campaign, in words that both sides have. */
async function traceOf(side: Side) {
  const nameOf = (userId: number | null) =>
    Object.entries(side.people).find(([, person]) => person.userId === userId)?.[0] ?? null;
  return Promise.all(
    [...side.campaigns, side.foreign].map(async (id, place) => {
      const { etag: _, ...values } = await read(side, place);
      const messages = await stage.db
        .selectFrom('messages')
        .select('kind')
        .where('agreementId', '=', id)
        .orderBy('kind')
        .execute();
      const told = await stage.db
        .selectFrom('notifications')
        .select(['kind', 'userId'])
        .where('agreementId', '=', id)
        .orderBy('id')
        .execute();
      const log = await stage.db
        .selectFrom('logEntries')
        .select(['activityCode', 'description', 'userId'])
        .where('targetAgreementId', '=', id)
        .orderBy('id')
        .execute();
      return {
        ...values,
        messages: messages.map(({ kind }) => kind),
        told: told.map(({ kind, userId }) => `${kind} ${nameOf(userId)}`).sort(),
        log: log.map(({ activityCode, description, userId }) => `${activityCode}: ${description} by ${nameOf(userId)}`),
      };
    }),
  );
}

const refusedWith = (message: string): Said => ({ outcome: 'refused', message });

/** One bulk request. Answers what is said of each campaign, with the versions to undo it. */
async function inBulk(side: Side, who: Name, path: string, body: object) {
  const answer = await as(side, who)('POST', path, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items as (Said & { id: number; version: number | null })[];
}

/** The single save. `unchanged` if the campaign had the value before. */
async function saveOne(side: Side, who: Name, place: number, value: Value, etag?: string): Promise<Said | 'saved'> {
  const headers = etag === undefined ? {} : { 'if-match': etag };
  const answer = await as(side, who)('PUT', `/v1/agreements/${idAt(side, place)}`, wireOf(side, value), headers);
  return answer.statusCode === 200 ? 'saved' : refusedWith(wordsOf(answer));
}

async function remindOne(side: Side, who: Name, place: number): Promise<Said | 'saved'> {
  const id = idAt(side, place);
  const payers = await stage.db.selectFrom('signatories').select('id').where('agreementId', '=', id).execute();
  const vendorIds = payers.length > 0 ? payers.map((payer) => payer.id) : [1];
  const answer = await as(side, who)('POST', `/v2/campaigns/${id}/nudge-payers`, { vendorIds });
  if (answer.statusCode !== 200) return refusedWith(wordsOf(answer));
  return answer.json().successCount > 0 ? 'saved' : refusedWith(wordsOf(answer));
}

type Change = { who: Name; places: number[]; value: Value };

/** What both sides say must be the same: done where the single action succeeds, refused in its words otherwise. */
function expectSame(bulk: readonly Said[], single: readonly (Said | 'saved')[]): void {
  for (const [at, said] of single.entries()) {
    if (bulk[at]?.outcome === 'unchanged') continue;
    if (said === 'saved') expect(bulk[at]).toMatchObject({ outcome: 'done' });
    else expect(bulk[at]).toMatchObject(said);
  }
}

const bodyOf = (side: Side, { places, value }: Change) => ({
  items: places.map((place) => ({ id: idAt(side, place), ...wireOf(side, value) })),
});
const pathOf = (value: Value) => ('agentUser' in value ? '/v1/bulk/assign' : '/v1/bulk/flag');

async function change(world: World, asked: Change): Promise<void> {
  const { who, places, value } = asked;
  const [one, other] = world.sides;
  const before = await Promise.all(places.map((place) => read(one, place)));
  const items = await inBulk(one, who, pathOf(value), bodyOf(one, asked));
  expect(items.map(({ id }) => id)).toEqual(places.map((place) => idAt(one, place)));
  const single: (Said | 'saved')[] = [];
  const versions: number[] = [];
  for (const [at, place] of places.entries()) {
    const isSame = items[at]?.outcome === 'unchanged';
    // A save of the value that it has already would raise the version, and says nothing.
    single.push(isSame ? { outcome: 'unchanged', message: '' } : await saveOne(other, who, place, value));
    versions.push(Number.parseInt((await read(other, place)).etag.replaceAll('"', ''), 10));
  }
  expectSame(items, single);
  const name = 'agentUser' in value ? 'agentUser' : 'actionSuggested';
  for (const [at, { outcome }] of items.entries()) {
    const had = before[at]?.[name];
    expect(outcome === 'unchanged').toBe(outcome !== 'refused' && had === Object.values(value)[0]);
  }
  const done = items.flatMap(({ outcome, version }, at) => (outcome === 'done' && version !== null ? [at] : []));
  world.undo = {
    who,
    places: done.map((at) => places[at] as number),
    earlier: done.map((at) => ({ [name]: before[at]?.[name] }) as Value),
    versions: [done.map((at) => items[at]?.version as number), done.map((at) => versions[at] as number)],
  };
}

/** Takes the last change back, with the versions that it had. */
async function takeBack(world: World): Promise<void> {
  if (!world.undo || world.undo.places.length === 0) return;
  const { who, places, earlier, versions } = world.undo;
  const [one, other] = world.sides;
  const items = places.map((place, at) => ({
    id: idAt(one, place),
    ...wireOf(one, earlier[at] as Value),
    version: versions[0][at],
  }));
  const said = await inBulk(one, who, pathOf(earlier[0] as Value), { items });
  const single: (Said | 'saved')[] = [];
  for (const [at, place] of places.entries()) {
    const isSame = said[at]?.outcome === 'unchanged';
    const etag = `"${versions[1][at]}"`;
    single.push(
      isSame ? { outcome: 'unchanged', message: '' } : await saveOne(other, who, place, earlier[at] as Value, etag),
    );
  }
  expectSame(said, single);
  for (const [at, { outcome }] of said.entries()) {
    const name = Object.keys(earlier[at] as Value)[0] as 'agentUser' | 'actionSuggested';
    if (outcome === 'done') expect((await read(one, places[at] as number))[name]).toBe(Object.values(earlier[at]!)[0]);
  }
  world.undo = null;
}

async function remind({ sides: [one, other] }: World, who: Name, places: number[]): Promise<void> {
  const said = await inBulk(one, who, '/v1/bulk/remind', { ids: places.map((place) => idAt(one, place)) });
  const single: (Said | 'saved')[] = [];
  for (const place of places) single.push(await remindOne(other, who, place));
  expectSame(said, single);
}

async function onBoth({ sides }: World, act: (side: Side) => Promise<Answer>): Promise<void> {
  const statuses: number[] = [];
  for (const side of sides) statuses.push((await act(side)).statusCode);
  expect(statuses[0]).toBe(statuses[1]);
}

async function wait(more: number): Promise<void> {
  days += more;
  await stage.deps.clock.move(stage.db, days);
}

const who = fc.constantFrom<Name>('manager', 'agent', 'colleague', 'admin', 'stranger');
const places = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 6 });
const place = fc.nat(3);
const value = fc.oneof(
  fc.constantFrom<Name | null>('manager', 'agent', 'colleague', 'stranger', null).map((agentUser) => ({ agentUser })),
  fc.boolean().map((actionSuggested) => ({ actionSuggested })),
);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change' as const), who, places, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take back' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remind' as const), who, places }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('save alone' as const), place, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

async function run(world: World, drawn: Step): Promise<void> {
  switch (drawn.kind) {
    case 'change':
      return change(world, drawn);
    case 'take back':
      return takeBack(world);
    case 'remind':
      return remind(world, drawn.who, drawn.places);
    case 'send':
      return onBoth(world, (side) =>
        as(side, 'manager')('POST', `/v2/campaigns/${idAt(side, drawn.place)}/send-campaign`, {}),
      );
    case 'cancel':
      return onBoth(world, (side) =>
        as(side, 'admin')('POST', `/v1/agreements/${idAt(side, drawn.place)}/set-status`, { status: 'cancelled' }),
      );
    case 'save alone':
      return onBoth(world, (side) =>
        as(side, 'admin')('PUT', `/v1/agreements/${idAt(side, drawn.place)}`, wireOf(side, drawn.value)),
      );
    default:
      return wait(drawn.days);
  }
}

it('a bulk action does what the single actions do, and nothing else, after any sequence of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 8 }), async (steps) => {
      const world = await openWorld();
      for (const drawn of steps) {
        await run(world, drawn);
        const [one, other] = await Promise.all(world.sides.map(traceOf));
        expect(one).toEqual(other);
      }
    }),
    { numRuns: sequences, endOnFailure: true },
  );
}, 240_000);
