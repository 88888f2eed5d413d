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
import { signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { type AccessClaims, readAccessToken, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notPermitted, notSignedIn, Problem } from '@kerb/server/platform/http/problem.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

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
  openedByUserId: number | null;
  openedByFirstName: string | null;
  openedBySurname: string | null;
};

/** Null for the sign-in of a person. */
type ClientRow = {
  client: { identityId: number; name: string; tenantId: number; agentUserId: number | null; scopes: Scope[] } | null;
};

const memberships = sql`(
  select coalesce(json_agg(json_build_object('tenantId', m.tenant_id, 'tenantUserType', m.tenant_user_type)), '[]')
  from tenant_users m where m.user_id = u.id and u.role = ${roleOfMembers})`;

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
  const { openedByUserId, openedByFirstName, openedBySurname } = row;
  const ofLink = signatoryId === null ? {} : { signatoryId };
  const signIn = { id: signInId, provedDate, isUnlocked, isFromMailbox, ...ofLink };
  if (openedByUserId === null) return signIn;
  const name = displayName({ firstName: openedByFirstName ?? '', surname: openedBySurname ?? '' });
  return { ...signIn, openedBy: { userId: openedByUserId, displayName: name } };
}

/** Checked in the database at every request, so that a disabled user or a removed member loses access at once. */
async function signedInActor(db: Database, userId: number, familyId: number): Promise<Actor | null> {
  const { rows } = await sql<Row & SignInRow & ClientRow>`
    select u.id, coalesce(p.first_name, u.first_name) as first_name, coalesce(p.surname, u.surname) as surname, u.role,
      u.email_address, s.agreement_id, ${memberships} as memberships, ${clientOfSignIn} as client, s.id as sign_in_id,
      f.proved_date, s.unlocked_date is not null as is_unlocked, s.is_from_mailbox, s.signatory_id, s.opened_by_user_id,
      o.first_name as opened_by_first_name, o.surname as opened_by_surname
    from token_families f
    join sign_ins s on s.id = f.sign_in_id
    join users u on u.id = s.user_id
    left join users o on o.id = s.opened_by_user_id
    -- Whoever came by a Payment URL has the name that the organisation gave, not that of an account.
    left join signatories p on p.id = s.signatory_id
    where f.id = ${familyId} and u.id = ${userId} and f.ended_date is null and ${signInHolds(realNow())}`.execute(db);
  return rows[0] ? { ...actorOf(rows[0]), signIn: signInOf(rows[0]) } : null;
}

async function personById(db: Database, userId: number): Promise<Actor | null> {
  const { rows } = await sql<Row>`
    select u.id, u.first_name, u.surname, u.email_address, u.role, null::bigint as agreement_id,
      ${memberships} as memberships
    from users u where u.id = ${userId} and u.role <> 'service' and u.disabled_date is null`.execute(db);
  return rows[0] ? actorOf(rows[0]) : null;
}

/** Whether the impersonated organisation or campaign exists. The platform's own organisation cannot be impersonated. */
async function targetExists(db: Database, view: Exclude<ViewAs, { kind: 'user' }>): Promise<boolean> {
  const target =
    'agreementId' in view
      ? db.selectFrom('agreements').select('id').where('id', '=', view.agreementId)
      : db.selectFrom('tenants').select('id').where('id', '=', view.tenantId).where('id', '<>', platformTenantId);
  return (await target.executeTakeFirst()) !== undefined;
}

const notViewable = (what: string) => new Problem(400, 'invalid', `That ${what} cannot be viewed as.`);

/** Impersonation: narrows an admin to what the impersonated person may see. */
async function viewedAs(db: Database, admin: Actor, header: string, changesAreOn: boolean): Promise<Actor> {
  if (!mayViewAs(admin)) throw notPermitted();
  const view = parseViewAs(header);
  if (!view) throw new Problem(400, 'invalid', 'It is not clear whom to view as.');
  if (view.kind !== 'user') {
    if (!(await targetExists(db, view))) throw notViewable('agreementId' in view ? 'campaign' : 'organisation');
    return actorSeenAs(admin, view, changesAreOn);
  }
  const person = await personById(db, view.userId);
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

export async function authenticate(deps: Looked, issuer: TokenIssuer, request: FastifyRequest): Promise<Actor> {
  const { db } = deps;
  const claims = await claimsOf(issuer, request);
  if (!claims) throw notSignedIn();
  const actor = await signedInActor(db, claims.userId, claims.familyId);
  if (!actor) throw await refusedFamily(deps, claims.familyId);
  const view = request.headers[viewAsHeader];
  const changesAreOn = request.headers[viewAsChangesHeader] === 'on';
  return typeof view === 'string' ? viewedAs(db, actor, view, changesAreOn) : actor;
}
