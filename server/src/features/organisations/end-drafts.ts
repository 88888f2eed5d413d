import { tenantChangeEnded } from '@kerb/domain/notifications/tenant-changes.ts';
import { labelOfSetting, type SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { stopNextAccount } from '@kerb/server/features/organisations/change-bank-account.ts';
import { notifyManagers } from '@kerb/server/features/organisations/notify-about-settings.ts';
import {
  lockTenantsConfirmedBy,
  lockTenantsWithDraftOf,
  type TenantRecord,
  updateTenant,
  withoutFields,
} from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const stopped = 'Change of bank account stopped: the person who asked for it may no longer ask';
const unconfirmed = 'Change of bank account stopped: the person who confirmed it may no longer confirm';
const ended = 'Pending changes ended: the person who asked for them may no longer ask';

type Person = Pick<ReviewedPerson, 'userId' | 'displayName'>;

async function endDraft(work: Work, tenant: TenantRecord, { userId, displayName }: Person): Promise<TenantRecord> {
  const names = (Object.keys(tenant.draft) as SettingName[]).filter((name) => tenant.draft[name]?.userId === userId);
  if (names.length === 0) return tenant;
  const draft = withoutFields(tenant.draft, names);
  await updateTenant(work.tx, tenant, { changes: {}, draft }, work.now);
  await record(work, {
    activityCode: 'tenant_update',
    tenantId: tenant.id,
    description: ended,
    data: { askedBy: userId, fields: names },
  });
  const fields = names.map((name) => labelOfSetting(name, work.deps.country));
  await notifyManagers(work, tenant, tenantChangeEnded(displayName), fields);
  return { ...tenant, draft, version: tenant.version + 1 };
}

/**
 * Ends the changes of settings that wait and that this person may no longer ask for, also a confirmed bank account that
 * is not live yet: a person who was disabled because of a fraud must not be paid a day later.
 */
export async function endDraftsOf(work: Work, { mayStill, ...person }: ReviewedPerson): Promise<void> {
  for (const locked of await lockTenantsWithDraftOf(work.tx, person.userId)) {
    if (mayStill(locked.id)) continue;
    const tenant = await endDraft(work, locked, person);
    if (tenant.nextAccount?.askedByUserId === person.userId) await stopNextAccount(work, tenant, stopped);
  }
}

/** Stops a confirmed bank account that is not live yet, if the person who confirmed it may no longer confirm. */
export async function endConfirmedAccountsOf(work: Work, { userId, mayStill }: ReviewedPerson): Promise<void> {
  for (const tenant of await lockTenantsConfirmedBy(work.tx, userId)) {
    if (!mayStill(tenant.id)) await stopNextAccount(work, tenant, unconfirmed);
  }
}
