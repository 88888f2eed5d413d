import { postcodeWarning } from '@kerb/domain/properties/postcodes.ts';
import { markOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect, Text, TextInput } from '@mantine/core';

export function AddressFields({ form, settings }: SettingsPart) {
  const { states, addressLines } = countryRules();
  const { state, postalCode } = form.form.values.billingAddress;
  const warning = postcodeWarning(state, postalCode);
  const { description } = markOf(settings, 'billingAddress') as { description?: string };
  const line = (part: 'address' | 'address2' | 'address3' | 'city' | 'postalCode' | 'phone', label: string) => (
    <TextInput label={label} {...form.field(`billingAddress.${part}`)} />
  );
  return (
    <div data-pending={description ? true : undefined}>
      {description && (
        <Text size="sm" c="dimmed" mb="xs">
          {description}
        </Text>
      )}
      <div className={classes.fields}>
        {line('address', 'Address')}
        {addressLines > 1 && line('address2', 'Address line 2')}
        {addressLines > 1 && line('address3', 'Address line 3')}
        {line('city', states.length > 0 ? 'Suburb' : 'City')}
        {states.length > 0 && (
          <NativeSelect
            label="State"
            data={[{ value: '', label: '' }, ...states.map((value) => ({ value, label: value }))]}
            {...form.field('billingAddress.state')}
          />
        )}
        <TextInput
          label="Postcode"
          inputMode="numeric"
          maxLength={4}
          {...form.field('billingAddress.postalCode')}
          {...(warning && { description: warning })}
        />
        {line('phone', 'Phone')}
      </div>
    </div>
  );
}
