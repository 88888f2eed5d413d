import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { tenantChangeMessages } from '@kerb/domain/notifications/tenant-changes.ts';
import { loggedSetting } from '@kerb/domain/organisations/logged-setting.ts';
import { labelOfSetting, type SettingName, type Settings } from '@kerb/domain/organisations/setting-fields.ts';
import { decideSettings } from '@kerb/domain/organisations/setting-rules.ts';
import { announceNextAccount, nextAccountOf } from '@kerb/server/features/organisations/change-bank-account.ts';
import { confirmerOf } from '@kerb/server/features/organisations/confirm-draft.ts';
import { notifyRequesters } from '@kerb/server/features/organisations/notify-about-settings.ts';
import { changesOf, decisionFacts, tenantToChange } from '@kerb/server/features/organisations/save-settings.ts';
import {
  type TenantRecord,
  updateTenant,
  withoutFields,
} from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Request = { tenantId: number; fields: readonly SettingName[] | undefined; ifMatch: number | null };

/** The fields to apply or reject: the named ones, or all pending ones. */
function fieldsOf({ draft }: TenantRecord, fields: readonly SettingName[] | undefined): SettingName[] {
  const waiting = Object.keys(draft) as SettingName[];
  const chosen = fields ? waiting.filter((name) => fields.includes(name)) : waiting;
  if (chosen.length === 0) throw new Problem(409, 'nothing-pending', 'No pending changes are left.');
  return chosen;
}

/** Leaves out fields that somebody else must confirm. If nothing else is asked for, refuses. */
async function fieldsToApply(
  work: Work,
  tenant: TenantRecord,
  fields: readonly SettingName[] | undefined,
): Promise<SettingName[]> {
  const chosen = fieldsOf(tenant, fields);
  const verdictOn = await confirmerOf(work, tenant);
  const refused = chosen.map(verdictOn).filter((verdict) => !verdict.ok);
  const [first] = refused;
  if (first && (fields !== undefined || refused.length === chosen.length)) {
    throw new Problem(403, first.code, first.because);
  }
  return chosen.filter((name) => verdictOn(name).ok);
}

type Application = Request & { callBackNote: string | undefined };

/** Applies pending changes. A bank account takes effect later, and until then the present one is paid. */
export async function applyDraft(
  work: Work,
  scope: AccessScope,
  { fields, callBackNote, ...request }: Application,
): Promise<void> {
  const tenant = await tenantToChange(work, scope, request);
  const names = await fieldsToApply(work, tenant, fields);
  const { settings, draft } = tenant;
  const asked = Object.fromEntries(
    names.map((name) => [name, must(draft[name], `pending ${name}`).value]),
  ) as Partial<Settings>;
  // Check again: a value that was valid when it was requested may no longer be.
  const facts = decisionFacts(work.deps.country, { isAdmin: true, isAccountConfirmed: true });
  const { bankAccount, ...changes } = mustAllow(decideSettings(settings, asked, facts));
  const askedByUserId = draft.bankAccount?.userId ?? null;
  const nextAccount =
    bankAccount === undefined
      ? undefined
      : nextAccountOf(work, { account: bankAccount, typedNote: callBackNote, askedByUserId });
  await updateTenant(
    work.tx,
    tenant,
    { changes, draft: withoutFields(draft, names), ...(nextAccount && { nextAccount }) },
    work.now,
  );
  const description = 'Pending changes applied';
  const data = changesOf(settings, changes);
  if (Object.keys(changes).length > 0 || !nextAccount) {
    await record(work, { activityCode: 'tenant_update', tenantId: tenant.id, description, data });
  }
  // An account that takes effect later does not hold yet, so it has its own message.
  const holding = nextAccount ? names.filter((name) => name !== 'bankAccount') : names;
  await notifyOfOutcome(work, tenant, holding, 'applied');
  if (nextAccount) await announceNextAccount(work, tenant, nextAccount);
}

export async function rejectDraft(work: Work, scope: AccessScope, { fields, ...request }: Request): Promise<void> {
  const tenant = await tenantToChange(work, scope, request);
  const names = fieldsOf(tenant, fields);
  await updateTenant(work.tx, tenant, { changes: {}, draft: withoutFields(tenant.draft, names) }, work.now);
  await record(work, {
    activityCode: 'tenant_update',
    tenantId: tenant.id,
    description: 'Pending changes rejected',
    data: Object.fromEntries(
      names.map((name) => {
        const { value } = must(tenant.draft[name], `pending ${name}`);
        return [name, { before: loggedSetting(name, value), after: null }];
      }),
    ),
  });
  await notifyOfOutcome(work, tenant, names, 'rejected');
}

function notifyOfOutcome(work: Work, tenant: TenantRecord, names: SettingName[], outcome: 'applied' | 'rejected') {
  const labels = (userId: number) =>
    names
      .filter((name) => tenant.draft[name]?.userId === userId)
      .map((name) => labelOfSetting(name, work.deps.country));
  const userIds = [...new Set(names.flatMap((name) => tenant.draft[name]?.userId ?? []))];
  return notifyRequesters(work, tenant, tenantChangeMessages[outcome], userIds, labels);
}
