import { normaliseMobile, parseMobile } from '@kerb/domain/payers/phone.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { afterPress } from '@kerb/web/platform/press.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { TextInput } from '@mantine/core';

type MobileInputProps<Values extends Record<string, unknown>> = {
  form: ContractFormState<Values>;
  path: string;
  autoComplete?: string;
  description?: React.ReactNode;
};

/** A mobile gets the country's dial code when its field is left. Heavy with number plans: for what loads late. */
export function MobileInput<Values extends Record<string, unknown>>({
  form: { form, field },
  path,
  autoComplete = 'off',
  description,
}: MobileInputProps<Values>) {
  const input = field(path as never);
  const leave = () => {
    const typed = String(input.value ?? '').trim();
    if (typed === '') return input.onBlur?.();
    form.setFieldValue(path as never, normaliseMobile(typed, countryRules()) as never);
    input.onBlur?.();
    const parsed = parseMobile(typed, countryRules());
    if (!parsed.ok) afterPress(() => form.setFieldError(path as never, parsed.because));
  };
  return (
    <TextInput
      label="Mobile"
      type="tel"
      autoComplete={autoComplete}
      description={description}
      {...input}
      onBlur={leave}
    />
  );
}
