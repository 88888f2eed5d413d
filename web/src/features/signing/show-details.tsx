import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { payersCodeMethod } from '@kerb/domain/payers/payer-proof.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCodeWait, WaitWords } from '@kerb/web/features/account/code-wait.tsx';
import { CodeField, codeSchema } from '@kerb/web/features/signing/code-field.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';

type ShowDetailsProps = { agreement: Agreement; signatory: Signatory };
type EnterCodeProps = ShowDetailsProps & {
  /** The heading for a screen reader. */
  title: string;
  /** What the button does: it asks for a code, and then enters it. */
  label: string;
  /** Why a code is needed. */
  why: (to: string) => string;
  onProved?: () => void;
};

/** Whether stored or typed details are hidden until a code. */
const isHiding = ({ maskedFields = [] }: Signatory, hiddenAnswers: readonly string[] = []): boolean =>
  maskedFields.length + hiddenAnswers.length > 0;

/** Whether a code would show or open something: hidden details, or a field that cannot be changed before. */
export const hasHidden = (signatory: Signatory, hiddenAnswers?: readonly string[]): boolean =>
  Boolean(signatory.isLocked) && (isHiding(signatory, hiddenAnswers) || (signatory.lockedFields ?? []).length > 0);

const hiddenWords = {
  title: 'Hidden details',
  label: 'Show my details',
  why: (to: string) =>
    'We hide some of your details, because someone else may have your link. ' +
    `To see or change them, we send a code to ${to}.`,
};
const lockedWords = {
  title: 'Locked details',
  label: 'Change my details',
  why: (to: string) => `Someone else may have your link. Before you change your details, we send a code to ${to}.`,
};

/** A payer who came by a link sees their stored details after a code, which the link's other readers do not get. */
export const ShowDetails = (props: ShowDetailsProps) => <EnterCode {...props} {...hiddenWords} />;

/** The same before a change of details, some of which may be hidden. */
export const OpenDetails = ({ hiddenAnswers, ...props }: ShowDetailsProps & { hiddenAnswers?: readonly string[] }) => (
  <EnterCode {...props} {...(isHiding(props.signatory, hiddenAnswers) ? hiddenWords : lockedWords)} />
);

/** Asks for a code which the link's other readers do not get. It proves for this sign-in that the payer is here. */
export function EnterCode({ agreement, signatory, title, label, why, onProved }: EnterCodeProps) {
  const { sendUnlockCode, unlock } = useSigningChanges(agreement);
  const [isSent, setSent] = useState(false);
  const wait = useCodeWait();
  const guesses = useCodeWait('guesses');
  const to = (payersCodeMethod(signatory) === 'phone' ? signatory.mobilePhone : signatory.emailAddress) ?? '';
  const send = async () => {
    try {
      await withProgress('Sending code...', () => sendUnlockCode(signatory.id));
      setSent(true);
    } catch (error) {
      if (!wait.begin(error)) toast.error(error);
    }
  };
  const form = useContractForm({
    body: codeSchema,
    initialValues: { code: '' },
    submit: async ({ code }) => {
      try {
        await withProgress('Checking the code...', () => unlock(signatory.id, code));
      } catch (error) {
        if (!guesses.begin(error)) throw error;
        return;
      }
      onProved?.();
    },
  });
  return (
    <section className={classes.stack} aria-label={title}>
      <Text size="sm" role="status">
        {isSent ? `We have sent a code to ${to}. It works for ${codeMinutes} minutes.` : why(to)}
      </Text>
      {isSent && (
        <ContractForm form={form} label={label}>
          <div className={classes.code}>
            <CodeField {...form.field('code')} />
            <SubmitButton disabled={guesses.words !== null}>{label}</SubmitButton>
          </div>
        </ContractForm>
      )}
      <Button
        variant={isSent ? 'subtle' : 'default'}
        className={classes.start}
        disabled={wait.words !== null || guesses.words !== null}
        onClick={() => void send()}
      >
        {isSent ? 'Send another code' : label}
      </Button>
      <WaitWords wait={guesses.words ? guesses : wait} />
    </section>
  );
}
