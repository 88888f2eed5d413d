import { accountEndpoints } from '@kerb/domain/account/account.contract.ts';
import { demoPassword } from '@kerb/domain/sandbox/demo-password.ts';
import { proofEndpoints, proofOfIdentity } from '@kerb/domain/session/proof.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withToken } from '@kerb/web/platform/api-client.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { replaceTokens } from '@kerb/web/platform/tokens.ts';
import { readAnswer, requestOf, send } from '@kerb/web/platform/transport.ts';
import { Button, Group, Loader, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';

type Typed = { password: string; code: string };
type Account = { emailAddress: string; secondFactor: { isOn: boolean } };

/** The person at the keyboard, without the headers of impersonation. */
const ownAccount = queryOptions({
  queryKey: ['own-account'],
  queryFn: () => {
    const { address, init } = requestOf(accountEndpoints.read, {});
    return withToken(async ({ authorization = '' }) => {
      const response = await send(address, { ...init, headers: { ...init.headers, authorization } });
      return (await readAnswer(accountEndpoints.read, response)) as Account;
    });
  },
  staleTime: 0,
  gcTime: 0,
});

const prove = (body: { password?: string; code?: string }) =>
  replaceTokens(async (authorization) => {
    const { address, init } = requestOf(proofEndpoints.prove, { body, headers: { authorization } });
    return (await readAnswer(proofEndpoints.prove, await send(address, init))) as never;
  });

function ProofInputs({ form, hasCode }: { form: ContractFormState<Typed>; hasCode: boolean }) {
  return (
    <>
      <PasswordInput
        label="Your password"
        {...(settings().sandbox && { description: `The password of the demo people is ${demoPassword}` })}
        required
        data-autofocus
        autoComplete="current-password"
        {...form.field('password')}
      />
      {hasCode && (
        <TextInput
          label="Code"
          description="The six digits from your authenticator app, or a recovery code."
          required
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={30}
          {...form.field('code')}
        />
      )}
    </>
  );
}

function ProofForm({ account, onAnswer }: { account: Account; onAnswer: (isProved: boolean) => void }) {
  const hasCode = account.secondFactor.isOn;
  const form = useContractForm({
    body: proofOfIdentity,
    initialValues: { password: '', code: '' },
    toBody: ({ password, code }) => ({ password, ...(hasCode && { code }) }),
    submit: async (body) => {
      await prove(body as { password?: string; code?: string });
      onAnswer(true);
    },
  });
  return (
    <ContractForm form={form} label="Confirm that it is you">
      <Text size="sm">
        This change needs your password{hasCode && ' and a code'}, even if you have logged in. What you typed is kept.
      </Text>
      {/* Password managers need the name that belongs to the password. */}
      <input type="text" autoComplete="username" value={account.emailAddress} readOnly hidden />
      <ProofInputs form={form} hasCode={hasCode} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <SubmitButton>Confirm</SubmitButton>
      </Group>
    </ContractForm>
  );
}

/** Above every other dialog: one of them may have sent the request. */
export function ProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const { data, error, refetch } = useQuery(ownAccount);
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title="Please confirm that it is you"
      size="sm"
      zIndex={390}
      closeOnEscape={false}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loader size="sm" aria-label="Loading" />}
      {data && <ProofForm account={data} onAnswer={onAnswer} />}
    </Modal>
  );
}
