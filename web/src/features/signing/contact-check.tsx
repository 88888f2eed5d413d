import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import type { ContactMethod, Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { type CodeWait, useCodeWait, WaitWords } from '@kerb/web/features/account/code-wait.tsx';
import { CodeField, codeSchema } from '@kerb/web/features/signing/code-field.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { now } from '@kerb/web/platform/clock.ts';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

// biome-ignore format: a table
const ways = {
  email: { address: 'emailAddress', sent: 'emailAddressConfirmationCodeSent',  form: 'Confirm the email address' },
  phone: { address: 'mobilePhone',  sent: 'mobilePhoneConfirmationCodeSent',   form: 'Confirm the mobile' },
} as const;

const lastsMs = codeMinutes * 60_000;
const leftOf = (sent: string | null | undefined): number =>
  sent ? Math.max(0, Date.parse(sent) + lastsMs - Date.parse(now())) : 0;

/** Whether a code was sent and has not expired. */
function useIsFresh(sent: string | null | undefined): boolean {
  const [, look] = useState(0);
  const left = leftOf(sent);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => look((times) => times + 1), left + 500);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}

type ContactCheckProps = {
  agreement: Agreement;
  signatory: Signatory;
  method: ContactMethod;
  onDone?: () => void;
};

function codeSentence(to: string | null | undefined, state: 'fresh' | 'expired' | 'not sent'): string {
  if (state === 'fresh') return `We have sent a code to ${to}. It works for ${codeMinutes} minutes.`;
  if (state === 'expired') return `The code that we sent to ${to} has expired. Ask for a new one.`;
  return `We send a code of six digits to ${to}.`;
}

/** Verifies a payer's e-mail address or mobile by a code. It can be continued on any device. */
export function ContactCheck({ agreement, signatory, method, onDone }: ContactCheckProps) {
  const { sendCode } = useSigningChanges(agreement);
  const { address, sent } = ways[method];
  const wasSent = Boolean(signatory[sent]);
  const isFresh = useIsFresh(signatory[sent]);
  const unlessFresh = wasSent ? 'expired' : 'not sent';
  const firstStep = signatory.isOwn ? 'filled' : 'default';
  const wait = useCodeWait();
  const guesses = useCodeWait('guesses');
  const send = async () => {
    try {
      await withProgress('Sending verification...', () => sendCode(signatory.id, method));
      toast.success('Sent');
    } catch (error) {
      if (!wait.begin(error)) toast.error(error);
    }
  };
  return (
    <div className={classes.stack}>
      <Text size="sm" role="status">
        {codeSentence(signatory[address], isFresh ? 'fresh' : unlessFresh)}
      </Text>
      {isFresh && <CodeForm {...{ agreement, signatory, method, guesses }} {...(onDone && { onDone })} />}
      <Button
        variant={isFresh ? 'subtle' : firstStep}
        className={classes.start}
        disabled={wait.words !== null || guesses.words !== null}
        onClick={() => void send()}
      >
        {wasSent ? 'Send another code' : 'Send code'}
      </Button>
      <WaitWords wait={guesses.words ? guesses : wait} />
    </div>
  );
}

function CodeForm({ agreement, signatory, method, guesses, onDone }: ContactCheckProps & { guesses: CodeWait }) {
  const { confirmCode } = useSigningChanges(agreement);
  const form = useContractForm({
    body: codeSchema,
    initialValues: { code: '' },
    submit: async ({ code }) => {
      try {
        await withProgress('Verifying...', () => confirmCode(signatory.id, method, code));
      } catch (error) {
        if (guesses.begin(error)) return;
        throw error;
      }
      toast.success('Verified');
      onDone?.();
    },
  });
  return (
    <ContractForm form={form} label={ways[method].form}>
      <div className={classes.code}>
        <CodeField {...form.field('code')} />
        <SubmitButton disabled={guesses.words !== null}>Confirm</SubmitButton>
      </div>
    </ContractForm>
  );
}
