import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import { markOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

/** The target of a payer's back link; the product's own if the box is not ticked. */
export function BackLink({ form, settings }: SettingsPart) {
  const [isTicked, setTicked] = useState(form.form.getValues().websiteUrl !== '');
  const isOn = isTicked || form.form.values.websiteUrl !== '';
  return (
    <Stack gap="xs">
      <Checkbox
        label="Use a custom back link"
        checked={isOn}
        onChange={({ currentTarget }) => {
          setTicked(currentTarget.checked);
          if (!currentTarget.checked) form.form.setFieldValue('websiteUrl', '');
        }}
      />
      <TextInput
        label={labelOfSetting('websiteUrl', countryRules())}
        type="url"
        placeholder="https://"
        disabled={!isOn}
        {...markOf(settings, 'websiteUrl')}
        {...form.field('websiteUrl')}
      />
    </Stack>
  );
}

export function BrandDisplay({ form, settings }: SettingsPart) {
  return (
    <Checkbox
      label="Hide name text"
      {...markOf(settings, 'brandSettings')}
      {...form.form.getInputProps('brandSettings.hideNameText', { type: 'checkbox' })}
    />
  );
}

/** Phones show 'Unverified' in place of a name that is not registered, so the hint says when to leave it empty. */
export function SmsSender({ form, settings }: SettingsPart) {
  return (
    <TextInput
      label={labelOfSetting('smsSenderName', countryRules())}
      description="Only a name that is registered for text messages. Leave it empty to send from our number."
      maxLength={11}
      {...markOf(settings, 'smsSenderName')}
      {...form.field('smsSenderName')}
    />
  );
}
