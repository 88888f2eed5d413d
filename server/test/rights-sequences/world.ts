import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { aBrowser } from '../browser.ts';
import { buildersFor, type Person } from '../builders.ts';
import { clientsOn, type Made, type Wanted } from '../clients.ts';
import type { Stage } from '../harness.ts';
import { signInWithoutPage } from '../sign-in.ts';
import { type LoanModel, openLoan } from './loan-steps.ts';
import type {
  BrowserHolder,
  Campaign,
  LinkHolder,
  PayerModel,
  ProgramHolder,
  ProgramModel,
  UserModel,
} from './model.ts';
import type { BatchModel } from './money-steps.ts';
import type { SentLink } from './waiting.ts';

/** Two organisations with their people, programs and a payer, and every token that somebody got and kept. */
export type World = {
  stage: Stage;
  clients: ReturnType<typeof clientsOn>;
  /** Two admins to whom nothing happens. */
  admins: { asking: number; confirming: number };
  tenantIds: readonly [number, number];
  users: UserModel[];
  campaigns: readonly [Campaign, Campaign, Campaign];
  payer: PayerModel;
  /** The loan of the second campaign. */
  loan: LoanModel;
  browsers: BrowserHolder[];
  links: LinkHolder[];
  programs: ProgramModel[];
  credentials: ProgramHolder[];
  /** Links of invitations and of new addresses that somebody got. */
  sentLinks: SentLink[];
  /** The people who have a link that sets a password. */
  withPasswordLink: Set<UserModel>;
  /** A payer whose campaign has ended, so that they can be erased. */
  erasableId: number;
  /** The last batch, and the organisation that is owed the money of the next. */
  batch: BatchModel | null;
  owedTenantId: number | null;
  /** The days of the rates that somebody here asked for, as the subjects of the requests. */
  rateDays: Set<number>;
  /** Who sent the last change; null: an admin who stays. */
  lastActor: UserModel | null;
  /** How often everybody has tried. */
  rounds: number;
  /** Each step in words, for the error of a failed sequence. */
  story: string[];
};

export async function signIn({ stage }: Pick<World, 'stage'>, user: UserModel): Promise<BrowserHolder> {
  const tokens = await signInWithoutPage(stage.db, stage.issuer, user.id);
  return { kind: 'browser', user, ...tokens, isEnded: false };
}

/** Opens a Payment URL in a browser of its own, as the payer does. */
export async function openLink({ stage }: Pick<World, 'stage'>, secret: string) {
  const browser = aBrowser(stage);
  const landing = await browser.get(`/pay/${secret}`);
  return landing.statusCode === 303 ? browser.exchange(landing) : null;
}

/** The address of the payer, as an admin copies it. */
export async function secretOf({ stage, admins, campaigns, payer }: World): Promise<string> {
  const url = `/v2/campaigns/${campaigns[0].id}/vendors/${payer.id}/payment-url`;
  const answer = await stage.as(admins.asking)('POST', url, { for: 'copy' });
  return must(/\/pay\/([\w-]{20,})/.exec(answer.body)?.[1], answer.body);
}

export async function holdLink(world: World): Promise<LinkHolder> {
  const secret = await secretOf(world);
  const tokens = must(await openLink(world, secret), 'tokens of a Payment URL');
  return { kind: 'link', payer: world.payer, ...tokens, secret, isEnded: false, isReplaced: false };
}

export async function holdProgram(
  world: World,
  program: ProgramModel,
  made: Made,
  adder: UserModel | null,
): Promise<ProgramHolder> {
  const { clientId, clientSecret: secret, credentials } = made;
  const accessToken = await world.clients.tokenOf(made);
  const { id: credentialId } = must(credentials[0], 'credential');
  const granted = program.scopes;
  return { kind: 'program', program, credentialId, adder, clientId, secret, accessToken, granted, isEnded: false };
}

type NewProgram = { owner: UserModel; tenantId: number; agent?: UserModel; scopes?: readonly Scope[] };

async function addProgram(world: World, { owner, tenantId, agent, scopes: held = scopes }: NewProgram) {
  const wanted: Wanted = { scopes: held, ...(agent && { agentUser: { href: `/v1/users/${agent.id}` } }) };
  const made = await world.clients.aClient(owner.id, tenantId, wanted);
  const name = `the program of ${agent?.name ?? owner.name}`;
  const program = {
    id: made.id,
    name,
    tenantId,
    owner,
    agent: agent ?? null,
    scopes: held,
    makers: new Set([owner.id]),
    isEnded: false,
  };
  world.programs.push(program);
  world.credentials.push(await holdProgram(world, program, made, owner));
}

const userModel = (name: string, { userId, role, memberships }: Person): UserModel => ({
  id: userId,
  name,
  role,
  isDisabled: false,
  memberships: new Map(memberships.map(({ tenantId, tenantUserType }) => [tenantId, tenantUserType])),
  makers: new Set(),
});

/** A logon, so that a new address waits for its owner. Nobody here enters the password. */
async function giveLogons({ db }: Stage, people: readonly Person[]): Promise<void> {
  const now = new Date().toISOString();
  const logon = { type: 'logon', passwordHash: 'none', disabledSinceDate: null, lastUsageDate: null } as const;
  const dates = { lastPasswordChangeDate: now, creationDate: now, lastUpdateDate: now };
  const rows = people.map(({ userId, emailAddress }) => ({
    userId,
    logonIdentifier: emailAddress,
    ...logon,
    ...dates,
  }));
  await db.insertInto('credentials').values(rows).execute();
}

/** A payer of a campaign that has ended. */
async function anErasable(stage: Stage, by: Person, tenantId: number): Promise<number> {
  const { id, payers } = await buildersFor(stage).aCampaign(by, tenantId);
  const ended = { status: statusRank('cancelled'), statusLastUpdate: '2020-01-01T00:00:00.000Z' };
  await stage.db.updateTable('agreements').set(ended).where('id', '=', id).execute();
  return must(payers[0], 'payer').id;
}

export async function openWorld(stage: Stage, admins: World['admins']): Promise<World> {
  const build = buildersFor(stage);
  const tenantIds = [await build.aTenant(), await build.aTenant()] as const;
  const [here, there] = tenantIds;
  const mia = await build.aPerson('tenant_user', { tenantId: here, as: 'manager' });
  const eli = await build.aPerson('tenant_user', { tenantId: here, as: 'employee' });
  const sam = await build.aPerson(
    'tenant_user',
    { tenantId: here, as: 'employee' },
    { tenantId: there, as: 'manager' },
  );
  const kim = await build.aPerson('admin');
  // In an organisation of its own, so that nobody here sees its campaign.
  const elsewhere = await build.aTenant();
  const elsewhereBy = await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' });
  const own = await build.aCampaign(eli, here, { status: 'waiting-invite' });
  const others = [await build.aCampaign(sam, here), await build.aCampaign(sam, there)] as const;
  const users = [userModel('Mia', mia), userModel('Eli', eli), userModel('Sam', sam), userModel('Kim', kim)];
  const [first, second, third] = users as [UserModel, UserModel, UserModel, UserModel];
  const { id, userId } = must(own.payers[0], 'payer');
  const pat = { id: userId, name: 'Pat', role: 'vendor', isDisabled: false } as const;
  const user: UserModel = { ...pat, memberships: new Map(), makers: new Set() };
  await giveLogons(stage, [mia, eli, sam, kim]);
  const campaigns = [
    { id: own.id, tenantId: here, agentId: second.id },
    { id: others[0].id, tenantId: here, agentId: third.id },
    { id: others[1].id, tenantId: there, agentId: third.id },
  ] as const;
  const world: World = {
    stage,
    clients: clientsOn(stage),
    admins,
    tenantIds,
    users,
    campaigns,
    loan: await openLoan(stage, campaigns[1]),
    payer: { id, user, isRemoved: false },
    erasableId: await anErasable(stage, elsewhereBy, elsewhere),
    ...{ browsers: [], links: [], programs: [], credentials: [], story: [], rounds: 0 },
    ...{ sentLinks: [], withPasswordLink: new Set<UserModel>(), lastActor: null },
    ...{ batch: null, owedTenantId: null, rateDays: new Set<number>() },
  };
  for (const each of users) world.browsers.push(await signIn(world, each));
  world.links.push(await holdLink(world));
  await addProgram(world, { owner: first, tenantId: here });
  await addProgram(world, { owner: first, tenantId: here, agent: second, scopes: ['campaigns:read', 'team:read'] });
  // Its manager also works in the other organisation.
  await addProgram(world, { owner: third, tenantId: there });
  return world;
}
