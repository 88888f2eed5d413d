import { type AddressScheme, furtherLines } from '@kerb/domain/countries/address-scheme.ts';
import { postcodeWarning } from '@kerb/domain/properties/postcodes.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import type { AddressField } from '@kerb/domain/properties/property-rules.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import classes from '@kerb/web/features/properties/property.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect, Text, TextInput } from '@mantine/core';

export type AddressValues = Record<AddressField, string>;
export const emptyAddress: AddressValues = {
  address: '',
  address2: '',
  address3: '',
  city: '',
  state: '',
  postalCode: '',
};

/** Empty lines become null, and so does the state in a country without states. */
export const addressOf = (values: AddressValues) => ({
  address: values.address.trim(),
  address2: values.address2.trim() || null,
  address3: values.address3.trim() || null,
  city: values.city.trim(),
  state: values.state || null,
  postalCode: values.postalCode.trim(),
});

type AddressFieldsProps<Values extends AddressValues> = {
  form: ContractFormState<Values>;
  /** Read-only lines that came from elsewhere. */
  fixed?: readonly AddressField[];
  /** Set if it has just replaced another part of the form, or is the first of a dialog. */
  autoFocus?: boolean;
};

/** An address line by line, in the country's format. */
export function AddressFields<Values extends AddressValues>({
  form,
  fixed = [],
  autoFocus = false,
}: AddressFieldsProps<Values>) {
  const country = countryRules();
  const { cityLabel, state: stateScheme, postcode } = country.address;
  const { state, postalCode } = form.form.values;
  const warning = postcodeWarning(state, postalCode.trim(), country);
  const line = (name: AddressField) => ({ ...form.field(name), readOnly: fixed.includes(name), autoComplete: 'off' });
  const further = furtherLines(country.address);
  return (
    <>
      <TextInput
        label={propertyLabels.address}
        required
        maxLength={80}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        {...line('address')}
      />
      {further.length > 0 && (
        <div className={classes.fields}>
          {further.map((name) => (
            <TextInput key={name} label={propertyLabels[name]} maxLength={30} {...line(name)} />
          ))}
        </div>
      )}
      <div className={classes.fields}>
        <TextInput label={cityLabel} required maxLength={40} {...line('city')} />
        {stateScheme && <StateField form={form} scheme={stateScheme} isFixed={fixed.includes('state')} />}
        <TextInput
          label={postcode.label}
          required
          inputMode={postcode.inputMode}
          maxLength={postcode.longest}
          {...line('postalCode')}
        />
      </div>
      <div role="status" className={classes.status}>
        {warning && <Text size="sm">{warning}</Text>}
      </div>
    </>
  );
}

function StateField<Values extends AddressValues>({
  form,
  scheme: { label, chooseText, names },
  isFixed,
}: {
  form: ContractFormState<Values>;
  scheme: NonNullable<AddressScheme['state']>;
  isFixed: boolean;
}) {
  // A selector cannot be read-only, so a fixed value is a text field.
  if (isFixed) return <TextInput label={label} readOnly value={form.form.values.state} />;
  return (
    <NativeSelect
      label={label}
      required
      data={[{ value: '', label: chooseText }, ...names.map((value) => ({ value, label: value }))]}
      {...form.field('state')}
    />
  );
}
