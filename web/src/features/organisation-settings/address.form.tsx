import { furtherLines } from '@kerb/domain/countries/address-scheme.ts';
import { postcodeWarning } from '@kerb/domain/properties/postcodes.ts';
import { markOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect, Text, TextInput } from '@mantine/core';

export function AddressFields({ form, settings }: SettingsPart) {
  const country = countryRules();
  const { cityLabel, state: stateScheme, postcode } = country.address;
  const { state, postalCode } = form.form.values.billingAddress;
  const warning = postcodeWarning(state, postalCode, country);
  const { description } = markOf(settings, 'billingAddress') as { description?: string };
  const line = (part: 'address' | 'address2' | 'address3' | 'city' | 'postalCode' | 'phone', label: string) => (
    <TextInput key={part} label={label} {...form.field(`billingAddress.${part}`)} />
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
        {furtherLines(country.address).map((part) => line(part, `Address line ${part.slice(-1)}`))}
        {line('city', cityLabel)}
        {stateScheme && (
          <NativeSelect
            label={stateScheme.label}
            data={[{ value: '', label: '' }, ...stateScheme.names.map((value) => ({ value, label: value }))]}
            {...form.field('billingAddress.state')}
          />
        )}
        <TextInput
          label={postcode.label}
          inputMode={postcode.inputMode}
          maxLength={postcode.longest}
          {...form.field('billingAddress.postalCode')}
          {...(warning && { description: warning })}
        />
        {line('phone', 'Phone')}
      </div>
    </div>
  );
}
