import { SubmitButton } from '@kerb/web/design/contract-form.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';

type FormButtonsProps<Values extends Record<string, unknown>> = {
  form: ContractFormState<Values>;
  onClose: () => void;
};

/** Save, and a button back to the read-only view. */
export function FormButtons<Values extends Record<string, unknown>>({ form, onClose }: FormButtonsProps<Values>) {
  const { element } = form;
  // The button that opened the form is gone and so is the focus: focus the form.
  useEffect(() => element.current?.focus({ preventScroll: true }), [element]);
  return (
    <Group gap="sm">
      <SubmitButton disabled={!form.isDirty}>Save</SubmitButton>
      <Button variant="default" onClick={form.guardClose(onClose)}>
        Cancel
      </Button>
    </Group>
  );
}
