import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { tidyEmails } from '@kerb/domain/agreements/contact-fields.ts';
import {
  type ContactKind,
  type ContactName,
  type Contacts,
  contactFields,
  contactKinds,
  isContactBegun,
  missingOfContacts,
} from '@kerb/domain/agreements/contacts.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { normaliseMobile, parsePhone } from '@kerb/domain/kernel/phone.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { messagesByContract } from '@kerb/web/design/form-problems.ts';
import classes from '@kerb/web/features/campaign-cards/card-fields.module.css';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';

type Values = { [Name in ContactName]: Contacts[Name] extends boolean ? boolean : string };

const flagNames = contactKinds.map((kind): ContactName => contactFields[kind].none);
const names = [
  ...new Set<ContactName>([...contactKinds.flatMap((kind) => Object.values(contactFields[kind])), 'agentCcEmails']),
];

const valuesOf = (agreement: Agreement): Values =>
  Object.fromEntries(names.map((name) => [name, agreement[name] ?? (flagNames.includes(name) ? false : '')])) as Values;

const contactsIn = (values: Values): Contacts =>
  Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      return [name, typeof value === 'string' ? value.trim() || null : value];
    }),
  ) as Contacts;

const isPhoneWrong = (phone: string | null): boolean =>
  phone !== null && phone !== '' && !parsePhone(phone, countryRules()).ok;

/** Whether the server would accept both contacts as typed. */
function areValid(values: Values): boolean {
  const contacts = contactsIn(values);
  return (
    missingOfContacts(contacts).length === 0 &&
    !contactKinds.some((kind) => isPhoneWrong(contacts[contactFields[kind].phone])) &&
    Object.keys(messagesByContract(savedAgreement, contacts)).length === 0
  );
}

const fieldsFor = (onSaved: () => void): CardFields<Values> => ({ valuesOf, toBody: contactsIn, onSaved });

type ContactsFormProps = { record: Versioned<Agreement>; onClose: () => void };

export function ContactsForm({ record, onClose }: ContactsFormProps) {
  const form = useCardForm(record, fieldsFor(onClose));
  const { conveyancerLabel } = countryRules();
  return (
    <ContractForm form={form} label="Contacts">
      <div className={classes.groups}>
        <ContactFields form={form} kind="agent" title="Agent" noneLabel="No agency" />
        <ContactFields
          form={form}
          kind="conveyancer"
          title={conveyancerLabel}
          noneLabel={`No ${conveyancerLabel.toLowerCase()}`}
        />
      </div>
      <Group gap="sm">
        <SubmitButton disabled={!form.isDirty || !areValid(form.form.values)}>Save</SubmitButton>
        <Button variant="default" onClick={form.guardClose(onClose)}>
          Cancel
        </Button>
      </Group>
    </ContractForm>
  );
}

type ContactFieldsProps = {
  form: ContractFormState<Values>;
  kind: ContactKind;
  title: string;
  noneLabel: string;
};

function ContactFields({ form, kind, title, noneLabel }: ContactFieldsProps) {
  const fields = contactFields[kind];
  const { values } = form.form;
  const missing: string[] = missingOfContacts(contactsIn(values));
  // Errors appear under a field only after it was visited, so that a newly opened form shows none.
  const textField = (name: ContactName) => {
    const input = form.field(name);
    const isMissing = missing.includes(name) && form.form.isTouched(name);
    return { autoComplete: 'off', ...input, error: input.error ?? (isMissing && fieldWords.required) };
  };
  const isBegun = isContactBegun(contactsIn(values), kind);
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <Checkbox label={noneLabel} {...form.form.getInputProps(fields.none, { type: 'checkbox' })} />
      {!values[fields.none] && (
        <>
          <div className={classes.fields}>
            <TextInput
              label={personLabels.firstName}
              maxLength={100}
              withAsterisk={isBegun}
              {...textField(fields.firstName)}
            />
            <TextInput
              label={personLabels.surname}
              maxLength={100}
              withAsterisk={isBegun}
              {...textField(fields.surname)}
            />
          </div>
          <TextInput
            label={personLabels.emailAddress}
            type="email"
            withAsterisk={isBegun}
            {...textField(fields.email)}
          />
          <PhoneField form={form} name={fields.phone} />
          <TextInput label="Organisation" maxLength={200} {...textField(fields.organisation)} />
          {kind === 'agent' && <CcEmails form={form} />}
        </>
      )}
    </fieldset>
  );
}

/** The number gets the country's dial code on blur. */
function PhoneField({ form, name }: { form: ContractFormState<Values>; name: 'agentPhone' | 'conveyancerPhone' }) {
  const input = form.field(name);
  const leave = () => {
    const typed = form.form.getValues()[name];
    input.onBlur?.();
    if (typed.trim() === '') return;
    form.form.setFieldValue(name, normaliseMobile(typed, countryRules()));
    const parsed = parsePhone(typed, countryRules(), name);
    if (!parsed.ok) form.form.setFieldError(name, parsed.because);
  };
  return <TextInput label="Phone" type="tel" autoComplete="off" {...input} onBlur={leave} />;
}

function CcEmails({ form }: { form: ContractFormState<Values> }) {
  const input = form.field('agentCcEmails');
  const leave = () => {
    form.form.setFieldValue('agentCcEmails', tidyEmails(form.form.getValues().agentCcEmails));
    input.onBlur?.();
  };
  return (
    <TextInput
      label={labelOfField('agentCcEmails')}
      description="Separate addresses by a comma. They get copies of what the agent is sent."
      autoComplete="off"
      maxLength={1_000}
      {...input}
      onBlur={leave}
    />
  );
}
