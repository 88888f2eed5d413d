import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { Verified } from '@kerb/domain/signing/signing.contract.ts';
import { signingEndpoints } from '@kerb/domain/signing/signing.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { fingerprintOf } from '@kerb/web/features/signing/fingerprint.ts';
import classes from '@kerb/web/features/signing/verify.module.css';
import { call } from '@kerb/web/platform/api-client.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, FileInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

type Asked = { file: File } | { code: string };

async function verify(asked: Asked): Promise<Verified> {
  const query = 'file' in asked ? { hash: await fingerprintOf(asked.file) } : { code: asked.code };
  return call(signingEndpoints.verify, { query });
}

/** For anyone with a signed agreement: whether it is exactly the one that was signed here, by whom and when. */
export function VerifyScreen() {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: verify });
  return (
    <div className={classes.page}>
      <PageHeader title="Check a signed agreement" />
      <Surface>
        <Stack gap="lg">
          <FileInput
            label="The agreement as a PDF"
            description="The file stays on your device: only its fingerprint is sent."
            placeholder="Choose a file"
            accept="application/pdf"
            onChange={(file: File | null) => file && mutate({ file })}
          />
          <CodeForm onCode={(code) => mutate({ code })} />
          <div role="status" aria-busy={isPending}>
            {error && <Text>{sentenceFor(error)}</Text>}
            {data && !error && <Verdict verified={data} />}
          </div>
        </Stack>
      </Surface>
    </div>
  );
}

function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const check = (event: FormEvent) => {
    event.preventDefault();
    const code = typed.trim().toUpperCase();
    setError(code ? undefined : 'Enter the code that is printed on the agreement.');
    if (code) onCode(code);
  };
  return (
    <form onSubmit={check} noValidate>
      <div className={classes.code}>
        <TextInput
          label="Or its code"
          description="You find it at the bottom of every page."
          value={typed}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Check
        </Button>
      </div>
    </form>
  );
}

const unknownCode = 'We know no such code. Please check it: it has four groups of four letters and digits.';

function Verdict({ verified }: { verified: Verified }) {
  const { isGenuine, reason, isInForce = true, flowNumber, title, signedDate, sha256, signatures = [] } = verified;
  if (!isGenuine) {
    const otherFile = `This is not an agreement that was signed with ${countryRules().brand}, or it has been changed since.`;
    return <Words isGood={false}>{reason === 'unknown-code' ? unknownCode : otherFile}</Words>;
  }
  return (
    <Stack gap="md">
      <Words isGood={isInForce}>
        {isInForce
          ? 'This is the agreement that was signed, unchanged.'
          : 'This agreement was signed, and is no longer in force: the campaign was reopened afterwards.'}
      </Words>
      <Facts
        rows={[
          ['Agreement', title],
          [flowNumberLabel, flowNumber],
          ['Signed', <DateText key="signed" value={signedDate} style="time" />],
          ...signatures.map(
            ({ initials, signatureDate }) =>
              [
                `Signature of ${initials}`,
                <DateText key={signatureDate} value={signatureDate} style="time" />,
              ] as const,
          ),
          ['Fingerprint (SHA-256)', <code key="hash">{sha256}</code>],
        ]}
      />
    </Stack>
  );
}

function Words({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={classes.verdict} data-good={isGood || undefined}>
      <Icon size={24} aria-hidden="true" />
      <strong>{children}</strong>
    </p>
  );
}
