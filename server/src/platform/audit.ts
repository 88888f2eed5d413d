import { realActorOf } from '@kerb/domain/access/actor.ts';
import { type ActivityCode, activities } from '@kerb/domain/audit/activity.ts';
import { loggedName } from '@kerb/domain/session/view-as.ts';
import { postEvent } from '@kerb/server/platform/outbox/post-event.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type NewEntry = {
  activityCode: ActivityCode;
  /** What happened, if the activity's own text does not say enough. */
  description?: string;
  /** The changed fields, before and after. Never a secret, a code or a token. */
  data?: object;
  agreementId?: number;
  tenantId?: number;
  userId?: number;
  /** Nothing was changed, so no webhook is told. */
  isOnlyRead?: true;
};

/** Writes the log entry of a change and its webhook deliveries, in the change's own transaction. */
export async function record(work: Work, entry: NewEntry): Promise<void> {
  const { actor } = work;
  await work.tx
    .insertInto('logEntries')
    .values({
      date: work.now,
      userId: actor && realActorOf(actor).userId,
      userName: actor ? loggedName(actor) : work.deps.country.brand,
      activityCode: entry.activityCode,
      description: entry.description ?? activities[entry.activityCode],
      logData: JSON.stringify(entry.data ?? {}),
      targetAgreementId: entry.agreementId ?? null,
      targetTenantId: entry.tenantId ?? null,
      targetUserId: entry.userId ?? null,
      ipAddress: work.ipAddress,
    })
    .execute();
  if (!entry.isOnlyRead) await postEvent(work, entry);
}
