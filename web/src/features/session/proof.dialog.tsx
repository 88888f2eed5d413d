import { accountEndpoints } from '@kerb/domain/account/account.contract.ts';
import { demoPassword } from '@kerb/domain/sandbox/demo-password.ts';
import type { RequestOptions, UsedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import { type ProofOfIdentity, proofEndpoints, proofOfIdentity } from '@kerb/domain/session/proof.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { withToken } from '@kerb/web/platform/authorised.ts';
import { askForPasskey, hasPasskeys } from '@kerb/web/platform/passkeys.ts';
import { send } from '@kerb/web/platform/send.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { replaceTokens } from '@kerb/web/platform/tokens.ts';
import { readAnswer, requestOf } from '@kerb/web/platform/transport.ts';
import { Button, Group, Loader, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Typed = { password: string; code: string };
type Account = {
  emailAddress: string;
  lastPasswordChangeDate: string | null;
  secondFactor: { isOn: boolean; hasApp: boolean; passkeys: number };
};

const hasOwnProof = ({ lastPasswordChangeDate, secondFactor }: Account): boolean =>
  lastPasswordChangeDate !== null || secondFactor.passkeys > 0;

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

/** For the person at the keyboard too, so without the headers of impersonation. */
async function passkeyOfPerson(): Promise<UsedCredential> {
  const { address, init } = requestOf(proofEndpoints.begin, {});
  const options = await withToken(async ({ authorization = '' }) => {
    const response = await send(address, { ...init, headers: { ...init.headers, authorization } });
    return (await readAnswer(proofEndpoints.begin, response)) as RequestOptions;
  });
  return askForPasskey(options);
}

const prove = (body: ProofOfIdentity) =>
  replaceTokens(async (authorization) => {
    const { address, init } = requestOf(proofEndpoints.prove, { body, headers: { authorization } });
    return (await readAnswer(proofEndpoints.prove, await send(address, init))) as never;
  });

type InputsProps = { form: ContractFormState<Typed>; hasCode: boolean; hasApp: boolean };

const alsoPassword =
  'This passkey does not ask who you are. Type your password below, and then press the button again.';
const wordsOfProblem = (error: unknown): string =>
  error instanceof ApiProblem ? error.displayText : 'Something went wrong. Please try again.';

function ProofInputs({ form, hasCode, hasApp }: InputsProps) {
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
          description={hasApp ? 'The six digits from your authenticator app, or a recovery code.' : 'A recovery code.'}
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

type PasskeyProofProps = { password: string; onProved: () => void };

/** One press instead of a password and a code. A key that cannot verify its owner needs the password too. */
function PasskeyProof({ password, onProved }: PasskeyProofProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setProblem(null);
    setAsking(true);
    try {
      const passkey = await passkeyOfPerson();
      await prove({ passkey, ...(password !== '' && { password }) });
      onProved();
    } catch (error) {
      const isPasswordMissing = error instanceof ApiProblem && 'password' in error.validation;
      setProblem(isPasswordMissing ? alsoPassword : wordsOfProblem(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Stack gap="xs">
      <Button onClick={() => void ask()} loading={isAsking}>
        Use a Passkey
      </Button>
      <Text size="sm" role="status" c="var(--mantine-color-error)">
        {problem}
      </Text>
    </Stack>
  );
}

function ProofForm({ account, onAnswer }: { account: Account; onAnswer: (isProved: boolean) => void }) {
  const { isOn: hasCode, hasApp, passkeys } = account.secondFactor;
  const form = useContractForm({
    body: proofOfIdentity,
    initialValues: { password: '', code: '' },
    toBody: ({ password, code }) => ({ password, ...(hasCode && { code }) }),
    submit: async (body) => {
      await prove(body as ProofOfIdentity);
      onAnswer(true);
    },
  });
  return (
    <ContractForm form={form} label="Confirm that it is you">
      <Text size="sm">
        This change needs {passkeys > 0 && 'a passkey, or '}your password{hasCode && ' and a code'}, even if you have
        logged in. What you typed is kept.
      </Text>
      {/* Password managers need the name that belongs to the password. */}
      <input type="text" autoComplete="username" value={account.emailAddress} readOnly hidden />
      {passkeys > 0 && hasPasskeys() && (
        <PasskeyProof password={form.form.values.password} onProved={() => onAnswer(true)} />
      )}
      <ProofInputs form={form} hasCode={hasCode} hasApp={hasApp} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <SubmitButton>Confirm</SubmitButton>
      </Group>
    </ContractForm>
  );
}

/** For somebody without a password and a passkey: they log in at their organisation again. */
function OrganisationProof({ emailAddress, onCancel }: { emailAddress: string; onCancel: () => void }) {
  const asked = new URLSearchParams({ again: '1', email: emailAddress, back: location.pathname + location.search });
  return (
    <Stack gap="md">
      <Text size="sm">
        This change needs a new login at your organisation, even if you have logged in. The page then starts again, and
        what you typed is lost. With a passkey, which you add in Account Details, you confirm it here.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button component="a" href={`/login/organisation?${asked}`}>
          Log In Again
        </Button>
      </Group>
    </Stack>
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
      {data && hasOwnProof(data) && <ProofForm account={data} onAnswer={onAnswer} />}
      {data && !hasOwnProof(data) && (
        <OrganisationProof emailAddress={data.emailAddress} onCancel={() => onAnswer(false)} />
      )}
    </Modal>
  );
}
