import type { SavedAccount } from '@kerb/domain/account/account.contract.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { saveUser } from '@kerb/server/features/people/save-user.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The mobile must be a mobile number, not a landline, because codes are sent to it by text message. */
export async function saveAccount(work: Work, userId: number, body: SavedAccount): Promise<void> {
  const { mobilePhone, ...sent } = body;
  const mobile = mobilePhone ? mustAllow(parseMobile(mobilePhone, work.deps.country)) : null;
  await saveUser(work, userId, { ...sent, ...(mobilePhone !== undefined && { mobilePhone: mobile }) });
}

type Notices = { receivesAllAgentNotices?: boolean | undefined; receivesBillingEmailNotices?: boolean | undefined };

/** Which notices one of the user's organisations sends them by e-mail. */
export async function saveNotices(work: Work, place: { userId: number; tenantId: number }, sent: Notices) {
  const { userId, tenantId } = place;
  const link = await work.tx
    .selectFrom('tenantUsers')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw notFound('organisation');
  const data = changesBetween<object>(link, sent);
  if (Object.keys(data).length === 0) return;
  await work.tx
    .updateTable('tenantUsers')
    .set(sent)
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .execute();
  await record(work, { activityCode: 'user_update', userId, tenantId, data });
}
