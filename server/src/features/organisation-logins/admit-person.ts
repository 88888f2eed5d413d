import { roleOfMembers } from '@kerb/domain/access/actor.ts';
import {
  type Admission,
  decideAdmission,
  type ProvidedPerson,
  type StoredUser,
  standingFrom,
} from '@kerb/domain/organisations/login-provider-rules.ts';
import { type ProviderRow, provenDomainsOf } from '@kerb/server/features/organisations/login-provider.repository.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { addMember, saveMember } from '@kerb/server/features/team/change-member.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { rememberMakers } from '@kerb/server/platform/second-person/second-person.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

async function storedUser(tx: Tx, tenantId: number, condition: RawBuilder<unknown>): Promise<StoredUser | null> {
  const { rows } = await sql<StoredUser>`
    select u.id, u.role, u.email_address, u.disabled_date is not null or exists (select from credentials c
        where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is not null) as is_disabled,
      m.tenant_user_type
    from users u left join tenant_users m on m.user_id = u.id and m.tenant_id = ${tenantId}
    where ${condition} for update of u`.execute(tx);
  return rows[0] ?? null;
}

const formerMembers = async (tx: Tx, tenantId: number): Promise<number[]> =>
  (await tx.selectFrom('formerMembers').select('userId').where('tenantId', '=', tenantId).execute()).map(
    ({ userId }) => userId,
  );

async function admissionOf(work: Work, provider: ProviderRow, person: ProvidedPerson): Promise<Admission> {
  const { tx } = work;
  const { id, tenantId } = provider;
  const linkedId = sql`(select user_id from provider_links where login_provider_id = ${id}
    and subject = ${person.subject})`;
  const known = {
    linked: await storedUser(tx, tenantId, sql`u.id = ${linkedId}`),
    sameAddress: await storedUser(tx, tenantId, sql`lower(u.email_address) = lower(${person.emailAddress ?? ''})`),
    provenDomains: await provenDomainsOf(tx, tenantId),
    formerUserIds: await formerMembers(tx, tenantId),
  };
  const decided = decideAdmission(person, known);
  if (!decided.ok) throw new Problem(403, decided.code, decided.because);
  return decided.value;
}

/** The person who set the provider up has made the people whom it lets in: they may be one person. */
const remember = (work: Work, userId: number, { changedByUserId }: ProviderRow) =>
  rememberMakers(work, userId, changedByUserId);

async function register(work: Work, provider: ProviderRow, person: ProvidedPerson, address: string): Promise<number> {
  const names = { firstName: person.firstName || 'New', surname: person.surname || 'member' };
  const account = { ...names, emailAddress: address, role: roleOfMembers, mobilePhone: null, jobTitle: null };
  const userId = await createUser(work, account, 'user_register');
  await remember(work, userId, provider);
  return userId;
}

async function linkTo(work: Work, provider: ProviderRow, userId: number, subject: string): Promise<void> {
  const { tx, now } = work;
  const linked = await tx
    .insertInto('providerLinks')
    .values({ loginProviderId: provider.id, subject, userId, createdDate: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  // Another subject of the provider has this account already. One of the two is not its owner.
  if (!linked)
    throw new Problem(403, 'linked-elsewhere', 'This account belongs to another login of your organisation.');
  const data = { issuer: provider.issuer };
  const description = 'Linked with the login of the organisation';
  await record(work, { activityCode: 'user_update', userId, tenantId: provider.tenantId, description, data });
}

/** The role of the claim counts at each login. Without a claim, managers give roles here. */
async function takeRole(work: Work, provider: ProviderRow, userId: number, values: readonly string[]): Promise<void> {
  const { tenantId } = provider;
  const tenantUserType = standingFrom(provider, values);
  const member = await work.tx
    .selectFrom('tenantUsers')
    .select('tenantUserType')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!member) {
    await addMember(work, tenantId, { user: userId, tenantUserType: tenantUserType ?? 'employee' });
    await remember(work, userId, provider);
  } else if (tenantUserType !== null && tenantUserType !== member.tenantUserType) {
    await saveMember(work, { tenantId, userId }, { tenantUserType });
    await remember(work, userId, provider);
  }
}

/** Finds, links or makes the person whom a provider has proven, and makes them a member. Returns their user id. */
export async function admitPerson(work: Work, provider: ProviderRow, person: ProvidedPerson): Promise<number> {
  const admission = await admissionOf(work, provider, person);
  const userId = admission.userId ?? (await register(work, provider, person, admission.emailAddress));
  if (admission.userId === null || admission.isNewLink) await linkTo(work, provider, userId, person.subject);
  await takeRole(work, provider, userId, person.roleValues);
  return userId;
}
