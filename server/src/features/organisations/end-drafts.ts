import { tenantChangeEnded } from '@kerb/domain/notifications/tenant-changes.ts';
import { labelOfSetting, type SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { notifyManagers } from '@kerb/server/features/organisations/notify-about-settings.ts';
import {
  lockTenantsWithDraftOf,
  updateTenant,
  withoutFields,
} from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Ends the changes of settings that wait and that this person may no longer ask for. */
export async function endDraftsOf(work: Work, { userId, displayName, mayStill }: ReviewedPerson): Promise<void> {
  for (const tenant of await lockTenantsWithDraftOf(work.tx, userId)) {
    if (mayStill(tenant.id)) continue;
    const names = (Object.keys(tenant.draft) as SettingName[]).filter((name) => tenant.draft[name]?.userId === userId);
    await updateTenant(work.tx, tenant, { changes: {}, draft: withoutFields(tenant.draft, names) }, work.now);
    await record(work, {
      activityCode: 'tenant_update',
      tenantId: tenant.id,
      description: 'Pending changes ended: the person who asked for them may no longer ask',
      data: { askedBy: userId, fields: names },
    });
    const fields = names.map((name) => labelOfSetting(name, work.deps.country));
    await notifyManagers(work, tenant, tenantChangeEnded(displayName), fields);
  }
}
