import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { tenantChangeMessages } from '@kerb/domain/notifications/tenant-changes.ts';
import { decideCallBack, takesEffectFrom } from '@kerb/domain/organisations/bank-change.ts';
import { loggedSetting } from '@kerb/domain/organisations/logged-setting.ts';
import type { Settings } from '@kerb/domain/organisations/setting-fields.ts';
import { notifyOfBankChange } from '@kerb/server/features/organisations/notify-about-settings.ts';
import { tenantToChange } from '@kerb/server/features/organisations/save-settings.ts';
import {
  lockDueAccounts,
  type NextAccount,
  type TenantRecord,
  updateTenant,
} from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Account = Settings['bankAccount'];

const masked = (account: Account) => loggedSetting('bankAccount', account);
const changeOf = ({ settings }: TenantRecord, after: Account) => ({
  bankAccount: { before: masked(settings.bankAccount), after: masked(after) },
});

type Confirmed = { account: Account; typedNote: string | undefined; askedByUserId: number | null };

/** A confirmed account, which takes effect after the cooling-off. */
export const nextAccountOf = (work: Work, { account, typedNote, askedByUserId }: Confirmed): NextAccount => ({
  account,
  askedByUserId,
  confirmedByUserId: work.actor && realActorOf(work.actor).userId,
  date: takesEffectFrom(work.now),
  callBackNote: mustAllow(decideCallBack(typedNote)),
});

export async function announceNextAccount(work: Work, tenant: TenantRecord, next: NextAccount): Promise<void> {
  await record(work, {
    activityCode: 'tenant_update',
    tenantId: tenant.id,
    description: 'New bank account confirmed',
    data: { ...changeOf(tenant, next.account), takesEffect: next.date, callBackNote: next.callBackNote },
  });
  const asker = tenant.draft.bankAccount?.userId ?? null;
  await notifyOfBankChange(work, tenant, tenantChangeMessages.bankConfirmed, { effective: next.date, asker });
}

/** Cancels the account that would take effect later. The present account stays. */
export async function stopNextAccount(work: Work, tenant: TenantRecord, description: string): Promise<void> {
  const { id: tenantId, nextAccount, draft } = tenant;
  await updateTenant(work.tx, tenant, { changes: {}, draft, nextAccount: null }, work.now);
  const data = { bankAccount: { before: masked(nextAccount?.account ?? null), after: null } };
  await record(work, { activityCode: 'tenant_update', tenantId, description, data });
  await notifyOfBankChange(work, tenant, tenantChangeMessages.bankStopped);
}

/** Any manager or admin can stop a change, without a proof: stopping is always safe. */
export async function stopBankChange(
  work: Work,
  scope: AccessScope,
  request: { tenantId: number; ifMatch: number | null },
): Promise<void> {
  const tenant = await tenantToChange(work, scope, request);
  if (!tenant.nextAccount) throw new Problem(409, 'nothing-pending', 'No change of bank account is waiting.');
  await stopNextAccount(work, tenant, 'Change of bank account stopped');
}

/**
 * Makes confirmed accounts live whose time has come: of all organisations, or of one. Every batch starts with it, and a
 * job does it between batches.
 */
export async function settleBankAccounts(work: Work, tenantId?: number): Promise<void> {
  for (const tenant of await lockDueAccounts(work.tx, work.now, tenantId)) {
    const bankAccount = tenant.nextAccount?.account ?? null;
    const { draft } = tenant;
    await updateTenant(work.tx, tenant, { changes: { bankAccount }, draft, nextAccount: null }, work.now);
    await record(
      { ...work, actor: null },
      {
        activityCode: 'tenant_update',
        tenantId: tenant.id,
        description: 'New bank account took effect',
        data: changeOf(tenant, bankAccount),
      },
    );
    await notifyOfBankChange(work, tenant, tenantChangeMessages.bankChanged);
  }
}
