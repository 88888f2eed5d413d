import { TextInput, type TextInputProps } from '@mantine/core';

/** The browser's own date picker, which phones do best; holds '2026-11-14', or '' where there is none. */
export function DateField(props: Omit<TextInputProps, 'type'>) {
  return <TextInput type="date" {...props} />;
}
