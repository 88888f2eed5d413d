import { TextInput, type TextInputProps } from '@mantine/core';
import * as z from 'zod/mini';

const length = 6;

export const codeSchema = z.object({
  code: z.string().check(z.length(length, 'Enter the six digits of the code.')),
});

/** Normalises a pasted code: removes spaces and dashes, ignores case. */
export const codeFrom = (typed: string): string =>
  typed
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, length);

type CodeFieldProps = Omit<TextInputProps, 'onChange'> & { onChange: (code: string) => void };

/** A code of six digits in one field, which accepts a paste and a phone's suggestion from a message. */
export function CodeField({ label = 'Code', onChange, ...props }: CodeFieldProps) {
  return (
    <TextInput
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      inputMode="numeric"
      styles={{ input: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums', maxWidth: '12rem' } }}
      {...props}
      onChange={({ currentTarget }) => onChange(codeFrom(currentTarget.value))}
    />
  );
}
