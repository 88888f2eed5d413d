import { labelOfSetting, type SettingName, type Settings } from '@kerb/domain/organisations/setting-fields.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import colours from '@kerb/web/features/organisation-settings/brand-colour.module.css';
import { wordsOfSetting } from '@kerb/web/features/organisation-settings/setting-words.ts';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { ZoneName } from '@kerb/web/features/organisation-settings/time-zone-field.tsx';
import { OrganisationLogo } from '@kerb/web/features/organisations/organisation-logo.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';

type ValueProps = { settings: TenantSettings; name: SettingName; value: unknown; isPending: boolean };

/** The read-only view of a setting: in words, or a picture. */
export function SettingValue({ settings, name, value, isPending }: ValueProps) {
  if (name === 'defaultTimeZone') return <ZoneName identifier={String(value)} />;
  const url = isPending ? settings.draftLogoUrl : settings.logoUrl;
  if (name === 'logo' && url) {
    const alt = isPending ? 'Pending logo' : 'Logo';
    return <OrganisationLogo tenantId={settings.id} url={url} name={alt} className={classes.logo} />;
  }
  const words = wordsOfSetting(name, value as Settings[typeof name], countryRules());
  if (name === 'brandColour' && value) {
    return (
      <>
        <span className={colours.swatch} style={{ background: String(value) }} aria-hidden="true" />
        {words}
      </>
    );
  }
  return words;
}

type SettingsFactsProps = { settings: TenantSettings; names: readonly SettingName[]; showsDraft: boolean };

/** Settings as plain text, for users who may not change them now; pending ones are marked. */
export function SettingsFacts({ settings, names, showsDraft }: SettingsFactsProps) {
  const country = countryRules();
  const rows = names.map((name) => {
    const pending = showsDraft ? settings.draftContent?.[name] : undefined;
    const isPending = pending !== undefined;
    const value = isPending ? pending : settings[name];
    const shown = <SettingValue key={name} settings={settings} name={name} value={value} isPending={isPending} />;
    const marked = (
      <span key={name} data-pending>
        {shown} <ToneBadge tone="attention">Pending</ToneBadge>
      </span>
    );
    return [labelOfSetting(name, country), isPending ? marked : shown] as const;
  });
  return <Facts rows={rows} />;
}
