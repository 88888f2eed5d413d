import { SubmitButton } from '@kerb/web/design/contract-form.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { Button, Group } from '@mantine/core';

/** Save and Discard, shown once there are changes. */
export function CardButtons<Values extends Record<string, unknown>>({ form }: { form: ContractFormState<Values> }) {
  if (!form.isDirty) return null;
  return (
    <Group gap="sm">
      <SubmitButton>Save</SubmitButton>
      <Button variant="default" onClick={() => form.form.reset()}>
        Discard
      </Button>
    </Group>
  );
}
