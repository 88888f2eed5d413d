import { TextInput, type TextInputProps } from '@mantine/core';

/** The browser's date picker, which works best on phones. Holds '2026-11-14', or '' if there is no date. */
export function DateField(props: Omit<TextInputProps, 'type'>) {
  return <TextInput type="date" {...props} />;
}
