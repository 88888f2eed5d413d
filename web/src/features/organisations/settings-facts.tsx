import { labelOfSetting, type SettingName, type Settings } from '@kerb/domain/organisations/setting-fields.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { ToneBadge } from '@kerb/web/design/status-badge.tsx';
import { wordsOfSetting } from '@kerb/web/features/organisations/setting-words.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

type SettingsFactsProps = { settings: TenantSettings; names: readonly SettingName[]; showsDraft: boolean };

/** Settings as plain text, for those who may not change them now; what waits is marked. */
export function SettingsFacts({ settings, names, showsDraft }: SettingsFactsProps) {
  const country = countryRules();
  const rows = names.map((name) => {
    const pending = showsDraft ? settings.draftContent?.[name] : undefined;
    const words = wordsOfSetting(name, (pending ?? settings[name]) as Settings[typeof name], country);
    const value =
      pending === undefined ? (
        words
      ) : (
        <span key={name} data-pending>
          {wordsOfSetting(name, pending as Settings[typeof name], country)}{' '}
          <ToneBadge tone="attention">Pending</ToneBadge>
        </span>
      );
    return [labelOfSetting(name, country), value] as const;
  });
  return <Facts rows={rows} />;
}
