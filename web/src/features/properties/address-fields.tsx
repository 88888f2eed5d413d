import { postcodeWarning } from '@kerb/domain/properties/postcodes.ts';
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
  /** Set if it has just replaced another part of the form. */
  autoFocus?: boolean;
};

/** An address line by line, in the country's format. */
export function AddressFields<Values extends AddressValues>({
  form,
  fixed = [],
  autoFocus = false,
}: AddressFieldsProps<Values>) {
  const { states, addressLines } = countryRules();
  const { state, postalCode } = form.form.values;
  const warning = postcodeWarning(state, postalCode.trim());
  const line = (name: AddressField) => ({ ...form.field(name), readOnly: fixed.includes(name), autoComplete: 'off' });
  const hasStates = states.length > 0;
  return (
    <>
      <TextInput label="Street Address" required maxLength={80} autoFocus={autoFocus} {...line('address')} />
      {addressLines > 1 && (
        <div className={classes.fields}>
          <TextInput label="Address Line 2" maxLength={30} {...line('address2')} />
          <TextInput label="Address Line 3" maxLength={30} {...line('address3')} />
        </div>
      )}
      <div className={classes.fields}>
        <TextInput label={hasStates ? 'Suburb' : 'City'} required maxLength={40} {...line('city')} />
        {hasStates && <StateField form={form} isFixed={fixed.includes('state')} />}
        <TextInput label="Postcode" required inputMode="numeric" maxLength={4} {...line('postalCode')} />
      </div>
      <div role="status" className={classes.status}>
        {warning && <Text size="sm">{warning}</Text>}
      </div>
    </>
  );
}

function StateField<Values extends AddressValues>({
  form,
  isFixed,
}: {
  form: ContractFormState<Values>;
  isFixed: boolean;
}) {
  const { states } = countryRules();
  // A selector cannot be read-only, so a fixed value is a text field.
  if (isFixed) return <TextInput label="State" readOnly value={form.form.values.state} />;
  return (
    <NativeSelect
      label="State"
      required
      data={[{ value: '', label: 'Choose a state' }, ...states.map((value) => ({ value, label: value }))]}
      {...form.field('state')}
    />
  );
}
