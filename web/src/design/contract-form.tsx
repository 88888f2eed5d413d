import type { ContractFormState } from '@kerb/web/design/form.ts';
import { Alert, Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';

const SubmittingContext = createContext(false);

type ContractFormProps<Values extends Record<string, unknown>> = {
  form: ContractFormState<Values>;
  /** The form's name for screen readers. */
  label?: string;
  children: ReactNode;
};

/** Renders a form of `useContractForm`. Messages that concern no single field appear above it. */
export function ContractForm<Values extends Record<string, unknown>>({
  form,
  label,
  children,
}: ContractFormProps<Values>) {
  return (
    <form
      ref={form.element}
      tabIndex={-1}
      style={{ outline: 'none' }}
      noValidate
      onSubmit={form.onSubmit}
      aria-label={label}
    >
      <Stack gap="md">
        <Notice form={form} />
        <SubmittingContext value={form.submitting}>{children}</SubmittingContext>
      </Stack>
    </form>
  );
}

function Notice<Values extends Record<string, unknown>>({ form }: { form: ContractFormState<Values> }) {
  const { notice } = form;
  if (!notice) return null;
  if (notice.kind === 'conflict') {
    return (
      <Alert
        color="attention"
        role={notice.isEarly ? 'status' : 'alert'}
        title="Someone else has changed this since you opened it."
      >
        Load their version, or keep what you typed and save it over theirs.
        <Group gap="sm" mt="sm">
          <Button size="xs" variant="default" onClick={() => void form.resolveConflict('theirs')}>
            Load theirs
          </Button>
          <Button size="xs" variant="default" onClick={() => void form.resolveConflict('mine')}>
            Keep what I typed
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Alert color="danger" role="alert" tabIndex={-1} data-form-notice>
      {notice.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}

type SubmitButtonProps = ButtonProps & { children: ReactNode; onClick?: () => void };

export function SubmitButton({ children, ...props }: SubmitButtonProps) {
  const submitting = use(SubmittingContext);
  return (
    <Button type="submit" loading={submitting} {...props}>
      {children}
    </Button>
  );
}
