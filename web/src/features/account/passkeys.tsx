import { deviceOf } from '@kerb/domain/account/device.ts';
import { decideAddPasskey, decideRemovePasskey } from '@kerb/domain/session/passkey-rules.ts';
import type { Passkey } from '@kerb/domain/session/passkeys.contract.ts';
import type { SecondFactor } from '@kerb/domain/session/second-factor.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/account/account.module.css';
import { PasskeyNameForm } from '@kerb/web/features/account/passkey-name.form.tsx';
import { passkeyQueries, usePasskeyChanges } from '@kerb/web/features/account/passkeys.queries.ts';
import { RecoveryCodes } from '@kerb/web/features/account/recovery-codes.tsx';
import { hasPasskeys } from '@kerb/web/platform/passkeys.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const explained =
  'A passkey logs you in with your fingerprint, your face or the PIN of your device. You type no password, and a false ' +
  'website cannot get it from you. With a passkey, your password alone no longer opens your account.';

type Step = { kind: 'still' | 'add' } | { kind: 'rename'; id: number } | { kind: 'codes'; codes: string[] };

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  return (
    <div>
      <strong>{passkey.name}</strong>
      <Text size="sm" c="dimmed" component="div">
        {'Added '}
        <DateText value={passkey.createdDate} style="time" />
        {passkey.lastUsedDate ? ', last used ' : ', not used yet'}
        {passkey.lastUsedDate && <DateText value={passkey.lastUsedDate} style="time" />}
        {passkey.isBackedUp && '. Also on your other devices.'}
      </Text>
    </div>
  );
}

type ItemProps = { passkey: Passkey; secondFactor: SecondFactor; onRename: () => void };

function PasskeyItem({ passkey, secondFactor, onRename }: ItemProps) {
  const { remove } = usePasskeyChanges();
  const mayRemove = decideRemovePasskey(secondFactor);
  const isLast = secondFactor.passkeys === 1 && !secondFactor.hasApp;
  const askAndRemove = async () => {
    if (!mayRemove.ok) return toast.error(mayRemove.because);
    const isSure = await confirm({
      title: 'Remove Passkey',
      text: `Remove ${passkey.name}? It no longer logs you in, and your other browsers are logged out.${
        isLast ? ' Two-step login is then off: your password alone opens your account.' : ''
      }`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    try {
      await withProgress('Saving...', () => remove(passkey.id));
      toast.success('Removed');
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <>
      <PasskeyFacts passkey={passkey} />
      <Group gap="sm">
        <Button size="xs" variant="default" aria-label={`Rename: ${passkey.name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          aria-label={`Remove: ${passkey.name}`}
          onClick={() => void askAndRemove()}
        >
          Remove
        </Button>
      </Group>
    </>
  );
}

type ListProps = { items: Passkey[]; secondFactor: SecondFactor; step: Step; onStep: (step: Step) => void };

function PasskeyList({ items, secondFactor, step, onStep }: ListProps) {
  const { rename } = usePasskeyChanges();
  const leave = () => onStep({ kind: 'still' });
  if (items.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Your passkeys">
      {items.map((passkey) => (
        <li key={passkey.id} className={classes.item}>
          {step.kind === 'rename' && step.id === passkey.id ? (
            <PasskeyNameForm
              label="Rename the passkey"
              submitLabel="Save"
              name={passkey.name}
              hint="A name that you know again."
              submit={async (name) => {
                await withProgress('Saving...', () => rename(passkey.id, name));
                leave();
              }}
              onCancel={leave}
            />
          ) : (
            <PasskeyItem
              passkey={passkey}
              secondFactor={secondFactor}
              onRename={() => onStep({ kind: 'rename', id: passkey.id })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function PasskeyActions({ secondFactor, onStep }: { secondFactor: SecondFactor; onStep: (step: Step) => void }) {
  const { makeCodes, refresh } = usePasskeyChanges();
  const mayAdd = decideAddPasskey(secondFactor);
  const renewCodes = async () => {
    try {
      onStep({ kind: 'codes', codes: await withProgress('Saving...', makeCodes) });
      await refresh();
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        {hasPasskeys() && mayAdd.ok && (
          <Button variant="default" onClick={() => onStep({ kind: 'add' })}>
            Add a Passkey
          </Button>
        )}
        {secondFactor.passkeys > 0 && !secondFactor.hasApp && (
          <Button variant="default" onClick={() => void renewCodes()}>
            New Recovery Codes
          </Button>
        )}
      </Group>
      {!hasPasskeys() && <Text size="sm">This browser has no passkeys. A newer version of it may have them.</Text>}
      {!mayAdd.ok && <Text size="sm">{mayAdd.because}</Text>}
      {secondFactor.passkeys > 0 && !secondFactor.hasApp && (
        <Text size="sm" c="dimmed">
          {`${secondFactor.recoveryCodesLeft} recovery ${secondFactor.recoveryCodesLeft === 1 ? 'code' : 'codes'} left, for the day you have no passkey at hand.`}
        </Text>
      )}
    </Stack>
  );
}

/** The user's own passkeys: add, name and remove them. */
export function Passkeys({ secondFactor }: { secondFactor: SecondFactor }) {
  const { data, error, refetch } = useQuery(passkeyQueries.own);
  const { add, refresh } = usePasskeyChanges();
  const [step, setStep] = useState<Step>({ kind: 'still' });
  const leave = () => setStep({ kind: 'still' });
  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onDone={leave} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton lines={3} />;
  return (
    <Stack gap="md">
      <Text size="sm">{explained}</Text>
      <PasskeyList items={data} secondFactor={secondFactor} step={step} onStep={setStep} />
      {step.kind === 'add' ? (
        <PasskeyNameForm
          label="Add a passkey"
          submitLabel="Continue"
          name={deviceOf(navigator.userAgent)}
          hint="A name that you know again. Your browser then asks where to keep the passkey."
          submit={async (name) => {
            const codes = await add(name);
            if (codes) setStep({ kind: 'codes', codes });
            else leave();
            toast.success('Added');
            await refresh();
          }}
          onCancel={leave}
        />
      ) : (
        <PasskeyActions secondFactor={secondFactor} onStep={setStep} />
      )}
    </Stack>
  );
}
