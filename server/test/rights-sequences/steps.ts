import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { makeAdmin } from '../make-admin.ts';
import { loanSteps } from './loan-steps.ts';
import { type Aim, endPrograms } from './model.ts';
import { moneySteps } from './money-steps.ts';
import { change, type Draw, endSignIns, lastActorId, pick, type Step } from './sending.ts';
import { endInvitationsTo, endPendingWork } from './waiting.ts';
import { waitingSteps } from './waiting-steps.ts';
import { holdLink, holdProgram, signIn, type World } from './world.ts';

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
    if (isGone) {
      user.memberships.delete(tenantId);
      endInvitationsTo(world, user, tenantId);
    } else {
      if (user.memberships.get(tenantId) !== next) user.makers.add(lastActorId(world));
      user.memberships.set(tenantId, next);
    }
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
  if (!made) return;
  user.memberships.set(tenantId, tenantUserType);
  user.makers.add(lastActorId(world));
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
    if (user.role !== role) user.memberships.clear();
    Object.assign(user, { role, isDisabled: disabledDate !== null });
    if (disabledDate === null) user.makers.add(lastActorId(world));
    if (disabledDate !== null || role !== 'tenant_user') endInvitationsTo(world, user);
    endSignIns(world, user);
  };

/** Nobody is made an admin while a new address or the same request waits. */
async function isAwaited({ stage: { db } }: World, id: number): Promise<boolean> {
  const address = await db.selectFrom('emailChanges').select('userId').where('userId', '=', id).executeTakeFirst();
  const acts = db.selectFrom('pendingActs').select('id').where('subjectId', '=', id).where('kind', '=', 'make-admin');
  return address !== undefined || (await acts.where('outcome', 'is', null).executeTakeFirst()) !== undefined;
}

const promoteToAdmin: Step = async (world, { whom }) => {
  const user = pick(world.users, whom);
  if (user.role === 'admin' || user.isDisabled || (await isAwaited(world, user.id))) return;
  await makeAdmin(world.stage, world.admins, user.id);
  world.story.push(`two admins made ${user.name} an admin`);
  user.role = 'admin';
  user.memberships.clear();
  endInvitationsTo(world, user);
  for (const maker of Object.values(world.admins)) user.makers.add(maker);
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
  if (!made) return;
  program.scopes = held;
  program.makers.add(lastActorId(world));
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
  program.makers.add(lastActorId(world));
  const older = world.credentials.filter((holder) => holder.program === program);
  for (const holder of older) holder.isEnded = true;
  const kept = world.credentials.filter((holder) => holder.program !== program || holder === older.at(-1));
  world.credentials = [...kept, await holdProgram(world, program, made.json(), world.lastActor)];
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
  payer.user = { ...payer.user, id, isDisabled: false };
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
  ...loanSteps,
  ...waitingSteps,
  ...moneySteps,
} satisfies Record<string, Step>;
export type StepName = keyof typeof steps;

export async function take(world: World, name: StepName, draw: Draw): Promise<void> {
  await steps[name](world, draw);
  endPrograms(world.programs, world.users);
  endPendingWork(world);
}
