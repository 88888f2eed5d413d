import type { Actor, Membership } from '@kerb/domain/access/actor.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { addMinutes, type Moment, momentOf } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { type DemoPerson, demoInvitations, demoPeople } from '@kerb/server/demo/people.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { createTenant } from '@kerb/server/features/organisations/create-tenant.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { setPassword } from '@kerb/server/features/session/set-password.ts';
import { addMember } from '@kerb/server/features/team/change-member.ts';
import { inviteMember } from '@kerb/server/features/team/invite-member.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import { type OrganisationKey, organisationKeys } from '@kerb/server/sandbox-countries/sandbox-country.ts';

/** Longer ago than the oldest campaign. */
const openedDaysAgo = 760;

type NextWork = () => Work;

/** Writes the bank details as the organisation's settings do, with a log entry. */
async function enterBankDetails(work: Work, id: number, key: OrganisationKey): Promise<void> {
  const details = sandboxCountries[work.deps.country.code].bankDetails[key];
  await work.tx
    .updateTable('tenants')
    .set({ ...details, bankAccountChangedDate: work.now })
    .where('id', '=', id)
    .execute();
  const data = changesBetween<object>({}, details);
  await record(work, { activityCode: 'tenant_update', tenantId: id, data });
}

async function openOrganisations(work: Work, next: NextWork): Promise<Record<OrganisationKey, number>> {
  const { organisations } = sandboxCountries[work.deps.country.code];
  const ids: Partial<Record<OrganisationKey, number>> = {};
  for (const key of organisationKeys) {
    const { places: _, timeZone: defaultTimeZone, ...organisation } = organisations[key];
    const opening = next();
    const id = await createTenant(opening, { ...organisation, defaultTimeZone });
    ids[key] = id;
    await enterBankDetails(opening, id, key);
  }
  return ids as Record<OrganisationKey, number>;
}

/** Creates a user with memberships and the demo's password. */
async function welcome(
  work: Work,
  person: DemoPerson,
  tenantIds: Record<OrganisationKey, number>,
  passwordHash: string,
): Promise<Actor> {
  const { firstName, surname, emailAddress, role, jobTitle = null } = person;
  const userId = await createUser(work, { firstName, surname, emailAddress, role, jobTitle });
  await setPassword(work, { userId, passwordHash });
  const memberships: Membership[] = [];
  for (const key of organisationKeys) {
    const tenantUserType = person.memberships?.[key];
    if (!tenantUserType) continue;
    await addMember(work, tenantIds[key], {
      user: userId,
      tenantUserType,
      receivesAllAgentNotices: person.notices?.all ?? false,
      receivesBillingEmailNotices: person.notices?.billing ?? false,
    });
    memberships.push({ tenantId: tenantIds[key], tenantUserType });
  }
  return { userId, displayName: displayName(person), role, memberships };
}

/** Invitations of the first organisation that have no answer yet; one has expired. */
export async function inviteNewMembers(work: Work, records: DemoRecords): Promise<void> {
  const tenant = {
    id: records.tenantIds.harbour,
    name: sandboxCountries[work.deps.country.code].organisations.harbour.name,
  };
  const actor = records.actors.get('manager@example.com') ?? null;
  for (const { isExpired, ...invitee } of demoInvitations) {
    const id = await inviteMember({ ...work, actor }, tenant, invitee);
    const longAgo = { sendDate: addMinutes(work.now, -12 * 1440), expiryDate: addMinutes(work.now, -5 * 1440) };
    if (isExpired) await work.tx.updateTable('userInvitations').set(longAgo).where('id', '=', id).execute();
  }
}

/** Creates the organisations and users that the rest of the demo needs. */
export async function addOrganisationsAndPeople(work: Work, passwordHash: string): Promise<DemoRecords> {
  let now: Moment = momentOf(Temporal.Instant.from(work.now).subtract({ hours: 24 * openedDaysAgo }));
  const next: NextWork = () => {
    now = addMinutes(now, 1);
    return { ...work, now };
  };
  const tenantIds = await openOrganisations(work, next);
  const actors = new Map<string, Actor>();
  for (const person of demoPeople) {
    actors.set(person.emailAddress, await welcome(next(), person, tenantIds, passwordHash));
  }
  return { actors, tenantIds };
}
