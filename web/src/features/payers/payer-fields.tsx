import type { PayerSlot } from '@kerb/domain/agreements/create-form.ts';
import { normaliseMobile, parseMobile } from '@kerb/domain/kernel/phone.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import classes from '@kerb/web/features/payers/payer-fields.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { TextInput } from '@mantine/core';

type PayerFieldsProps<Values extends Record<string, unknown>> = {
  form: ContractFormState<Values>;
  /** The payer's path in the form: 'vendors.0.', or empty if the form is about one payer. */
  at?: string;
  emailError?: string | undefined;
  autoFocus?: boolean;
};

/** One payer's fields. The mobile gets the country's dial code on blur. */
export function PayerFields<Values extends Record<string, unknown>>({
  form: { form, field },
  at = '',
  emailError,
  autoFocus = false,
}: PayerFieldsProps<Values>) {
  const input = (name: keyof PayerSlot) => field(`${at}${name}` as never);
  const email = input('emailAddress');
  const mobile = input('mobilePhone');
  const leaveMobile = () => {
    const path = `${at}mobilePhone` as never;
    const typed = String(mobile.value ?? '');
    if (typed.trim() === '') return mobile.onBlur?.();
    form.setFieldValue(path, normaliseMobile(typed, countryRules()) as never);
    mobile.onBlur?.();
    const parsed = parseMobile(typed, countryRules());
    if (!parsed.ok) form.setFieldError(path, parsed.because);
  };
  // The details are another person's, so the browser must not suggest the user's own.
  const others = { autoComplete: 'off' };
  return (
    <div className={classes.fields}>
      <TextInput
        label={personLabels.firstName}
        required
        {...others}
        {...(autoFocus && { 'data-autofocus': true })}
        {...input('firstName')}
      />
      <TextInput label={personLabels.surname} required {...others} {...input('surname')} />
      <TextInput
        label={personLabels.emailAddress}
        type="email"
        required
        {...others}
        {...email}
        error={emailError ?? email.error}
      />
      <TextInput label={personLabels.mobilePhone} type="tel" {...others} {...mobile} onBlur={leaveMobile} />
    </div>
  );
}
