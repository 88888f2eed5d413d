import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import { closeAccounts } from '@kerb/server/features/privacy/close-account.ts';
import { erasePersonalData } from '@kerb/server/features/privacy/erase-payer.ts';
import { aBrowser } from '../browser.ts';
import { isMadeBy, mayAsk, type UserModel } from './model.ts';
import { change, type Draw, endSignIns, newestOf, outcomeOf, pick, type Step } from './sending.ts';
import { endInvitationsTo, endLinksOf, tokenSentTo } from './waiting.ts';
import type { World } from './world.ts';

export const userOf = (world: World, id: number | null) => world.users.find((user) => user.id === id) ?? null;
const unique = (world: World) => `${world.tenantIds[0]}.${world.story.length}`;

async function addressOf({ stage: { db } }: World, { id }: UserModel): Promise<string> {
  const user = db.selectFrom('users').select('emailAddress').where('id', '=', id);
  return (await user.executeTakeFirstOrThrow()).emailAddress;
}

const askBankAccount: Step = async (world, { who, which }) => {
  const tenantId = pick(world.tenantIds, which);
  const accountNumber = String(10_000_000 + world.story.length);
  await change(world, who, {
    method: 'PUT',
    url: `/v1/tenants/${tenantId}/settings`,
    body: { bankAccount: { accountName: 'Trust', bsbNumber: '062-000', accountNumber }, bankAccountConfirmed: true },
    aim: { permission: 'tenant.settings', tenantId },
  });
};

type Confirmer = { userId: number; user: UserModel | null; name: string };

/** One of the two admins who stay, or one of the people. */
function confirmerAt({ admins, users }: World, who: number): Confirmer {
  const stays = [admins.asking, admins.confirming].map((userId) => ({ userId, user: null, name: 'an admin' }));
  const people = users.map((user) => ({ userId: user.id, user, name: user.name }));
  return pick<Confirmer>([...stays, ...stays, ...people], who);
}

/** A confirmation comes from a second person, and the person who asked may still ask. */
export function checkSecond(world: World, askerId: number, confirmerId: number): void {
  if (askerId === confirmerId) throw new Error('somebody confirmed their own request');
  const [asker, confirmer] = [userOf(world, askerId), userOf(world, confirmerId)];
  if (asker && isMadeBy(world.users, asker, confirmerId)) {
    throw new Error(`${confirmer?.name ?? 'an admin'} confirmed a request of ${asker.name}, whom they made`);
  }
}

export async function confirm(world: World, who: number, url: string, body: object): Promise<number | null> {
  const { userId, user, name } = confirmerAt(world, who);
  const token = user ? newestOf(world, user).accessToken : await world.stage.accessTokenFor(userId);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.stage.app.inject({ method: 'POST', url, headers, payload: body });
  world.story.push(`${name}: POST ${url}: ${outcomeOf(answer)}`);
  if (answer.statusCode >= 500) throw new Error(answer.body);
  return answer.statusCode === 200 ? userId : null;
}

const confirmBankAccount: Step = async (world, { who, which }) => {
  const tenantId = pick(world.tenantIds, which);
  const tenant = world.stage.db.selectFrom('tenants').select('draftContent').where('id', '=', tenantId);
  const { draftContent } = await tenant.executeTakeFirstOrThrow();
  const asked = draftContent?.bankAccount;
  const body = { fields: ['bankAccount'], callBackNote: 'Called the number of the contract.' };
  const by = await confirm(world, who, `/v1/tenants/${tenantId}/settings/apply`, body);
  if (by === null) return;
  if (!asked?.userId) throw new Error('an account was confirmed that nobody asked for');
  checkSecond(world, asked.userId, by);
  const right = { permission: 'tenant.settings', tenantId } as const;
  if (!mayAsk(userOf(world, asked.userId), right)) throw new Error('an account of somebody who left was confirmed');
};

/** Asks to make somebody an admin, which waits for a second person. */
const askAdmin: Step = async (world, { who, whom }) => {
  const user = pick(world.users, whom);
  const body = { role: 'admin', reason: 'More hands' };
  const aim = { permission: 'user.change' } as const;
  await change(world, who, { method: 'PUT', url: `/v1/users/${user.id}`, body, aim });
};

const askErasure: Step = async (world, { who }) => {
  const url = `/v1/signatories/${world.erasableId}/erase`;
  await change(world, who, {
    method: 'POST',
    url,
    body: { reason: 'They asked' },
    aim: { permission: 'privacy.erase' },
  });
};

const confirmAct: Step = async (world, { who, which }) => {
  const { db } = world.stage;
  const open = await db.selectFrom('pendingActs').selectAll().where('outcome', 'is', null).orderBy('id').execute();
  const mine = open.filter(({ kind, subjectId }) => {
    if (kind === 'rate') return world.rateDays.has(subjectId);
    return kind === 'erase-payer' ? subjectId === world.erasableId : userOf(world, subjectId) !== null;
  });
  const act = mine[which % Math.max(mine.length, 1)];
  if (!act) return;
  const by = await confirm(world, who, `/v1/pending-acts/${act.id}/confirm`, {});
  if (by === null) return;
  checkSecond(world, act.askedByUserId, by);
  if (act.kind === 'erase-payer') return erasePersonalData(world.stage.deps);
  const user = userOf(world, act.subjectId);
  if (!user) return;
  for (const maker of [act.askedByUserId, by]) user.makers.add(maker);
  if (act.kind !== 'make-admin') return;
  if (user.role !== 'admin') user.memberships.clear();
  Object.assign(user, { role: 'admin', isDisabled: false });
  endInvitationsTo(world, user);
  endSignIns(world, user);
};

/** Another mailbox for somebody who logs in: its owner confirms it. */
const askAddress: Step = async (world, { who, whom }) => {
  const user = pick(world.users, whom);
  const emailAddress = `moved${user.id}.${unique(world)}@example.com`;
  const answer = await change(world, who, {
    method: 'PUT',
    url: `/v1/users/${user.id}`,
    body: { emailAddress, reason: 'A new mailbox' },
    aim: { permission: 'user.change' },
  });
  if (answer?.json().pendingEmailAddress !== emailAddress) return;
  for (const link of world.sentLinks) if (link.owner === user) link.isAlive = false;
  const token = await tokenSentTo(world, emailAddress);
  const asker = world.lastActor;
  const [kind, permission] = ['address', 'user.change'] as const;
  world.sentLinks.push({ kind, token, asker, permission, owner: user, invited: null, isAlive: true });
};

const submit = async ({ stage }: World, path: string, fields: Record<string, string>) =>
  (await aBrowser(stage).submit(path, fields)).statusCode;

/** A link works if and only if nothing has ended it. */
async function follow(world: World, kind: 'address' | 'invitation', which: number, path: string, more = {}) {
  const links = world.sentLinks.filter((link) => link.kind === kind);
  const link = links[which % Math.max(links.length, 1)];
  if (!link) return null;
  const status = await submit(world, path, { token: link.token, ...more });
  world.story.push(`somebody: POST ${path}: ${status}`);
  const isAlive = link.isAlive && !link.invited?.isDisabled;
  if (status < 400 !== isAlive) throw new Error(`${path} answered ${status}, and isAlive is ${isAlive}`);
  if (!isAlive) return null;
  link.isAlive = false;
  return link;
}

const confirmAddress: Step = async (world, { which }) => {
  const link = await follow(world, 'address', which, '/confirm-email');
  if (!link?.owner) return;
  const { owner, asker } = link;
  // The link of an invitation to the former mailbox would make a second account in the team.
  endInvitationsTo(world, owner);
  forgetAddress(world, owner);
  endSignIns(world, owner);
  if (asker === owner) return;
  owner.makers.add(asker?.id ?? world.admins.asking);
  // The old password has ended, and the new address got a link to choose another one.
  world.withPasswordLink.add(owner);
};

/** A person who gets this address later is another person. */
function forgetAddress({ sentLinks }: World, user: UserModel): void {
  for (const link of sentLinks) if (link.invited === user) link.invited = null;
}

type Invitee = { emailAddress: string; invited: UserModel | null; type: TenantUserType };

async function sendInvitation(world: World, { who, which }: Draw, { emailAddress, invited, type }: Invitee) {
  const tenantId = pick(world.tenantIds, which);
  const tenant = { href: `/v1/tenants/${tenantId}` };
  const made = await change(world, who, {
    method: 'POST',
    url: '/v1/user-invitations',
    body: { tenant, firstName: 'Ivy', surname: 'Ng', emailAddress, tenantUserType: type },
    aim: { permission: 'invitation.change', tenantId },
  });
  if (!made) return;
  const token = await tokenSentTo(world, emailAddress);
  const right = { permission: 'invitation.change', tenantId } as const;
  const sent = { kind: 'invitation', token, asker: world.lastActor, ...right, type, invited } as const;
  world.sentLinks.push({ ...sent, owner: null, isAlive: true });
}

/** As an employee, so that the people of the model stay all managers. */
const invite: Step = (world, draw) =>
  sendInvitation(world, draw, {
    emailAddress: `invited.${unique(world)}@example.com`,
    invited: null,
    type: 'employee',
  });

/** Somebody who has an account already, whatever their role is. */
const inviteKnown: Step = async (world, draw) => {
  const user = pick(world.users, draw.whom);
  const type: TenantUserType = pick(['manager', 'employee'], draw.who + draw.which + 1);
  await sendInvitation(world, draw, { emailAddress: await addressOf(world, user), invited: user, type });
};

const acceptInvitation: Step = async (world, { which }) => {
  const link = await follow(world, 'invitation', which, '/accept-invitation', { password: 'correct horse battery' });
  const user = link?.invited;
  if (!user || link.tenantId === undefined || user.role === 'admin') return;
  user.makers.add(link.asker?.id ?? world.admins.asking);
  if (user.role === 'vendor') {
    user.role = 'tenant_user';
    endLinksOf(world, user);
  }
  if (!user.memberships.has(link.tenantId)) user.memberships.set(link.tenantId, link.type ?? 'employee');
};

const registerWebhook: Step = async (world, { who, which }) => {
  const tenantId = pick(world.tenantIds, which);
  await change(world, who, {
    method: 'POST',
    url: `/v1/tenants/${tenantId}/webhooks`,
    body: { url: 'http://127.0.0.1:9/kerb', events: ['campaign_create'] },
    aim: { permission: 'webhook.change', tenantId },
  });
};

/** A program with the scope registers a webhook for its organisation. */
const registerByProgram: Step = async (world, { whom }) => {
  const { accessToken, program } = pick(world.credentials, whom);
  const answer = await world.clients.withToken(accessToken)('POST', `/v1/tenants/${program.tenantId}/webhooks`, {
    ...{ url: 'http://127.0.0.1:9/kerb', events: ['campaign_create'] },
  });
  world.story.push(`${program.name}: POST webhooks: ${answer.statusCode}`);
};

const askPasswordLink: Step = async (world, { whom }) => {
  const user = pick(world.users, whom);
  const status = await submit(world, '/forgotten-password', { email: await addressOf(world, user) });
  world.story.push(`somebody: POST /forgotten-password for ${user.name}: ${status}`);
  if (!user.isDisabled) world.withPasswordLink.add(user);
};

/** The person asks for it, and the days are over at once. */
const closeAccount: Step = async (world, { whom }) => {
  const { db, deps, app } = world.stage;
  const user = pick(world.users, whom);
  const headers = { authorization: `Bearer ${newestOf(world, user).accessToken}` };
  const answer = await app.inject({ method: 'POST', url: '/v1/account/close', headers });
  world.story.push(`${user.name}: POST /v1/account/close: ${answer.statusCode}`);
  if (answer.statusCode !== 200) return;
  const past = { closingDate: '2020-01-01T00:00:00.000Z' };
  await db.updateTable('users').set(past).where('id', '=', user.id).where('closingDate', 'is not', null).execute();
  await closeAccounts(deps);
  user.isDisabled = true;
  user.memberships.clear();
  forgetAddress(world, user);
  endSignIns(world, user);
};

/** Steps that change nobody's rights. Only pending work is checked after them. */
export const askingSteps = {
  askBankAccount,
  confirmBankAccount,
  askAdmin,
  askErasure,
  askAddress,
  invite,
  inviteKnown,
  registerWebhook,
  registerByProgram,
  askPasswordLink,
} satisfies Record<string, Step>;

export const waitingSteps = {
  ...askingSteps,
  acceptInvitation,
  confirmAct,
  confirmAddress,
  closeAccount,
} satisfies Record<string, Step>;
