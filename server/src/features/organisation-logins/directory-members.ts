import { roleOfMembers, type TenantUserType } from '@kerb/domain/access/actor.ts';
import { admissionRefusals, domainOfAddress } from '@kerb/domain/organisations/login-provider-rules.ts';
import type { ScimChange } from '@kerb/domain/organisations/scim.ts';
import { provenDomainsOf } from '@kerb/server/features/organisations/login-provider.repository.ts';
import type { Directory } from '@kerb/server/features/organisations/provisioning-tokens.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { addMember, saveMember } from '@kerb/server/features/team/change-member.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { rememberMakers } from '@kerb/server/platform/second-person/second-person.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

/** A refusal in the words of RFC 7644, 3.12. */
export class ScimRefusal extends Error {
  readonly status: number;
  readonly scimType: string | null;
  constructor(status: number, detail: string, scimType: string | null = null) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export type DirectoryMember = {
  id: number;
  emailAddress: string;
  firstName: string;
  surname: string;
  externalId: string | null;
  tenantUserType: TenantUserType | null;
  isDisabled: boolean;
  worksElsewhere: boolean;
  createdDate: string;
  lastUpdateDate: string;
};

/** The members of the organisation, and those whom its directory has deactivated. Nobody else exists for it. */
const members = (tenantId: number, rest: RawBuilder<unknown>) => sql<DirectoryMember>`
  select u.id, u.email_address, u.first_name, u.surname, p.external_id, m.tenant_user_type,
    u.disabled_date is not null as is_disabled, coalesce(p.created_date, u.created_date) as created_date,
    greatest(p.last_update_date, u.last_update_date) as last_update_date,
    exists (select from tenant_users o where o.user_id = u.id and o.tenant_id <> ${tenantId}) as works_elsewhere
  from users u left join tenant_users m on m.user_id = u.id and m.tenant_id = ${tenantId}
    left join provisioned_users p on p.user_id = u.id and p.tenant_id = ${tenantId}
  where u.role = ${roleOfMembers} and (m.user_id is not null or p.user_id is not null) ${rest}`;

export async function memberById(db: Database | Tx, { tenantId }: Directory, id: string): Promise<DirectoryMember> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { rows } = await members(tenantId, sql`and u.id = ${number}`).execute(db);
  if (!rows[0]) throw new ScimRefusal(404, 'There is no such user.');
  return rows[0];
}

type Page = { userName: string | null; startIndex: number; count: number };

export async function listMembers(db: Database, { tenantId }: Directory, { userName, startIndex, count }: Page) {
  const named = userName === null ? sql`` : sql`and lower(u.email_address) = lower(${userName})`;
  const { rows } = await members(tenantId, sql`${named} order by u.id`).execute(db);
  return { totalResults: rows.length, found: rows.slice(startIndex - 1, startIndex - 1 + count) };
}

async function mustBeProven(work: Work, { tenantId }: Directory, address: string): Promise<void> {
  const domains = await provenDomainsOf(work.tx, tenantId);
  if (domains.includes(domainOfAddress(address) ?? '')) return;
  throw new ScimRefusal(
    400,
    'userName must be an address in a domain that the organisation has proven.',
    'invalidValue',
  );
}

async function remember(work: Work, { tenantId }: Directory, userId: number, externalId?: string | null) {
  await sql`
    insert into provisioned_users (tenant_id, user_id, external_id, created_date, last_update_date)
    values (${tenantId}, ${userId}, ${externalId ?? null}, ${work.now}, ${work.now})
    on conflict (tenant_id, user_id) do update set last_update_date = ${work.now}
      ${externalId === undefined ? sql`` : sql`, external_id = ${externalId}`}`.execute(work.tx);
}

/** The person who made the token has made the members that it adds: they may be one person. */
async function join(work: Work, directory: Directory, userId: number): Promise<void> {
  await addMember(work, directory.tenantId, { user: userId, tenantUserType: 'employee' });
  await rememberMakers(work, userId, directory.madeByUserId);
}

/** Ends the membership as a manager does, with everything that depends on it, and the person's sign-ins. */
async function leave(work: Work, { tenantId }: Directory, member: DirectoryMember): Promise<void> {
  const { id: userId, worksElsewhere, isDisabled } = member;
  // The team does not show a disabled member, who must not come back when they are enabled again.
  if (isDisabled)
    await work.tx.deleteFrom('tenantUsers').where('tenantId', '=', tenantId).where('userId', '=', userId).execute();
  else await saveMember(work, { tenantId, userId }, { tenantUserType: 'none' });
  if (!worksElsewhere) await endSignInsOfUser(work.tx, userId);
  await record(work, { activityCode: 'user_update', userId, tenantId, description: 'Deactivated by the directory' });
}

type Found = { id: number; role: string; isDisabled: boolean; isMember: boolean };

async function userWith(tx: Tx, tenantId: number, address: string): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select u.id, u.role, u.disabled_date is not null as is_disabled,
      exists (select from tenant_users m where m.user_id = u.id and m.tenant_id = ${tenantId}) as is_member
    from users u where lower(u.email_address) = lower(${address}) for update of u`.execute(tx);
  return rows[0] ?? null;
}

export type NewDirectoryMember = { userName: string; firstName: string; surname: string; externalId: string | null };

/** A user of another role, or a disabled one, is a conflict like any address that is taken. */
export async function addDirectoryMember(
  work: Work,
  directory: Directory,
  { userName, firstName, surname, externalId, isActive }: NewDirectoryMember & { isActive: boolean },
): Promise<number> {
  await mustBeProven(work, directory, userName);
  const found = await userWith(work.tx, directory.tenantId, userName);
  if (found && (found.isMember || found.isDisabled || found.role !== roleOfMembers)) {
    throw new ScimRefusal(409, 'This userName is taken.', 'uniqueness');
  }
  const person = { firstName, surname, emailAddress: userName, role: roleOfMembers, mobilePhone: null, jobTitle: null };
  const userId = found?.id ?? (await createUser(work, person, 'user_register'));
  if (isActive) await join(work, directory, userId);
  await remember(work, directory, userId, externalId);
  return userId;
}

async function rename(work: Work, { tenantId }: Directory, member: DirectoryMember, change: ScimChange): Promise<void> {
  const firstName = change.givenName?.trim() || member.firstName;
  const surname = change.familyName?.trim() || member.surname;
  if (firstName === member.firstName && surname === member.surname) return;
  // Names belong to the person, and are the same in every organisation.
  if (member.worksElsewhere) return;
  await work.tx
    .updateTable('users')
    .set({ firstName, surname, lastUpdateDate: work.now })
    .where('id', '=', member.id)
    .execute();
  const data = {
    firstName: { before: member.firstName, after: firstName },
    surname: { before: member.surname, after: surname },
  };
  await record(work, { activityCode: 'user_update', userId: member.id, tenantId, data });
}

export async function changeDirectoryMember(
  work: Work,
  directory: Directory,
  id: string,
  change: ScimChange,
): Promise<number> {
  const member = await memberById(work.tx, directory, id);
  const isRenamed =
    change.userName !== undefined && change.userName.toLowerCase() !== member.emailAddress.toLowerCase();
  if (isRenamed) throw new ScimRefusal(400, 'userName cannot be changed.', 'mutability');
  const isMember = member.tenantUserType !== null;
  if (change.isActive === false && isMember) await leave(work, directory, member);
  if (change.isActive === true && !isMember) {
    if (member.isDisabled) throw new ScimRefusal(409, admissionRefusals.disabled);
    await mustBeProven(work, directory, member.emailAddress);
    await join(work, directory, member.id);
  }
  await rename(work, directory, member, change);
  await remember(work, directory, member.id, change.externalId);
  return member.id;
}
