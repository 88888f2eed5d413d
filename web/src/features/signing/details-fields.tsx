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

type DetailsFieldsProps = {
  form: ContractFormState<DetailsValues>;
  signatory: Signatory;
  /** Whether the reader is the payer: the browser may then autofill, and the texts address them. */
  isOwn: boolean;
  isRequired: boolean;
  /** Leaves out what only a borrower is asked: date of birth and employment. */
  isBrief?: boolean;
};

/** Staff see whether the payer confirmed the mobile: only then codes to sign go to it. */
export function confirmedWords({ isOwn, mobilePhoneConfirmedByPayer }: Signatory): string {
  if (isOwn) return 'Confirmed';
  return mobilePhoneConfirmedByPayer ? 'Confirmed by the payer' : 'A code was entered, but perhaps not by the payer';
}

/** The details that have a field of their own while they are hidden. A home address is one of them. */
const maskable = ['dateOfBirth', 'employmentType', 'residentialAddress'] as const;

const codeFirstWords = 'To change it, enter a code first.';
const emailFirstWords = 'To change it, confirm your email address first.';

const borrowersOnly: readonly PayerField[] = ['dateOfBirth', 'employmentType'];

/** Every detail of a payer that the reader may see. A detail that cannot be changed now is read-only and says why. */
export function DetailsFields({ form, signatory, isOwn, isRequired, isBrief = false }: DetailsFieldsProps) {
  const isFixed = (name: PayerField) => signatory.readOnlyFields.includes(name);
  const isSeen = (name: PayerField) => signatory[name] !== undefined && !(isBrief && borrowersOnly.includes(name));
  const isMasked = (name: PayerField) => signatory.maskedFields?.includes(name) ?? false;
  const isOpen = (name: PayerField) => isSeen(name) && !isMasked(name);
  const hidden = maskable.filter((name) => isSeen(name) && isMasked(name));
  const fill = (token: string) => ({ autoComplete: isOwn ? token : 'off' });
  const codeFirst = (name: PayerField) => (signatory.lockedFields?.includes(name) ? codeFirstWords : undefined);
  const line = (name: PayerField) => ({ ...form.field(name), readOnly: isFixed(name), description: codeFirst(name) });
  const whyFixed = isOwn && !signatory.emailAddressConfirmationDate ? emailFirstWords : codeFirst('mobilePhone');
  return (
    <>
      <div className={classes.fields}>
        <TextInput label={personLabels.firstName} required {...fill('given-name')} {...line('firstName')} />
        <TextInput label={personLabels.middleNames} {...fill('additional-name')} {...line('middleNames')} />
        <TextInput label={personLabels.surname} required {...fill('family-name')} {...line('surname')} />
        <TextInput
          label={personLabels.emailAddress}
          type="email"
          required
          {...fill('email')}
          {...line('emailAddress')}
          description={signatory.emailAddressConfirmationDate ? 'Confirmed' : undefined}
        />
        {isFixed('mobilePhone') ? (
          <TextInput
            label={personLabels.mobilePhone}
            readOnly
            {...form.field('mobilePhone')}
            description={signatory.mobilePhoneConfirmationDate ? confirmedWords(signatory) : whyFixed}
          />
        ) : (
          <MobileInput form={form} path="mobilePhone" autoComplete={isOwn ? 'tel' : 'off'} />
        )}
        {isOpen('dateOfBirth') && (
          <DateField label={payerLabels.dateOfBirth} required={isRequired} {...fill('bday')} {...line('dateOfBirth')} />
        )}
        {isOpen('employmentType') && <Employment form={form} isFixed={isFixed('employmentType')} {...{ isRequired }} />}
        {hidden.map((name) => (
          <TextInput
            key={name}
            label={payerLabels[name]}
            readOnly
            value="••••••"
            description="Hidden until you enter a code"
          />
        ))}
      </div>
      {isOpen('residentialAddress') && <Home form={form} isFixed={isFixed('residentialAddress')} {...{ isOwn }} />}
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

function Employment({ form, isFixed, isRequired }: PartProps & { isRequired: boolean }) {
  const { value } = form.field('employmentType');
  if (isFixed) {
    const label = employmentTypes.find((type) => type === value);
    return <TextInput label={payerLabels.employmentType} readOnly value={label ? employmentTypeLabels[label] : ''} />;
  }
  const choices = employmentTypes.map((type) => ({ value: type, label: employmentTypeLabels[type] }));
  return (
    <NativeSelect
      label={payerLabels.employmentType}
      required={isRequired}
      data={[{ value: '', label: 'Choose one' }, ...choices]}
      {...form.field('employmentType')}
    />
  );
}

/** The home address: the property's, unless the payer enters another one. */
function Home({ form, isFixed, isOwn }: PartProps & { isOwn: boolean }) {
  const { cityLabel, state, postcode } = countryRules().address;
  const fill = (token: string) => ({ autoComplete: isOwn ? token : 'off', readOnly: isFixed });
  return (
    <>
      <Checkbox
        label={`${isOwn ? 'My' : 'The'} residential address is different from the property`}
        disabled={isFixed}
        {...form.form.getInputProps('livesElsewhere', { type: 'checkbox' })}
      />
      {form.form.values.livesElsewhere && (
        <div className={classes.fields}>
          <TextInput
            label={payerLabels.residentialAddress}
            required
            {...form.field('residentialAddress')}
            {...fill('street-address')}
          />
          <TextInput label={cityLabel} required {...form.field('city')} {...fill('address-level2')} />
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
            {...fill('postal-code')}
          />
        </div>
      )}
    </>
  );
}
