import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { labelOfSetting, type SettingName, type Settings } from '@kerb/domain/organisations/setting-fields.ts';
import { isSameSetting } from '@kerb/domain/organisations/setting-values.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { wordsOfSetting } from '@kerb/web/features/organisation-settings/setting-words.ts';
import type { SettingsFormState, SettingValues } from '@kerb/web/features/organisation-settings/settings-form.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Checkbox, Textarea, TextInput } from '@mantine/core';

export type SettingsPart = { form: SettingsFormState; settings: TenantSettings };

/** The hint under a field whose pending value differs from the live one. */
export function pendingHint(settings: TenantSettings, name: SettingName, country: CountryRules): string | undefined {
  const pending = settings.draftContent?.[name];
  const live = settings[name];
  if (pending === undefined || isSameSetting(pending, live)) return undefined;
  return `Pending. Live: ${wordsOfSetting(name, live as Settings[typeof name], country)}`;
}

/** The mark of a field that differs. */
export function markOf(settings: TenantSettings, name: SettingName) {
  const description = pendingHint(settings, name, countryRules());
  return description === undefined ? {} : { description, 'data-pending': true };
}

/** The path of our own input in its form, so that the form can focus it. */
export const pathOf = (props: object): string | undefined => (props as { 'data-path'?: string })['data-path'];

const areas: readonly SettingName[] = ['internalNotes'];

type SettingInputProps = SettingsPart & { name: SettingName };

/** A text or yes/no setting. */
export function SettingInput({ form, settings, name }: SettingInputProps) {
  const label = labelOfSetting(name, countryRules());
  const mark = markOf(settings, name);
  if (typeof form.form.getValues()[name as keyof SettingValues] === 'boolean') {
    return <Checkbox label={label} {...mark} {...form.form.getInputProps(name, { type: 'checkbox' })} />;
  }
  if (areas.includes(name))
    return <Textarea label={label} rows={4} resize="vertical" {...mark} {...form.field(name)} />;
  return <TextInput label={label} {...mark} {...form.field(name)} {...(name === 'name' && { required: true })} />;
}
