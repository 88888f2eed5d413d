import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { readersOfBankChange, type TenantChangeMessage } from '@kerb/domain/notifications/tenant-changes.ts';
import type { TenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Reader = { id: number; emailAddress: string };

async function notify(
  work: Work,
  { id, settings }: TenantRecord,
  message: TenantChangeMessage,
  { readers, fields = [] }: { readers: readonly Reader[]; fields?: readonly string[] },
): Promise<void> {
  const { config, country } = work.deps;
  const { kind, subject, body } = message({
    brand: country.brand,
    tenantName: settings.name,
    userName: work.actor?.displayName ?? country.brand,
    fields,
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

/**
 * Notifies the organisation's contacts from before the change. An attacker who has taken over an account must not be
 * able to change the bank account unnoticed.
 */
export async function notifyOfBankChange(
  work: Work,
  tenant: TenantRecord,
  message: TenantChangeMessage,
): Promise<void> {
  const members = await activeUsers(work)
    .innerJoin('tenantUsers as m', 'm.userId', 'u.id')
    .select(['m.receivesBillingEmailNotices', 'm.tenantUserType'])
    .where('m.tenantId', '=', tenant.id)
    .execute();
  await notify(work, tenant, message, { readers: readersOfBankChange(members) });
}
