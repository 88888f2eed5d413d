import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { mobileProblem } from '@kerb/web/design/mobile-input.tsx';
import classes from '@kerb/web/features/people/user-editor.module.css';
import { roleChoices, type UserValues, withPlus } from '@kerb/web/features/people/user-form.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect } from 'react';

// The details are another person's, so the browser must not suggest the admin's own.
const others = { autoComplete: 'off' };

export function UserFields({
  form,
  isRoleFixed = false,
}: {
  form: ContractFormState<UserValues>;
  isRoleFixed?: boolean;
}) {
  const mobile = form.field('mobilePhone');
  const { alsoCheck } = form;
  const stored = form.form.getInitialValues().mobilePhone;
  // An old landline stays until somebody changes it.
  useEffect(
    () => alsoCheck('mobilePhone', (typed) => (typed === stored ? null : mobileProblem(typed))),
    [alsoCheck, stored],
  );
  const leaveMobile = () => {
    form.form.setFieldValue('mobilePhone', withPlus(form.form.values.mobilePhone));
    mobile.onBlur?.();
  };
  return (
    <div className={classes.fields}>
      <TextInput label={personLabels.firstName} required data-autofocus {...others} {...form.field('firstName')} />
      <TextInput label={personLabels.surname} required {...others} {...form.field('surname')} />
      <TextInput label={personLabels.emailAddress} type="email" required {...others} {...form.field('emailAddress')} />
      <TextInput label={personLabels.mobilePhone} type="tel" {...others} {...mobile} onBlur={leaveMobile} />
      <TextInput label={personLabels.jobTitle} {...others} {...form.field('jobTitle')} />
      <NativeSelect label="Role" data={roleChoices} disabled={isRoleFixed} {...form.field('role')} />
    </div>
  );
}
