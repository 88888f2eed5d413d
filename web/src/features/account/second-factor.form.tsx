import {
  appCode,
  ownPassword,
  passwordAndCode,
  type SecondFactorSetUp,
} from '@kerb/domain/session/second-factor.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import classes from '@kerb/web/features/account/account.module.css';
import styles from '@kerb/web/features/account/second-factor.module.css';
import { useSecondFactorChanges } from '@kerb/web/features/account/second-factor.queries.ts';
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';

type Leaving = { onCancel: () => void };

function CodeInput<Values extends { code: string }>({ form, hint }: { form: ContractFormState<Values>; hint: string }) {
  return (
    <TextInput
      label="Code"
      required
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={30}
      description={hint}
      {...form.field('code')}
    />
  );
}

/** The password comes first, so that nobody can add their own second factor in a browser that was left open. */
export function BeginForm({ onBegun, onCancel }: Leaving & { onBegun: (setUp: SecondFactorSetUp) => void }) {
  const { begin } = useSecondFactorChanges();
  const form = useContractForm({
    body: ownPassword,
    initialValues: { password: '' },
    submit: async ({ password }) => onBegun(await withProgress('Saving...', () => begin(password))),
  });
  return (
    <ContractForm form={form} label="Begin two-step login">
      <div className={classes.code}>
        <PasswordInput
          label="Your password"
          required
          autoFocus
          miw={240}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <SubmitButton>Continue</SubmitButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </ContractForm>
  );
}

type SetUpProps = Leaving & { setUp: SecondFactorSetUp; onDone: (recoveryCodes: string[]) => void };

export function SetUpForm({ setUp, onDone, onCancel }: SetUpProps) {
  const { confirm } = useSecondFactorChanges();
  const form = useContractForm({
    body: appCode,
    initialValues: { code: '' },
    submit: async ({ code }) => onDone(await withProgress('Verifying...', () => confirm(code))),
  });
  const { size, path } = setUp.qrCode;
  return (
    <div className={styles.setUp}>
      <svg className={styles.square} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
        <path d={path} />
      </svg>
      <ContractForm form={form} label="Turn on two-step login">
        <Text size="sm">Open an authenticator app on your telephone and scan the square.</Text>
        <Text size="sm" c="dimmed">
          No camera? Type this key into the app: <span className={styles.key}>{setUp.secret}</span>
        </Text>
        <CodeInput form={form} hint="The six digits that the app shows now." />
        <Group gap="sm">
          <SubmitButton>Turn On</SubmitButton>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </ContractForm>
    </div>
  );
}

type ProofProps = Leaving & {
  label: string;
  submitLabel: string;
  danger?: boolean;
  submit: (proof: { password: string; code: string }) => Promise<void>;
};

/** The proof required to turn it off, or to make new codes. */
export function ProofForm({ label, submitLabel, danger = false, submit, onCancel }: ProofProps) {
  const form = useContractForm({ body: passwordAndCode, initialValues: { password: '', code: '' }, submit });
  return (
    <ContractForm form={form} label={label}>
      <Stack gap="md">
        <div className={classes.fields}>
          <PasswordInput
            label="Your password"
            required
            autoFocus
            autoComplete="current-password"
            {...form.field('password')}
          />
          <CodeInput form={form} hint="From your app, or a recovery code." />
        </div>
        <Group gap="sm">
          <SubmitButton {...(danger && { color: 'danger' })}>{submitLabel}</SubmitButton>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </ContractForm>
  );
}
