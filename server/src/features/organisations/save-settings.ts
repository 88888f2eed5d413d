import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { tenantChangeMessages } from '@kerb/domain/notifications/tenant-changes.ts';
import { loggedSetting } from '@kerb/domain/organisations/logged-setting.ts';
import {
  labelOfSetting,
  needsSecondPerson,
  type SettingName,
  type Settings,
  savesDirectly,
} from '@kerb/domain/organisations/setting-fields.ts';
import { decideSettings } from '@kerb/domain/organisations/setting-rules.ts';
import { isSameSetting } from '@kerb/domain/organisations/setting-values.ts';
import type { savedSettings } from '@kerb/domain/organisations/settings.contract.ts';
import type { SettingsDraft } from '@kerb/domain/organisations/settings-draft.ts';
import { loggedName } from '@kerb/domain/session/view-as.ts';
import { notifyAdmins, notifyOfBankChange } from '@kerb/server/features/organisations/notify-about-settings.ts';
import { refuseTakenReference } from '@kerb/server/features/organisations/refuse-taken-reference.ts';
import {
  lockTenant,
  type TenantRecord,
  updateTenant,
} from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeAsset } from '@kerb/server/platform/files/take-asset.ts';
import { mustAllow, outdated } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type Request = { tenantId: number; sent: z.output<typeof savedSettings>; ifMatch: number | null };

export async function tenantToChange(
  work: Work,
  scope: AccessScope,
  { tenantId, ifMatch }: { tenantId: number; ifMatch: number | null },
): Promise<TenantRecord> {
  const tenant = await lockTenant(work.tx, scope, tenantId);
  if (ifMatch !== null && ifMatch !== tenant.version) throw outdated();
  return tenant;
}

export const decisionFacts = (country: CountryRules, asked: { isAdmin: boolean; isAccountConfirmed: boolean }) => ({
  ...asked,
  country,
  timeZones: Intl.supportedValuesOf('timeZone'),
});

/** A new logo is a picture that the caller uploaded as a logo of this organisation. The live or pending one stays. */
async function takeLogo(work: Work, { id: tenantId, settings, draft }: TenantRecord, logo: number | null | undefined) {
  if (!logo || logo === settings.logo || logo === draft.logo?.value) return;
  const words = 'Upload the picture again.';
  await takeAsset(work, { id: logo, use: 'logo', usedFor: 'logo', tenantId, field: 'logo', words });
}

/** The changed settings for the log. */
export const changesOf = (settings: Settings, values: Partial<Settings>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, after]) => {
      const name = key as SettingName;
      return [name, { before: loggedSetting(name, settings[name]), after: loggedSetting(name, after) }];
    }),
  );

/** The draft with these requested values added. A value that equals the live one is removed from the draft. */
function draftWith({ settings, draft }: TenantRecord, asked: Partial<Settings>, work: Work): SettingsDraft {
  const next: SettingsDraft = { ...draft };
  for (const [key, value] of Object.entries(asked)) {
    const name = key as SettingName;
    if (isSameSetting(settings[name], value)) delete next[name];
    else if (!isSameSetting(draft[name]?.value, value)) {
      const { actor, now } = work;
      // The real actor, so that an admin cannot confirm a change that they requested while impersonating.
      next[name] = {
        value,
        userId: actor && realActorOf(actor).userId,
        userName: actor ? loggedName(actor) : '',
        date: now,
      };
    }
  }
  return next;
}

/** The values that the person saw: the pending value if there is one, else the live one. */
function asSeen({ settings, draft }: TenantRecord, names: readonly string[]): Settings {
  const waiting = names.flatMap((name) => {
    const pending = draft[name as SettingName];
    return pending ? [[name, pending.value]] : [];
  });
  return { ...settings, ...Object.fromEntries(waiting) };
}

type Save = { sent: Partial<Settings>; isAccountConfirmed: boolean };

async function saveDraft(work: Work, tenant: TenantRecord, { sent, isAccountConfirmed }: Save): Promise<void> {
  const { country } = work.deps;
  const seen = asSeen(tenant, Object.keys(sent));
  const asked = mustAllow(decideSettings(seen, sent, decisionFacts(country, { isAdmin: false, isAccountConfirmed })));
  const names = Object.keys(asked) as SettingName[];
  if (names.length === 0) return;
  await takeLogo(work, tenant, asked.logo);
  await updateTenant(work.tx, tenant, { changes: {}, draft: draftWith(tenant, asked, work) }, work.now);
  await record(work, {
    activityCode: 'tenant_update',
    tenantId: tenant.id,
    description: 'Organisation changes requested',
    data: changesOf(seen, asked),
  });
  const fields = names.map((name) => labelOfSetting(name, country));
  await notifyAdmins(work, tenant, tenantChangeMessages.requested, fields);
  if (asked.bankAccount !== undefined) {
    await notifyOfBankChange(work, tenant, tenantChangeMessages.bankRequested, { admins: false });
  }
}

/** An admin's save is live at once and clears pending values, except for settings that need a second person. */
async function saveDirectly(work: Work, tenant: TenantRecord, { sent, isAccountConfirmed }: Save): Promise<void> {
  const { country } = work.deps;
  const { settings, draft } = tenant;
  const allowed = mustAllow(
    decideSettings(settings, sent, decisionFacts(country, { isAdmin: true, isAccountConfirmed })),
  );
  await takeLogo(work, tenant, allowed.logo);
  await refuseTakenReference(work, allowed, tenant.id);
  const isHeldBack = (name: string) => needsSecondPerson(name as SettingName);
  const split = (isHeld: boolean) =>
    Object.fromEntries(Object.entries(allowed).filter(([name]) => isHeldBack(name) === isHeld)) as Partial<Settings>;
  const [changes, held] = [split(false), split(true)];
  const kept = Object.fromEntries(Object.entries(draft).filter(([name]) => isHeldBack(name))) as SettingsDraft;
  // Sending the live account again withdraws the pending request.
  const stated =
    sent.bankAccount === undefined || held.bankAccount !== undefined ? {} : { bankAccount: settings.bankAccount };
  const next = draftWith({ ...tenant, draft: kept }, { ...stated, ...held }, work);
  const isNothing = Object.keys(changes).length === 0 && isSameSetting(next, draft);
  if (isNothing) return;
  await updateTenant(work.tx, tenant, { changes, draft: next }, work.now);
  await record(work, { activityCode: 'tenant_update', tenantId: tenant.id, data: changesOf(settings, changes) });
  if (held.bankAccount === undefined) return;
  await record(work, {
    activityCode: 'tenant_update',
    tenantId: tenant.id,
    description: 'Change of bank account requested',
    data: changesOf(settings, held),
  });
  await notifyOfBankChange(work, tenant, tenantChangeMessages.bankRequested);
}

export async function saveSettings(work: Work, scope: AccessScope, { sent, ...request }: Request): Promise<void> {
  const tenant = await tenantToChange(work, scope, request);
  const { bankAccountConfirmed: isAccountConfirmed = false, ...values } = sent;
  const save = { sent: values as Partial<Settings>, isAccountConfirmed };
  await (savesDirectly(scope.actor.role) ? saveDirectly : saveDraft)(work, tenant, save);
}
