import type { Role, Standing, TenantUserType } from '@kerb/domain/access/actor.ts';
import { type Permission, permissions, type Reach } from '@kerb/domain/access/permissions.ts';
import { permissionsOfScope } from '@kerb/domain/access/scope-permissions.ts';
import type { Scope } from '@kerb/domain/access/scopes.ts';

/**
 * What each holder of a token should be able to do. It shares the tables of the domain, the matrix and the scopes, and
 * none of its code: that is what it is compared with.
 */
export type UserModel = {
  id: number;
  name: string;
  role: Role;
  isDisabled: boolean;
  /** None while the user has another role: a change of the role ends them. */
  memberships: Map<number, TenantUserType>;
  /** Who made or changed the account. */
  makers: Set<number>;
};

export type Campaign = { id: number; tenantId: number; agentId: number | null };

/** A payer of the first campaign. */
export type PayerModel = { id: number; user: UserModel; isRemoved: boolean };

export type BrowserHolder = {
  kind: 'browser';
  user: UserModel;
  accessToken: string;
  refreshToken: string;
  isEnded: boolean;
};
/** The sign-in of a Payment URL, and the secret of the address. */
export type LinkHolder = {
  kind: 'link';
  payer: PayerModel;
  accessToken: string;
  refreshToken: string;
  secret: string;
  isEnded: boolean;
  /** Whether the address was replaced or its payer removed. A sign-in may end while its address still works. */
  isReplaced: boolean;
};
export type ProgramModel = {
  id: number;
  name: string;
  tenantId: number;
  owner: UserModel;
  agent: UserModel | null;
  scopes: readonly Scope[];
  /** Who made it, changed what it may do, or gave it a secret. */
  makers: Set<number>;
  isEnded: boolean;
};
/** One secret of a program, and a token that was issued for it. */
export type ProgramHolder = {
  kind: 'program';
  program: ProgramModel;
  credentialId: number;
  /** Who added the secret; null: an admin who stays. */
  adder: UserModel | null;
  clientId: string;
  secret: string;
  accessToken: string;
  /** The scopes of the token. */
  granted: readonly Scope[];
  isEnded: boolean;
};
export type Holder = BrowserHolder | LinkHolder | ProgramHolder;

/** What a call is about. */
export type Aim = { permission: Permission; tenantId?: number; campaign?: Campaign };
export type Expected = 200 | 401 | 403 | 404;

const isActiveMember = (user: UserModel, tenantId: number): boolean =>
  !user.isDisabled && user.role === 'tenant_user' && user.memberships.has(tenantId);

export const isActiveManager = (user: UserModel, tenantId: number): boolean =>
  isActiveMember(user, tenantId) && user.memberships.get(tenantId) === 'manager';

/** A program ends for good with its agent, or if its owner is no manager and the organisation has no other. */
export function endPrograms(programs: readonly ProgramModel[], users: readonly UserModel[]): void {
  for (const program of programs) {
    const { agent, owner, tenantId } = program;
    const isOrphaned = !isActiveManager(owner, tenantId) && !users.some((user) => isActiveManager(user, tenantId));
    if (isOrphaned || (agent && !isActiveMember(agent, tenantId))) program.isEnded = true;
  }
}

export function isAlive(holder: Holder): boolean {
  if (holder.isEnded) return false;
  return holder.kind === 'program' ? !holder.program.isEnded : true;
}

const reachOf = (permission: Permission): Record<Standing, Reach> => permissions[permission];

type Member = { memberships: ReadonlyMap<number, TenantUserType>; ownId: number };

function expectedOfMember({ memberships, ownId }: Member, { permission, tenantId, campaign }: Aim): Expected {
  const reach = reachOf(permission);
  const reachesSomewhere = [...memberships.values()].some((type) => reach[type] !== 'none');
  if (!reachesSomewhere && reach.employee === 'none') return 403;
  if (tenantId === undefined) return 200;
  const type = memberships.get(tenantId);
  if (type === undefined) return 404;
  if (reach[type] === 'none') return 403;
  const isOwn = campaign === undefined || campaign.agentId === ownId;
  return reach[type] === 'organisation' || isOwn ? 200 : 404;
}

function expectedOfProgram({ program, granted }: ProgramHolder, aim: Aim): Expected {
  const held = granted.filter((scope) => program.scopes.includes(scope));
  const allowed = held.flatMap((scope) => permissionsOfScope[scope].map(({ permission }) => permission));
  if (aim.permission !== 'session.read' && !allowed.includes(aim.permission)) return 403;
  const type = program.agent ? 'employee' : 'manager';
  return expectedOfMember({ memberships: new Map([[program.tenantId, type]]), ownId: program.agent?.id ?? 0 }, aim);
}

/** A payer who came by a link reaches one campaign; the users here who have the role of a payer pay for none. */
function expectedOfPayer(campaignId: number | null, { permission, tenantId, campaign }: Aim): Expected {
  if (reachOf(permission).vendor === 'none') return 403;
  if (tenantId === undefined && campaign === undefined) return 200;
  return campaign !== undefined && campaign.id === campaignId ? 200 : 404;
}

/** What the matrix answers to a living token. */
export function expectedAnswer(holder: Holder, aim: Aim, paidCampaignId: number): Expected {
  if (!isAlive(holder)) return 401;
  if (holder.kind === 'program') return expectedOfProgram(holder, aim);
  if (holder.kind === 'link') return expectedOfPayer(paidCampaignId, aim);
  return expectedOfUser(holder.user, aim);
}

function expectedOfUser({ role, memberships, id }: UserModel, aim: Aim): Expected {
  if (role === 'vendor') return expectedOfPayer(null, aim);
  if (role === 'admin') return reachOf(aim.permission).admin === 'none' ? 403 : 200;
  return expectedOfMember({ memberships, ownId: id }, aim);
}

/** Whether a person may ask for something now. Null: an admin who stays. */
export const mayAsk = (user: UserModel | null, aim: Aim): boolean =>
  user === null || (!user.isDisabled && expectedOfUser(user, aim) === 200);

/** Whether somebody made or changed this account, or that of a maker who is no admin. */
export function isMadeBy(users: readonly UserModel[], made: UserModel, by: number): boolean {
  const seen = new Set<number>([made.id]);
  const queue = [made];
  for (const { makers } of queue) {
    if (makers.has(by)) return true;
    const next = users.filter(({ id, role }) => makers.has(id) && role !== 'admin' && !seen.has(id));
    for (const user of next) seen.add(user.id);
    queue.push(...next);
  }
  return false;
}
