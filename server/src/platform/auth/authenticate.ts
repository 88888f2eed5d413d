import { type Actor, type ActorSignIn, type Membership, type Role, roleOfMembers } from '@kerb/domain/access/actor.ts';
import { actorOfClient } from '@kerb/domain/access/scope-permissions.ts';
import type { Scope } from '@kerb/domain/access/scopes.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import {
  actorSeenAs,
  mayBeViewed,
  mayViewAs,
  parseViewAs,
  type ViewAs,
  viewAsChangesHeader,
  viewAsHeader,
} from '@kerb/domain/session/view-as.ts';
import { refusedFamily } from '@kerb/server/platform/auth/ended-links.ts';
import { membershipCounts, ownSignInHolds, signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { type AccessClaims, readAccessToken, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { compiledOnce, type InSql } from '@kerb/server/platform/database/compiled-once.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { keepingPlan } from '@kerb/server/platform/database/kept-plans.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { RateLimit } from '@kerb/server/platform/limits/rate-limit.ts';
import { type Counted, programBudget, programCount } from '@kerb/server/platform/limits/throttle.ts';
import { notPermitted, notSignedIn, Problem } from '@kerb/server/platform/problems/problem.ts';
import { ownerOfUser } from '@kerb/server/platform/queues/lanes.ts';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';

type Row = {
  id: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  role: Role;
  agreementId: number | null;
  memberships: Membership[];
};
type SignInRow = {
  signInId: number;
  provedDate: Moment | null;
  isUnlocked: boolean;
  isFromMailbox: boolean;
  signatoryId: number | null;
  linkTenantId: number | null;
  openedByUserId: number | null;
  openedByFirstName: string | null;
  openedBySurname: string | null;
};

/** Null for the sign-in of a person. */
type ClientRow = {
  client: { identityId: number; name: string; tenantId: number; agentUserId: number | null; scopes: Scope[] } | null;
};

/** All of them, for impersonation; `counted` are those of a sign-in. */
const membershipsWhere = (counts: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('tenantId', m.tenant_id, 'tenantUserType', m.tenant_user_type)), '[]')
  from tenant_users m where m.user_id = u.id and u.role = ${roleOfMembers} and ${counts})`;
const memberships = membershipsWhere(sql`true`);
const countedMemberships = membershipsWhere(membershipCounts);

/** A narrowed scope of the program holds at its next request, also with an older token. */
const clientOfSignIn = sql`(
  select json_build_object('identityId', i.id, 'name', i.name, 'tenantId', i.tenant_id, 'agentUserId', i.agent_user_id,
    'scopes', (select coalesce(json_agg(held), '[]') from unnest(i.scopes) held where held = any(s.scopes)))
  from service_credentials k join service_identities i on i.id = k.service_identity_id
  where k.id = s.service_credential_id)`;

function actorOf(row: Row & Partial<ClientRow>): Actor {
  if (row.client) return actorOfClient({ userId: row.id, ...row.client });
  const base = { userId: row.id, displayName: displayName(row), emailAddress: row.emailAddress };
  // A sign-in by Payment URL is a payer of that one campaign and nothing more, whatever other rights the account has.
  if (row.agreementId !== null) {
    return { ...base, role: 'vendor', memberships: [], onlyAgreementId: row.agreementId };
  }
  return { ...base, role: row.role, memberships: row.memberships };
}

function signInOf({ signInId, provedDate, isUnlocked, isFromMailbox, signatoryId, ...row }: SignInRow): ActorSignIn {
  const { openedByUserId, openedByFirstName, openedBySurname, linkTenantId } = row;
  const ofLink = signatoryId === null ? {} : { signatoryId, ...(linkTenantId !== null && { tenantId: linkTenantId }) };
  const signIn = { id: signInId, provedDate, isUnlocked, isFromMailbox, ...ofLink };
  if (openedByUserId === null) return signIn;
  const name = displayName({ firstName: openedByFirstName ?? '', surname: openedBySurname ?? '' });
  return { ...signIn, openedBy: { userId: openedByUserId, displayName: name } };
}

/** The counted budget of a program. A person has none. */
type CountRow = { [Name in keyof Counted as `budget${Capitalize<Name>}`]?: Counted[Name] | null };
type FoundRow = Row & SignInRow & ClientRow & CountRow & { viewed: Viewed | null };

/** The caller. For a program with the rest of its budget, in which this request is counted. */
export type Caller = { actor: Actor; budget: RateLimit | null };
type FoundCaller = Caller & { viewed: Viewed | null };

/** Whom an admin impersonates: the person, or whether the organisation or campaign exists. */
type Viewed = { person?: Row | null; exists?: boolean };

/** Read with the sign-in. The platform's own organisation cannot be impersonated. */
function viewedJson(view: ViewAs): RawBuilder<unknown> {
  if (view.kind === 'user') {
    return sql`json_build_object('person', (
      select json_build_object('id', u.id, 'firstName', u.first_name, 'surname', u.surname, 'role', u.role,
        'emailAddress', u.email_address, 'agreementId', null, 'memberships', ${memberships})
      from users u where u.id = ${view.userId} and u.role <> 'service' and u.disabled_date is null))`;
  }
  const target =
    'agreementId' in view
      ? sql`select from agreements where id = ${view.agreementId}`
      : sql`select from tenants where id = ${view.tenantId} and id <> ${platformTenantId}`;
  return sql`json_build_object('exists', exists (${target}))`;
}

type Asking = { userId: number; familyId: number; now: Moment };
type Asked = { [Name in keyof Asking]: InSql<Asking[Name]> };

/** Checked in the database at every request, so that a disabled user or a removed member loses access at once. */
const signedIn = ({ userId, familyId, now }: Asked, view: ViewAs | null) => sql<FoundRow>`
    select u.id, coalesce(p.first_name, u.first_name) as first_name, coalesce(p.surname, u.surname) as surname, u.role,
      u.email_address, s.agreement_id, ${countedMemberships} as memberships, ${clientOfSignIn} as client, s.id as sign_in_id,
      f.proved_date, s.unlocked_date is not null as is_unlocked, s.is_from_mailbox, s.signatory_id, s.opened_by_user_id,
      o.first_name as opened_by_first_name, o.surname as opened_by_surname,
      (select a.tenant_id from agreements a where a.id = s.agreement_id) as link_tenant_id,
      ${view ? viewedJson(view) : sql`null::json`} as viewed
    from token_families f
    join sign_ins s on s.id = f.sign_in_id
    join users u on u.id = s.user_id
    left join users o on o.id = s.opened_by_user_id
    -- A payer who came by a Payment URL has the name that the organisation gave, not that of an account.
    left join signatories p on p.id = s.signatory_id
    where f.id = ${familyId} and u.id = ${userId} and f.ended_date is null and ${signInHolds(now)}`;

/** A person without impersonation. */
const personStatement = compiledOnce<Asking, FoundRow>((asked) => signedIn(asked, null));

/** Most requests: a sign-in in a person's own name, without impersonation. */
const ownStatement = compiledOnce<Asking, FoundRow>(
  ({ userId, familyId, now }) => sql<FoundRow>`
    select u.id, u.first_name, u.surname, u.role, u.email_address, null::bigint as agreement_id,
      ${countedMemberships} as memberships, null::json as client, s.id as sign_in_id, f.proved_date,
      s.unlocked_date is not null as is_unlocked, s.is_from_mailbox, null::bigint as signatory_id,
      null::bigint as link_tenant_id, null::bigint as opened_by_user_id, null::json as viewed
    from token_families f
    join sign_ins s on s.id = f.sign_in_id
    join users u on u.id = s.user_id
    where f.id = ${familyId} and u.id = ${userId} and f.ended_date is null and ${ownSignInHolds(now)}`,
);

/** The requests of programs are also counted by the statement that finds them. */
function programStatement(asking: Asking, view: ViewAs | null): RawBuilder<FoundRow> {
  const program = sql`from (select (client->>'identityId')::bigint as identity_id from who where client is not null) p`;
  return sql<FoundRow>`
    with who as (${signedIn(asking, view)}), counted as (${programCount(program, asking.now)})
    select who.*, counted.count as budget_count, counted.seconds as budget_seconds
    from who left join counted on true`;
}

/** One round trip, but two for a refusal and for who opened their own Payment URL. */
async function foundPerson(db: Database, asking: Asking, owner: string): Promise<FoundRow[]> {
  const found = owner === ownerOfUser(asking.userId) ? await ownStatement(db, asking) : [];
  return found.length > 0 ? found : personStatement(db, asking);
}

async function foundRows(db: Database, { isOfProgram, userId, familyId, owner }: AccessClaims, view: ViewAs | null) {
  const asking = { userId, familyId, now: realNow() };
  if (!isOfProgram && !view) return foundPerson(db, asking, owner);
  const statement = isOfProgram ? programStatement(asking, view) : signedIn(asking, view);
  return (await keepingPlan(statement).execute(db)).rows;
}

async function signedInCaller(db: Database, claims: AccessClaims, view: ViewAs | null): Promise<FoundCaller | null> {
  const [row] = await foundRows(db, claims, view);
  if (!row) return null;
  const { budgetCount: count, budgetSeconds: seconds, viewed } = row;
  const budget = count == null || seconds == null ? null : programBudget({ count, seconds });
  return { actor: { ...actorOf(row), signIn: signInOf(row) }, budget, viewed };
}

const notViewable = (what: string) => new Problem(400, 'invalid', `That ${what} cannot be viewed as.`);

/** Impersonation: narrows an admin to what the impersonated person may see. */
function viewedAs({ actor: admin, viewed }: FoundCaller, view: ViewAs | null, changesAreOn: boolean): Actor {
  if (!mayViewAs(admin)) throw notPermitted();
  if (!view) throw new Problem(400, 'invalid', 'It is not clear whom to view as.');
  if (view.kind !== 'user') {
    if (!viewed?.exists) throw notViewable('agreementId' in view ? 'campaign' : 'organisation');
    return actorSeenAs(admin, view, changesAreOn);
  }
  const person = viewed?.person && actorOf(viewed.person);
  if (!person || !mayBeViewed(person)) throw notViewable('user');
  const { userId, displayName: name, signIn } = admin;
  return { ...person, viewedBy: { userId, displayName: name, changesAreOn }, ...(signIn && { signIn }) };
}

type Looked = Pick<Deps, 'db' | 'country' | 'clock' | 'secrets'>;

/** The claims of the request's bearer token; null without a valid one. Does not ask whether the sign-in still holds. */
export async function claimsOf(issuer: TokenIssuer, request: FastifyRequest): Promise<AccessClaims | null> {
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? null : readAccessToken(issuer, token);
}

/** Whom the caller impersonates, as sent; null if nobody. */
type Viewing = { viewAs: string | null; changesAreOn: boolean };

async function callerWith(deps: Looked, claims: AccessClaims, { viewAs, changesAreOn }: Viewing): Promise<Caller> {
  const view = viewAs === null ? null : parseViewAs(viewAs);
  const caller = await signedInCaller(deps.db, claims, view);
  if (!caller) throw await refusedFamily(deps, claims.familyId);
  const { actor, budget } = caller;
  return viewAs === null ? { actor, budget } : { actor: viewedAs(caller, view, changesAreOn), budget };
}

export async function authenticate(deps: Looked, issuer: TokenIssuer, request: FastifyRequest): Promise<Caller> {
  const claims = await claimsOf(issuer, request);
  if (!claims) throw notSignedIn();
  const header = request.headers[viewAsHeader];
  const viewAs = typeof header === 'string' ? header : null;
  return callerWith(deps, claims, { viewAs, changesAreOn: request.headers[viewAsChangesHeader] === 'on' });
}

/** The person of a token that this server has just made, for a page that it renders. Changes are always off. */
export async function readerOfToken(
  deps: Looked,
  issuer: TokenIssuer,
  { accessToken, viewAs }: { accessToken: string; viewAs: string | null },
): Promise<Actor> {
  const claims = await readAccessToken(issuer, accessToken);
  if (!claims) throw notSignedIn();
  return (await callerWith(deps, claims, { viewAs, changesAreOn: false })).actor;
}
