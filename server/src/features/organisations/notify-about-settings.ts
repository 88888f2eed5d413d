import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { isManager, roleOfMembers } from '@kerb/domain/access/actor.ts';
import { type Moment, writtenMoment } from '@kerb/domain/kernel/dates.ts';
import { readersOfBankChange, type TenantChangeMessage } from '@kerb/domain/notifications/tenant-changes.ts';
import type { TenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Told = { readers: readonly Reader[]; fields?: readonly string[]; takesEffect?: string };
type Reader = { id: number; emailAddress: string };

async function notify(
  work: Work,
  { id, settings }: TenantRecord,
  message: TenantChangeMessage,
  { readers, fields = [], takesEffect = '' }: Told,
): Promise<void> {
  const { config, country } = work.deps;
  const { kind, subject, body } = message({
    brand: country.brand,
    tenantName: settings.name,
    userName: work.actor?.displayName ?? country.brand,
    fields,
    takesEffect,
    settingsUrl: `${config.publicUrl}/agencies/${id}/settings`,
  });
  for (const { id: userId, emailAddress } of readers) {
    await postMessage(work, {
      kind,
      subject,
      body,
      channel: 'email',
      audience: 'staff',
      recipient: emailAddress,
      userId,
    });
  }
}

const activeUsers = ({ tx }: Work) =>
  tx.selectFrom('users as u').select(['u.id', 'u.emailAddress']).where('u.disabledDate', 'is', null).orderBy('u.id');

/** The users who may apply or reject a change. */
const approvers = (work: Work): Promise<Reader[]> =>
  activeUsers(work).where('u.role', 'in', rolesWith('tenant.approve')).execute();

export const notifyAdmins = async (
  work: Work,
  tenant: TenantRecord,
  message: TenantChangeMessage,
  fields: readonly string[],
): Promise<void> => notify(work, tenant, message, { readers: await approvers(work), fields });

/** Notifies the active managers of the organisation. */
export async function notifyManagers(
  work: Work,
  tenant: TenantRecord,
  message: TenantChangeMessage,
  fields: readonly string[],
): Promise<void> {
  const members = await activeUsers(work)
    .innerJoin('tenantUsers as m', 'm.userId', 'u.id')
    .select('m.tenantUserType')
    .where('m.tenantId', '=', tenant.id)
    .where('u.role', '=', roleOfMembers)
    .execute();
  await notify(work, tenant, message, { readers: members.filter(isManager), fields });
}

/** Notifies each requester of the outcome of their own requests, except the person who decided. */
export async function notifyRequesters(
  work: Work,
  tenant: TenantRecord,
  message: TenantChangeMessage,
  userIds: readonly number[],
  labelsFor: (userId: number) => string[],
): Promise<void> {
  const others = userIds.filter((userId) => userId !== work.actor?.userId);
  if (others.length === 0) return;
  for (const reader of await activeUsers(work).where('u.id', 'in', others).execute()) {
    await notify(work, tenant, message, { readers: [reader], fields: labelsFor(reader.id) });
  }
}

/** Whether admins are told too, when it takes effect, and who asked for it. */
type BankNotice = { admins?: boolean; effective?: Moment; asker?: number | null };

/**
 * Notifies the organisation's contacts from before the change, and all admins. An attacker who has taken over an
 * account must not be able to change the bank account unnoticed.
 */
export async function notifyOfBankChange(
  work: Work,
  tenant: TenantRecord,
  message: TenantChangeMessage,
  { admins = true, effective, asker = null }: BankNotice = {},
): Promise<void> {
  const members = await activeUsers(work)
    .innerJoin('tenantUsers as m', 'm.userId', 'u.id')
    .select(['m.receivesBillingEmailNotices', 'm.tenantUserType'])
    .where('m.tenantId', '=', tenant.id)
    .execute();
  const askers = asker === null ? [] : await activeUsers(work).where('u.id', '=', asker).execute();
  const all: Reader[] = [...readersOfBankChange(members), ...askers, ...(admins ? await approvers(work) : [])];
  const readers = [...new Map(all.map((reader) => [reader.id, reader])).values()];
  const { defaultTimeZone } = tenant.settings;
  const takesEffect = effective ? writtenMoment(effective, defaultTimeZone, work.deps.country.locale) : '';
  await notify(work, tenant, message, { readers, takesEffect });
}
