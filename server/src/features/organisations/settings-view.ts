import { type Actor, realActorOf } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { accountWarnings } from '@kerb/domain/organisations/bank-accounts.ts';
import type { OptionFlags } from '@kerb/domain/organisations/option-flags.ts';
import {
  maySeeSetting,
  type SettingName,
  type Settings,
  savesDirectly,
  settingNames,
} from '@kerb/domain/organisations/setting-fields.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { logoUrl } from '@kerb/server/features/organisations/organisations.repository.ts';
import type { NextAccount, TenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';

/** A person who may see the account may see the next one too. Only admins see the note about the call. */
function nextAccountFor(next: NextAccount | null, { role }: Actor): TenantSettings['bankAccountNext'] {
  if (next === null || !maySeeSetting('bankAccount', role)) return null;
  const { account, date, callBackNote } = next;
  return { account, date, callBackNote: savesDirectly(role) ? callBackNote : null };
}

/** `verdictOn`: whether the reader may apply a pending field; null if they may apply none. */
type Reader = { actor: Actor; country: CountryRules; verdictOn: ((name: SettingName) => Decision<null>) | null };

/** The settings with the fields that this actor may see. */
export function settingsView(
  { id, settings, draft, ...record }: TenantRecord,
  flags: OptionFlags,
  { actor, country, verdictOn }: Reader,
): TenantSettings {
  const names = settingNames.filter((name) => maySeeSetting(name, actor.role));
  const pending = names.filter((name) => draft[name] !== undefined);
  const visible = Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<Settings>;
  const waiting = Object.fromEntries(pending.map((name) => [name, draft[name]?.value])) as Partial<Settings>;
  const draftLogo = waiting.logo ? `/v1/tenants/${id}/logo?draft=1&v=${waiting.logo}` : null;
  return {
    ...visible,
    id,
    href: `/v1/tenants/${id}/settings`,
    type: settings.type,
    logoUrl: logoUrl(id, settings.logo),
    lastAgreementCreateDate: record.lastAgreementCreateDate,
    ...flags,
    loanInvoiceContacts: [
      {
        type: 'settlement',
        primary: settings.settlementInvoiceContactPrimary,
        secondary: settings.settlementInvoiceContactsSecondary,
      },
    ],
    draftContent: pending.length === 0 ? null : waiting,
    draftLogoUrl: draftLogo,
    bankAccountNext: nextAccountFor(record.nextAccount, actor),
    pendingChanges: pending.map((field) => {
      const { userId, userName, date } = must(draft[field], `pending ${field}`);
      const warnings = field === 'bankAccount' ? accountWarnings(waiting.bankAccount, country) : [];
      const verdict = verdictOn?.(field);
      const refusal = verdict && !verdict.ok ? verdict.because : null;
      return { field, userName, date, isOwn: userId === realActorOf(actor).userId, refusal, warnings };
    }),
  };
}
