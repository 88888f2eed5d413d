import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { makeAdmin } from '../make-admin.ts';
import { type Aim, type BrowserHolder, endPrograms, expectedAnswer, type UserModel } from './model.ts';
import { nameOf } from './probes.ts';
import { holdLink, holdProgram, signIn, type World } from './world.ts';

/** Random numbers that a step turns into the person who acts, the person concerned, and a choice. */
export type Draw = { who: number; whom: number; which: number };
type Step = (world: World, draw: Draw) => Promise<void>;
type Answer = { statusCode: number; body: string; json: () => ReturnType<typeof JSON.parse> };

const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

type Request = { method: 'POST' | 'PUT' | 'DELETE'; url: string; body?: object; aim: Aim };

/**
 * Sends a change as an admin or as one of the people, with the newest token that they hold, valid or not. Whom the
 * matrix refuses must be refused in just that way. Returns the answer if the change was made.
 */
async function change(world: World, who: number, { method, url, body, aim }: Request): Promise<Answer | null> {
  const actors: (BrowserHolder | null)[] = [
    null,
    null,
    null,
    null,
    ...world.users.map((user) => newestOf(world, user)),
  ];
  const by = pick(actors, who);
  const token = by?.accessToken ?? (await world.stage.accessTokenFor(world.admins.asking));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.stage.app.inject({ method, url, headers, ...(body && { payload: body }) });
  world.story.push(`${by ? nameOf(by) : 'an admin'}: ${method} ${url} ${JSON.stringify(body)}: ${answer.statusCode}`);
  if (answer.statusCode >= 500) throw new Error(answer.body);
  const expected = by ? expectedAnswer(by, aim, world.campaigns[0].id) : 200;
  if (expected !== 200 && answer.statusCode !== expected) {
    throw new Error(`${by && nameOf(by)} was answered ${answer.statusCode}, and should be answered ${expected}`);
  }
  return answer.statusCode < 300 ? answer : null;
}

const newestOf = ({ browsers }: World, user: UserModel): BrowserHolder =>
  must(
    browsers.findLast((holder) => holder.user === user),
    'a sign-in',
  );

/** What a change of the role or the account does to everything that the user holds. */
function endSignIns({ browsers, links }: World, user: UserModel): void {
  for (const holder of browsers) if (holder.user === user) holder.isEnded = true;
  for (const holder of links) if (holder.payer.user === user) holder.isEnded = true;
}

/** The team of an organisation, changed by somebody. */
const saveMember =
  (next: TenantUserType | 'none'): Step =>
  async (world, { who, whom, which }) => {
    const [user, tenantId] = [pick(world.users, whom), pick(world.tenantIds, which)];
    const isGone = next === 'none';
    const made = await change(world, who, {
      method: isGone ? 'DELETE' : 'PUT',
      url: `/v1/tenants/${tenantId}/users/${user.id}`,
      ...(!isGone && { body: { tenantUserType: next } }),
      aim: { permission: 'team.change', tenantId },
    });
    if (!made) return;
    if (isGone) user.memberships.delete(tenantId);
    else user.memberships.set(tenantId, next);
  };

const grant: Step = async (world, { who, whom, which }) => {
  const [user, tenantId] = [pick(world.users, whom), pick(world.tenantIds, which)];
  const tenantUserType: TenantUserType = pick(['manager', 'employee'], who + which);
  const made = await change(world, who, {
    method: 'POST',
    url: `/v1/tenants/${tenantId}/users`,
    body: { user: { href: `/v1/users/${user.id}` }, tenantUserType },
    aim: { permission: 'team.add', tenantId },
  });
  if (made) user.memberships.set(tenantId, tenantUserType);
};

/** Somebody leaves one organisation and starts in the other. */
const transfer: Step = async (world, { whom, which }) => {
  const byAdmin = { who: 0, whom };
  await saveMember('none')(world, { ...byAdmin, which });
  await grant(world, { ...byAdmin, which: which + 1 });
};

/** The account of a person or the payer, changed by somebody. */
const saveUser =
  (body: { disabled: boolean } | { role: 'tenant_user' | 'vendor' }): Step =>
  async (world, { who, whom }) => {
    const user = pick('disabled' in body ? [...world.users, world.payer.user] : world.users, whom);
    const url = `/v1/users/${user.id}`;
    const answer = await change(world, who, { method: 'PUT', url, body, aim: { permission: 'user.change' } });
    if (!answer) return;
    const { role, disabledDate } = answer.json();
    if (user.role === role && user.isDisabled === (disabledDate !== null)) return;
    Object.assign(user, { role, isDisabled: disabledDate !== null });
    endSignIns(world, user);
  };

const promoteToAdmin: Step = async (world, { whom }) => {
  const user = pick(world.users, whom);
  if (user.role === 'admin' || user.isDisabled) return;
  await makeAdmin(world.stage, world.admins, user.id);
  world.story.push(`two admins made ${user.name} an admin`);
  user.role = 'admin';
  endSignIns(world, user);
};

const endAllSignIns: Step = async (world, { who, whom }) => {
  const user = pick([...world.users, world.payer.user], whom);
  const url = `/v1/users/${user.id}/end-sign-ins`;
  if (await change(world, who, { method: 'POST', url, aim: { permission: 'user.change' } })) endSignIns(world, user);
};

/** The last two sign-ins of each person go on trying. */
const signInAgain: Step = async (world, { whom }) => {
  const user = pick(world.users, whom);
  if (user.isDisabled) return;
  world.story.push(`${user.name} signed in`);
  const [last] = world.browsers.filter((holder) => holder.user === user).slice(-1);
  world.browsers = [...world.browsers.filter((each) => each.user !== user || each === last), await signIn(world, user)];
};

const setScopes: Step = async (world, { who, whom, which }) => {
  const program = pick(world.programs, whom);
  // Those of a program that sees one team member's campaigns.
  const possible: readonly Scope[] = program.agent ? ['campaigns:read', 'team:read', 'payers:read'] : scopes;
  const held = possible.filter((_, at) => (at + which) % 3 !== 0);
  const made = await change(world, who, {
    method: 'PUT',
    url: `/v1/service-identities/${program.id}`,
    body: { scopes: held },
    aim: { permission: 'integration.change', tenantId: program.tenantId },
  });
  if (made) program.scopes = held;
};

const endProgram: Step = async (world, { who, whom }) => {
  const program = pick(world.programs, whom);
  const aim: Aim = { permission: 'integration.change', tenantId: program.tenantId };
  const made = await change(world, who, { method: 'DELETE', url: `/v1/service-identities/${program.id}`, aim });
  if (made) program.isEnded = true;
};

const endSecret: Step = async (world, { who, whom }) => {
  const holder = pick(world.credentials, whom);
  const aim: Aim = { permission: 'integration.change', tenantId: holder.program.tenantId };
  const url = `/v1/service-credentials/${holder.credentialId}`;
  if (await change(world, who, { method: 'DELETE', url, aim })) holder.isEnded = true;
};

/** A new secret; the old ones end at once. */
const rotateSecret: Step = async (world, { who, whom }) => {
  const program = pick(world.programs, whom);
  const made = await change(world, who, {
    method: 'POST',
    url: `/v1/service-identities/${program.id}/credentials`,
    body: { endOthersInDays: 0 },
    aim: { permission: 'integration.change', tenantId: program.tenantId },
  });
  if (!made) return;
  const older = world.credentials.filter((holder) => holder.program === program);
  for (const holder of older) holder.isEnded = true;
  const kept = world.credentials.filter((holder) => holder.program !== program || holder === older.at(-1));
  world.credentials = [...kept, await holdProgram(world, program, made.json())];
};

/** Another mailbox, and so another user and another Payment URL. */
const readdressPayer: Step = async (world, { who }) => {
  const { payer, campaigns } = world;
  if (payer.isRemoved) return;
  const [{ id: campaignId, tenantId }] = campaigns;
  const emailAddress = `readdressed${payer.id}.${world.story.length}@example.com`;
  const made = await change(world, who, {
    method: 'PUT',
    url: `/v1/signatories/${payer.id}`,
    body: { emailAddress },
    aim: { permission: 'payer.change', tenantId, campaign: campaigns[0] },
  });
  if (!made) return;
  for (const holder of world.links) Object.assign(holder, { isEnded: true, isReplaced: true });
  const { stage } = world;
  const row = stage.db.selectFrom('signatories').select('userId').where('id', '=', payer.id);
  const { userId: id } = await row.where('agreementId', '=', campaignId).executeTakeFirstOrThrow();
  payer.user = { id, name: 'Pat', role: 'vendor', isDisabled: false, memberships: new Map() };
  world.links = [...world.links.slice(-1), await holdLink(world)];
};

const openLinkAgain: Step = async (world) => {
  const { payer } = world;
  if (payer.isRemoved || payer.user.isDisabled) return;
  world.story.push('Pat opened the Payment URL');
  world.links = [...world.links.slice(-1), await holdLink(world)];
};

const removePayer: Step = async (world, { who }) => {
  const { payer, campaigns } = world;
  if (payer.isRemoved) return;
  const [campaign] = campaigns;
  const made = await change(world, who, {
    method: 'DELETE',
    url: `/v2/campaigns/${campaign.id}/vendors/${payer.id}`,
    aim: { permission: 'payer.remove', tenantId: campaign.tenantId, campaign },
  });
  if (!made) return;
  payer.isRemoved = true;
  for (const holder of world.links) holder.isEnded = true;
};

export const steps = {
  grant,
  revoke: saveMember('none'),
  promote: saveMember('manager'),
  demote: saveMember('employee'),
  transfer,
  disable: saveUser({ disabled: true }),
  enable: saveUser({ disabled: false }),
  becomePayer: saveUser({ role: 'vendor' }),
  becomeMember: saveUser({ role: 'tenant_user' }),
  promoteToAdmin,
  endAllSignIns,
  signInAgain,
  setScopes,
  endProgram,
  endSecret,
  rotateSecret,
  readdressPayer,
  openLinkAgain,
  removePayer,
} satisfies Record<string, Step>;
export type StepName = keyof typeof steps;

export async function take(world: World, name: StepName, draw: Draw): Promise<void> {
  await steps[name](world, draw);
  endPrograms(world.programs, world.users);
}
