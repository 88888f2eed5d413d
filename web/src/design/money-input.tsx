import { centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { TextInput, type TextInputProps } from '@mantine/core';

type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string;
  onChange?: (typed: string) => void;
};

/** '4200' becomes '4,200' when the field is left; what is no amount stays as typed, for the form to refuse. */
export function tidyAmount(typed: string): string {
  const cents = centsFromTyped(typed);
  if (cents === null) return typed;
  const [dollars = '', fraction] = decimalFromCents(cents).split('.');
  const grouped = dollars.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === '00' ? grouped : `${grouped}.${fraction}`;
}

/** Holds text; `centsFromTyped` makes cents of it. */
export function MoneyInput({ value = '', onChange, onBlur, ...props }: MoneyInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      {...props}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onBlur={(event) => {
        onChange?.(tidyAmount(event.currentTarget.value));
        onBlur?.(event);
      }}
    />
  );
}
