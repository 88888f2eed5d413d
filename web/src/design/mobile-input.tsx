import { normaliseMobile, parseMobile } from '@kerb/domain/kernel/phone.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { TextInput } from '@mantine/core';
import { useEffect } from 'react';

type MobileInputProps<Values extends Record<string, unknown>> = {
  form: ContractFormState<Values>;
  path: string;
  autoComplete?: string;
  description?: React.ReactNode;
};

/** Why a typed number is not a mobile; null if it is one, or blank. */
export function mobileProblem(value: unknown): string | null {
  const typed = String(value ?? '').trim();
  if (typed === '') return null;
  const parsed = parseMobile(typed, countryRules());
  return parsed.ok ? null : parsed.because;
}

/** A mobile gets the country's dial code on blur. Contains heavy number plans: use it only in code that loads late. */
export function MobileInput<Values extends Record<string, unknown>>({
  form: { form, field, alsoCheck },
  path,
  autoComplete = 'off',
  description,
}: MobileInputProps<Values>) {
  const input = field(path as never);
  useEffect(() => alsoCheck(path, mobileProblem), [alsoCheck, path]);
  const leave = () => {
    const typed = String(input.value ?? '').trim();
    if (typed !== '') form.setFieldValue(path as never, normaliseMobile(typed, countryRules()) as never);
    input.onBlur?.();
  };
  return (
    <TextInput
      label={personLabels.mobilePhone}
      type="tel"
      autoComplete={autoComplete}
      description={description}
      {...input}
      onBlur={leave}
    />
  );
}
