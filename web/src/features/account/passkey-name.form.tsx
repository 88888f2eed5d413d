import { longestPasskeyName, savedPasskey } from '@kerb/domain/session/passkeys.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import classes from '@kerb/web/features/account/account.module.css';
import { Button, TextInput } from '@mantine/core';

type NameFormProps = {
  label: string;
  submitLabel: string;
  name: string;
  hint: string;
  submit: (name: string) => Promise<void>;
  onCancel: () => void;
};

/** The name by which a person knows their passkey again. */
export function PasskeyNameForm({ label, submitLabel, name, hint, submit, onCancel }: NameFormProps) {
  const form = useContractForm({
    body: savedPasskey,
    initialValues: { name },
    submit: (body) => submit(body.name),
  });
  return (
    <ContractForm form={form} label={label}>
      <div className={classes.code}>
        <TextInput
          label="Name of the passkey"
          description={hint}
          required
          autoFocus
          miw={240}
          autoComplete="off"
          maxLength={longestPasskeyName}
          {...form.field('name')}
        />
        <SubmitButton>{submitLabel}</SubmitButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </ContractForm>
  );
}
