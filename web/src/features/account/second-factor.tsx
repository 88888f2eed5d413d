import { mayTurnAppOff } from '@kerb/domain/session/passkey-rules.ts';
import type { SecondFactor, SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { secondFactorRequired } from '@kerb/domain/session/second-factor-rules.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { RecoveryCodes } from '@kerb/web/features/account/recovery-codes.tsx';
import { BeginForm, ProofForm, SetUpForm } from '@kerb/web/features/account/second-factor.form.tsx';
import { useSecondFactorChanges } from '@kerb/web/features/account/second-factor.queries.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

type Step =
  | { kind: 'still' | 'password' | 'off' | 'new-codes' }
  | { kind: 'app'; setUp: SecondFactorSetUp }
  | { kind: 'codes'; codes: string[] };

const explained =
  'With two-step login, a code from an app on your telephone is asked for after your password. ' +
  'A person who learns your password still cannot log in.';

const onByPasskey =
  'Two-step login is on: after your password we ask for a passkey or a recovery code. ' +
  'An authenticator app on your telephone can be one more way.';

const byPasskeyOnly =
  'Your passkey is both steps in one: your device, and your fingerprint, your face or its PIN. ' +
  'An app for codes is of use with a password only.';

function Standing({ secondFactor, onStep }: { secondFactor: SecondFactor; onStep: (step: Step) => void }) {
  const { hasApp, passkeys, recoveryCodesLeft, isPasswordless } = secondFactor;
  const mayTurnOff = mayTurnAppOff(secondFactor);
  if (isPasswordless) return <Text size="sm">{byPasskeyOnly}</Text>;
  if (!hasApp) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{passkeys > 0 ? onByPasskey : explained}</Text>
        <Button variant="default" onClick={() => onStep({ kind: 'password' })}>
          {passkeys > 0 ? 'Set Up an Authenticator App' : 'Set Up Two-Step Login'}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        <ToneBadge tone="success">On</ToneBadge>
        <Text size="sm">{`${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`}</Text>
      </Group>
      <Group gap="sm">
        <Button variant="default" onClick={() => onStep({ kind: 'new-codes' })}>
          New Recovery Codes
        </Button>
        {mayTurnOff && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => onStep({ kind: 'off' })}>
            Turn Off
          </Button>
        )}
      </Group>
      {!mayTurnOff && (
        <Text size="sm" c="dimmed">
          {secondFactorRequired}
        </Text>
      )}
    </Stack>
  );
}

/** The user's own second factor: set it up, see it, or turn it off. */
export function SecondFactorSettings({ secondFactor }: { secondFactor: SecondFactor }) {
  const [step, setStep] = useState<Step>({ kind: 'still' });
  const { makeCodes, turnOff, refresh } = useSecondFactorChanges();
  const leave = () => setStep({ kind: 'still' });
  const showCodes = async (codes: string[]) => {
    setStep({ kind: 'codes', codes });
    await refresh();
  };
  switch (step.kind) {
    case 'still':
      return <Standing secondFactor={secondFactor} onStep={setStep} />;
    case 'password':
      return <BeginForm onBegun={(setUp) => setStep({ kind: 'app', setUp })} onCancel={leave} />;
    case 'app':
      return <SetUpForm setUp={step.setUp} onDone={(codes) => void showCodes(codes)} onCancel={leave} />;
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={leave} />;
    case 'new-codes':
      return (
        <ProofForm
          label="New recovery codes"
          submitLabel="Make New Codes"
          submit={async (proof) => showCodes(await withProgress('Saving...', () => makeCodes(proof)))}
          onCancel={leave}
        />
      );
    case 'off':
      return (
        <ProofForm
          label="Turn off two-step login"
          submitLabel="Turn Off"
          danger
          submit={async (proof) => {
            await withProgress('Saving...', () => turnOff(proof));
            toast.success('Disabled');
            leave();
          }}
          onCancel={leave}
        />
      );
  }
}
