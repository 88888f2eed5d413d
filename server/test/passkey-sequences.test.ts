import { eraseUser } from '@kerb/server/features/privacy/erase-user.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import * as fc from 'fast-check';
import { TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import type { Authenticator } from './authenticator.ts';
import { givePassword } from './browser.ts';
import { buildersFor } from './builders.ts';
import { type Stage, startStage } from './harness.ts';
import { aDevice, aVisitor, logInWith, madeBy } from './passkey-fixture.ts';

/**
 * Random sequences of what adds, removes and ends passkeys. After each step every device that ever had a passkey tries
 * to log in, and the password alone too. SEQUENCES draws more of them.
 */
const sequences = Number(process.env.SEQUENCES ?? 4);
const password = 'correct horse battery';

type Key = { device: Authenticator; id: number; isAlive: boolean };
type World = {
  userId: number;
  emailAddress: string;
  tenantId: number;
  keys: Key[];
  role: 'tenant_user' | 'vendor';
  isMember: boolean;
  isRequired: boolean;
  isDisabled: boolean;
  secret: string | null;
};

let stage: Stage;
let adminId: number;
let managers: Map<number, number>;
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'error' } });
  adminId = (await buildersFor(stage).aPerson('admin')).userId;
  managers = new Map();
});

const alive = ({ keys }: World) => keys.filter(({ isAlive }) => isAlive);
const requires = ({ role, isMember, isRequired }: World) => role === 'tenant_user' && isMember && isRequired;

/** Calls with a sign-in of its own, because many steps end the others. */
async function signedIn({ userId }: World): Promise<ReturnType<Stage['as']>> {
  const authorization = `Bearer ${await stage.accessTokenFor(userId)}`;
  return (method, url, body) => stage.as(null)(method, url, body, { authorization });
}

async function openWorld(): Promise<World> {
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  managers.set(tenantId, (await build.aPerson('tenant_user', { tenantId, as: 'manager' })).userId);
  const { userId, emailAddress } = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  await givePassword(stage, userId, password);
  const state = {
    keys: [],
    role: 'tenant_user',
    isMember: true,
    isRequired: false,
    isDisabled: false,
    secret: null,
  } as const;
  return { userId, emailAddress, tenantId, ...state, keys: [] };
}

async function add(world: World, others: (() => Promise<unknown>)[] = []): Promise<void> {
  const call = await signedIn(world);
  const device = aDevice(stage);
  const { body } = await madeBy(call, device);
  const [answer] = await Promise.all([call('POST', '/v1/account/passkeys', body), ...others.map((run) => run())]);
  const id = answer.statusCode === 201 ? answer.json().passkey.id : 0;
  // Whatever happens at the same moment ends it, or comes first and refuses it.
  world.keys.push({ device, id, isAlive: answer.statusCode === 201 && others.length === 0 });
  if (others.length === 0) expect(answer.statusCode, answer.body).toBe(alive(world).length > 10 ? 409 : 201);
}

async function remove(world: World, place: number): Promise<void> {
  const held = alive(world);
  const key = held[place % Math.max(1, held.length)];
  if (!key) return;
  const answer = await (await signedIn(world))('DELETE', `/v1/account/passkeys/${key.id}`);
  const isLast = held.length === 1 && world.secret === null && requires(world);
  expect(answer.statusCode).toBe(isLast ? 409 : 204);
  key.isAlive = isLast;
}

/** All at once: where two-step login is required, exactly one stays. */
async function removeAll(world: World): Promise<void> {
  const held = alive(world);
  const call = await signedIn(world);
  const answers = await Promise.all(held.map(({ id }) => call('DELETE', `/v1/account/passkeys/${id}`)));
  const mustKeep = held.length > 0 && world.secret === null && requires(world) ? 1 : 0;
  const kept = held.filter((_, place) => answers[place]?.statusCode !== 204);
  expect(kept).toHaveLength(mustKeep);
  for (const key of held) key.isAlive = kept.includes(key);
}

const codeOf = (secret: string) => new TOTP({ secret: secret.replaceAll(' ', '') }).generate();
const forgetStep = ({ userId }: World) =>
  stage.db.updateTable('secondFactors').set({ lastStep: 0 }).where('userId', '=', userId).execute();

async function switchApp(world: World): Promise<void> {
  const call = await signedIn(world);
  if (world.secret === null) {
    const { secret } = (await call('POST', '/v1/account/second-factor/begin', { password })).json();
    const answer = await call('POST', '/v1/account/second-factor/confirm', { code: codeOf(secret) });
    expect(answer.statusCode, answer.body).toBe(200);
    world.secret = secret;
  } else {
    const body = { password, code: codeOf(world.secret) };
    const answer = await call('POST', '/v1/account/second-factor/turn-off', body);
    const isLast = alive(world).length === 0 && requires(world);
    expect(answer.statusCode, answer.body).toBe(isLast ? 409 : 204);
    if (!isLast) world.secret = null;
  }
  await forgetStep(world);
}

async function switchRequired(world: World): Promise<void> {
  world.isRequired = !world.isRequired;
  const manager = stage.as(managers.get(world.tenantId) ?? 0);
  const rules = { requiresSecondFactor: world.isRequired };
  expect((await manager('PUT', `/v1/tenants/${world.tenantId}/sign-in-rules`, rules)).statusCode).toBe(200);
}

const endAll = (world: World) => {
  for (const key of world.keys) key.isAlive = false;
};

const save = ({ userId }: World, body: object) => stage.as(adminId)('PUT', `/v1/users/${userId}`, body);

async function changeRole(world: World): Promise<void> {
  world.role = world.role === 'vendor' ? 'tenant_user' : 'vendor';
  expect((await save(world, { role: world.role })).statusCode).toBe(200);
  world.isMember = false;
  endAll(world);
}

async function reset(world: World): Promise<void> {
  const answer = await stage.as(adminId)('POST', `/v1/users/${world.userId}/reset-second-factor`);
  expect(answer.statusCode).toBe(200);
  world.secret = null;
  endAll(world);
}

/** A reset of somebody without a second factor does nothing, so that it need not end what is added meanwhile. */
const addWhileReset = (world: World): Promise<void> =>
  add(world, alive(world).length > 0 || world.secret !== null ? [() => reset(world)] : []);

async function switchDisabled(world: World): Promise<void> {
  world.isDisabled = !world.isDisabled;
  expect((await save(world, { disabled: world.isDisabled })).statusCode).toBe(200);
}

type Step = (world: World, place: number) => Promise<void>;
/** What only the person themselves can do is left out while they are disabled. */
// biome-ignore format: a table
const steps: Record<string, { isOwn: boolean; often: number; take: Step }> = {
  add:           { isOwn: true,  often: 5, take: (world) => add(world) },
  remove:        { isOwn: true,  often: 3, take: remove },
  removeAll:     { isOwn: true,  often: 1, take: removeAll },
  switchApp:     { isOwn: true,  often: 2, take: switchApp },
  newPassword:   { isOwn: true,  often: 1, take: ({ userId }) => givePassword(stage, userId, password) },
  addAndReset:   { isOwn: true,  often: 1, take: addWhileReset },
  addAndChange:  { isOwn: true,  often: 1, take: (world) => add(world, [() => changeRole(world)]) },
  switchRequired: { isOwn: false, often: 2, take: switchRequired },
  changeRole:    { isOwn: false, often: 1, take: changeRole },
  reset:         { isOwn: false, often: 1, take: reset },
  switchDisabled: { isOwn: false, often: 1, take: switchDisabled },
};

/** What holds whatever happened before. */
async function check(world: World): Promise<void> {
  const { userId, emailAddress, isDisabled, role } = world;
  const rows = await stage.db.selectFrom('passkeys').select(['id', 'role']).where('userId', '=', userId).execute();
  const account = (await stage.as(adminId)('GET', `/v1/users/${userId}`)).json();
  expect(rows.map(({ id }) => id).sort()).toEqual(
    alive(world)
      .map(({ id }) => id)
      .sort(),
  );
  expect(rows.every((row) => row.role === role)).toBe(true);
  const isOn = world.secret !== null || rows.length > 0;
  expect(account.secondFactorIsOn).toBe(isOn);
  const codes = await stage.db.selectFrom('recoveryCodes').select('hash').where('userId', '=', userId).execute();
  expect(codes).toHaveLength(isOn ? 10 : 0);
  for (const { device, isAlive } of world.keys) {
    const answer = await logInWith(aVisitor(stage), device);
    expect(answer.statusCode).toBe(isAlive && !isDisabled ? 303 : 401);
  }
  const byPassword = await aVisitor(stage).logIn(emailAddress, password);
  expect(byPassword.statusCode === 303).toBe(!isDisabled && !isOn && !requires(world));
}

const drawn = fc.oneof(
  ...Object.entries(steps).map(([name, { often }]) => ({ weight: often, arbitrary: fc.constant(name) })),
);

it('no passkey outlives its owner’s wish, role, reset or account, and two-step login never ends unasked', async () => {
  const sequence = fc.array(fc.tuple(drawn, fc.nat(9)), { minLength: 12, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      const world = await openWorld();
      for (const [name, place] of [['add', 0] as const, ...chosen]) {
        const { isOwn, take } = steps[name] ?? { isOwn: true, take: async () => undefined };
        if (isOwn && world.isDisabled) continue;
        await take(world, place);
        await check(world);
      }
      await inTransaction(stage.deps, byTheProduct, (work) => eraseUser(work, world.userId));
      endAll(world);
      for (const { device } of world.keys) expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
      const left = await stage.db.selectFrom('passkeys').select('id').where('userId', '=', world.userId).execute();
      expect(left).toEqual([]);
    }),
    { numRuns: sequences, endOnFailure: true },
  );
}, 240_000);
