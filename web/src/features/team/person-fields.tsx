import { memberLabels, personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { MobileInput } from '@kerb/web/design/mobile-input.tsx';
import { type ChosenPhoto, PhotoField } from '@kerb/web/features/people/photo-field.tsx';
import type { PersonValues } from '@kerb/web/features/team/person-form.ts';
import classes from '@kerb/web/features/team/team.module.css';
import { Checkbox, TextInput } from '@mantine/core';

type PersonFieldsProps<Values extends Record<string, unknown>> = {
  form: ContractFormState<Values>;
  /** The person's path in the form: 'invitations.0.', or empty if the form is about one person. */
  at?: string;
  person: PersonValues;
  pictureHref?: string | null;
  /** The address of a sent invitation cannot be changed. */
  isEmailFixed?: boolean;
};

// The details are another person's, so the browser must not suggest the user's own.
const others = { autoComplete: 'off' };

export function PersonFields<Values extends Record<string, unknown>>({
  form,
  at = '',
  person,
  pictureHref = null,
  isEmailFixed = false,
}: PersonFieldsProps<Values>) {
  const input = (name: keyof PersonValues) => form.field(`${at}${name}` as never);
  return (
    <div>
      <div className={classes.fields}>
        <TextInput
          label={personLabels.firstName}
          required
          data-autofocus={at === ''}
          {...others}
          {...input('firstName')}
        />
        <TextInput label={personLabels.surname} required {...others} {...input('surname')} />
        <TextInput
          label={personLabels.emailAddress}
          type="email"
          required
          readOnly={isEmailFixed}
          {...others}
          {...input('emailAddress')}
          {...(isEmailFixed && { description: 'An invitation stays with the address that it was sent to.' })}
        />
        <MobileInput form={form} path={`${at}mobilePhone`} />
        <TextInput label={personLabels.jobTitle} {...others} {...input('jobTitle')} />
        <PhotoField
          name={`${person.firstName} ${person.surname}`}
          href={pictureHref}
          value={person.profilePicture}
          onChange={(photo: ChosenPhoto) => form.form.setFieldValue(`${at}profilePicture` as never, photo as never)}
          error={input('profilePicture').error}
        />
      </div>
    </div>
  );
}

/** The notices that an organisation sends a person, and whether they are a manager. */
export function AccessFields<Values extends Record<string, unknown>>({
  form,
  at = '',
  withManager = true,
}: {
  form: ContractFormState<Values>;
  at?: string;
  withManager?: boolean;
}) {
  const box = (name: keyof PersonValues) => form.form.getInputProps(`${at}${name}` as never, { type: 'checkbox' });
  return (
    <div className={classes.checks}>
      {withManager && <Checkbox label="Manager" {...box('isManager')} />}
      <Checkbox label={memberLabels.receivesAllAgentNotices} {...box('receivesAllAgentNotices')} />
      <Checkbox label={memberLabels.receivesBillingEmailNotices} {...box('receivesBillingEmailNotices')} />
    </div>
  );
}
