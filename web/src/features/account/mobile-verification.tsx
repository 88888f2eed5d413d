import { type Account, verification } from '@kerb/domain/account/account.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/account/account.module.css';
import { useAccountChanges } from '@kerb/web/features/account/account.queries.ts';
import { type CodeWait, useCodeWait, WaitWords } from '@kerb/web/features/account/code-wait.tsx';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

function CodeForm({ guesses, onDone }: { guesses: CodeWait; onDone: () => void }) {
  const { confirmCode } = useAccountChanges();
  const form = useContractForm({
    body: verification,
    initialValues: { code: '' },
    submit: async ({ code }) => {
      try {
        await withProgress('Verifying...', () => confirmCode(code ?? ''));
      } catch (error) {
        if (guesses.begin(error)) return;
        throw error;
      }
      toast.success('Verified');
      onDone();
    },
  });
  const input = form.field('code');
  return (
    <ContractForm form={form} label="Confirm your mobile">
      <div className={classes.code}>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          inputMode="numeric"
          spellCheck={false}
          maxLength={20}
          autoFocus
          {...input}
          onChange={({ currentTarget }) => input.onChange(currentTarget.value.toUpperCase())}
        />
        <SubmitButton disabled={guesses.words !== null}>Confirm</SubmitButton>
      </div>
    </ContractForm>
  );
}

/** Verifies the user's mobile by a code that is sent to it. */
export function MobileVerification({ account }: { account: Account }) {
  const [isSent, setSent] = useState(false);
  const { sendCode } = useAccountChanges();
  const wait = useCodeWait();
  const guesses = useCodeWait('guesses');
  if (account.mobilePhone === null) return <Text size="sm">Add your mobile above to confirm it.</Text>;
  if (account.mobilePhoneIsConfirmed) {
    return (
      <Text size="sm">
        {account.mobilePhone} <ToneBadge tone="success">Confirmed</ToneBadge>
      </Text>
    );
  }
  const send = async () => {
    try {
      await withProgress('Sending verification...', sendCode);
      setSent(true);
      toast.success('Sent');
    } catch (error) {
      if (!wait.begin(error)) toast.error(error);
    }
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{`${account.mobilePhone} is not confirmed yet. We send a code to it by text.`}</Text>
      {isSent && <CodeForm guesses={guesses} onDone={() => setSent(false)} />}
      <WaitWords wait={guesses.words ? guesses : wait} />
      <Button
        variant="default"
        size="xs"
        disabled={wait.words !== null || guesses.words !== null}
        onClick={() => void send()}
      >
        {isSent ? 'Send another code' : 'Send code'}
      </Button>
    </Stack>
  );
}
