import { type Account, savedAccount } from '@kerb/domain/account/account.contract.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { MobileInput } from '@kerb/web/design/mobile-input.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/account/account.module.css';
import { useAccountChanges } from '@kerb/web/features/account/account.queries.ts';
import { type ChosenPhoto, PhotoField } from '@kerb/web/features/people/photo-field.tsx';
import { Group, TextInput } from '@mantine/core';

type Values = {
  firstName: string;
  surname: string;
  mobilePhone: string;
  jobTitle: string;
  profilePicture: ChosenPhoto;
};

const valuesOf = (account: Account): Values => ({
  firstName: account.firstName,
  surname: account.surname,
  mobilePhone: account.mobilePhone ?? '',
  jobTitle: account.jobTitle ?? '',
  profilePicture: undefined,
});

function changesOf(before: Values, now: Values): Partial<Values> {
  const names = Object.keys(now) as (keyof Values)[];
  return Object.fromEntries(names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]));
}

/** The user's own names, mobile and photo. Only support can change the e-mail address that they log in with. */
export function DetailsForm({ account }: { account: Account }) {
  const { save } = useAccountChanges();
  const before = valuesOf(account);
  const form = useContractForm({
    body: savedAccount,
    initialValues: before,
    toBody: (values) => changesOf(before, values),
    submit: async (body) => {
      const saved = valuesOf(await withProgress('Saving...', () => save(body)));
      form.form.setInitialValues(saved);
      form.form.setValues(saved);
      toast.success('Saved');
    },
  });
  const { firstName, surname, profilePicture } = form.form.values;
  return (
    <ContractForm form={form} label="Your details">
      <div className={classes.fields}>
        <TextInput label={personLabels.firstName} required autoComplete="given-name" {...form.field('firstName')} />
        <TextInput label={personLabels.surname} required autoComplete="family-name" {...form.field('surname')} />
        <TextInput
          label={personLabels.emailAddress}
          value={account.emailAddress}
          readOnly
          description="You log in with it. Ask support to change it."
        />
        <MobileInput form={form} path="mobilePhone" autoComplete="tel" />
        <TextInput label={personLabels.jobTitle} autoComplete="organization-title" {...form.field('jobTitle')} />
        <PhotoField
          name={`${firstName} ${surname}`}
          href={account.profilePictureHref}
          value={profilePicture}
          onChange={(photo) => form.form.setFieldValue('profilePicture', photo as never)}
          error={form.field('profilePicture').error}
        />
      </div>
      {form.isDirty && (
        <Group justify="flex-end">
          <SubmitButton>Save</SubmitButton>
        </Group>
      )}
    </ContractForm>
  );
}
