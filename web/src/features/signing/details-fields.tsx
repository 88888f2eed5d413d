import {
  employmentTypeLabels,
  employmentTypes,
  type PayerField,
  payerLabels,
} from '@kerb/domain/payers/payer-details.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { DateField } from '@kerb/web/design/date-field.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { MobileInput } from '@kerb/web/design/mobile-input.tsx';
import type { DetailsValues } from '@kerb/web/features/signing/details-form.ts';
import classes from '@kerb/web/features/signing/signing.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';

type DetailsFieldsProps = { form: ContractFormState<DetailsValues>; signatory: Signatory };

/** The browser must not fill in the details of the team member. */
const noFill = { autoComplete: 'off' } as const;

/** Staff see whether the payer confirmed the mobile: only then codes to sign go to it. */
export function confirmedWords({ isOwn, mobilePhoneConfirmedByPayer }: Signatory): string {
  if (isOwn) return 'Confirmed';
  return mobilePhoneConfirmedByPayer ? 'Confirmed by the payer' : 'A code was entered, but perhaps not by the payer';
}

/** Every detail of a payer that the team member may see. A detail that cannot be changed now is read-only. */
export function DetailsFields({ form, signatory }: DetailsFieldsProps) {
  const isFixed = (name: PayerField) => signatory.readOnlyFields.includes(name);
  const isSeen = (name: PayerField) => signatory[name] !== undefined;
  const line = (name: PayerField) => ({ ...noFill, ...form.field(name), readOnly: isFixed(name) });
  return (
    <>
      <div className={classes.fields}>
        <TextInput label={personLabels.firstName} required {...line('firstName')} />
        <TextInput label={personLabels.middleNames} {...line('middleNames')} />
        <TextInput label={personLabels.surname} required {...line('surname')} />
        <TextInput
          label={personLabels.emailAddress}
          type="email"
          required
          {...line('emailAddress')}
          description={signatory.emailAddressConfirmationDate ? 'Confirmed' : undefined}
        />
        {isFixed('mobilePhone') ? (
          <TextInput
            label={personLabels.mobilePhone}
            readOnly
            {...form.field('mobilePhone')}
            description={signatory.mobilePhoneConfirmationDate ? confirmedWords(signatory) : undefined}
          />
        ) : (
          <MobileInput form={form} path="mobilePhone" autoComplete="off" />
        )}
        {isSeen('dateOfBirth') && <DateField label={payerLabels.dateOfBirth} {...line('dateOfBirth')} />}
        {isSeen('employmentType') && <Employment form={form} isFixed={isFixed('employmentType')} />}
      </div>
      {isSeen('residentialAddress') && <Home form={form} isFixed={isFixed('residentialAddress')} />}
      {isSeen('amlCheckCompleted') && (
        <Checkbox
          label={payerLabels.amlCheckCompleted}
          disabled={isFixed('amlCheckCompleted')}
          {...form.form.getInputProps('amlCheckCompleted', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

type PartProps = { form: ContractFormState<DetailsValues>; isFixed: boolean };

function Employment({ form, isFixed }: PartProps) {
  const { value } = form.field('employmentType');
  if (isFixed) {
    const label = employmentTypes.find((type) => type === value);
    return <TextInput label={payerLabels.employmentType} readOnly value={label ? employmentTypeLabels[label] : ''} />;
  }
  const choices = employmentTypes.map((type) => ({ value: type, label: employmentTypeLabels[type] }));
  return (
    <NativeSelect
      label={payerLabels.employmentType}
      data={[{ value: '', label: 'Choose one' }, ...choices]}
      {...form.field('employmentType')}
    />
  );
}

/** The home address: the property's, unless the payer enters another one. */
function Home({ form, isFixed }: PartProps) {
  const { cityLabel, state, postcode } = countryRules().address;
  const fixed = { ...noFill, readOnly: isFixed };
  return (
    <>
      <Checkbox
        label="The residential address is different from the property"
        disabled={isFixed}
        {...form.form.getInputProps('livesElsewhere', { type: 'checkbox' })}
      />
      {form.form.values.livesElsewhere && (
        <div className={classes.fields}>
          <TextInput label={payerLabels.residentialAddress} required {...form.field('residentialAddress')} {...fixed} />
          <TextInput label={cityLabel} required {...form.field('city')} {...fixed} />
          {state && (
            <NativeSelect
              label={state.label}
              required
              disabled={isFixed}
              data={[{ value: '', label: state.chooseText }, ...state.names.map((value) => ({ value, label: value }))]}
              {...form.field('state')}
            />
          )}
          <TextInput
            label={postcode.label}
            required
            inputMode={postcode.inputMode}
            maxLength={postcode.longest}
            {...form.field('postalCode')}
            {...fixed}
          />
        </div>
      )}
    </>
  );
}
