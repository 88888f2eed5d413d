import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import type { NewSignature } from '@kerb/domain/signing/signing.contract.ts';
import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { type CodeWait, WaitWords } from '@kerb/web/features/account/code-wait.tsx';
import { CodeField, codeSchema } from '@kerb/web/features/signing/code-field.tsx';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { readLocation } from '@kerb/web/platform/location.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import * as z from 'zod/mini';

const codeBody = z.object({ authorisationCode: codeSchema.shape.code });

/** What the signatory must read again before signing. */
export type Stale = 'terms' | 'agreement';

/** A requested signature: how its code was sent, and where to. */
export type RequestedSignature = { authorisationMethod: AuthorisationMethod; sentTo: string };

type AuthoriseDialogProps = {
  agreement: Agreement;
  signatory: Signatory;
  termsVersion: string;
  asked: RequestedSignature;
  wait: CodeWait;
  guesses: CodeWait;
  onAskAgain: () => Promise<void>;
  onStale: (what: Stale) => void;
  onClose: () => void;
};

/** Signs once: until a response comes, the request is retried with the same key. */
function useSignature({ agreement, signatory, termsVersion, asked }: AuthoriseDialogProps) {
  const { sign, catchUp } = useSigningChanges(agreement);
  const request = useIdempotentRequest<NewSignature>();
  return (authorisationCode: string) =>
    withProgress('Signing...', async () => {
      const { authorisationMethod } = asked;
      const body = { termsVersion, signatoryId: signatory.id, authorisationMethod, authorisationCode };
      const where = await readLocation();
      try {
        return await request(body, (signature, key) => sign(signature, key, where));
      } finally {
        catchUp();
      }
    });
}

const staleTypes = ['/problems/terms-stale', '/problems/agreement-changed'];
const isStale = (error: unknown): error is ApiProblem => error instanceof ApiProblem && staleTypes.includes(error.type);

const sentWords = ({ authorisationMethod, sentTo }: RequestedSignature, { isOwn, displayName }: Signatory): string =>
  authorisationMethod === 'sms'
    ? `We have sent a code by text to ${isOwn ? 'your mobile' : `${displayName}’s mobile`} ending in ${sentTo}.`
    : `We have sent a code by email to ${sentTo}.`;

/** Asks for the code that authorises a signature. */
export function AuthoriseDialog(props: AuthoriseDialogProps) {
  const { signatory, asked, wait, guesses, onAskAgain, onStale, onClose } = props;
  useReturnedFocus();
  // A new code does not reset the count of wrong ones.
  const isWaiting = wait.words !== null || guesses.words !== null;
  const signIt = useSignature(props);
  const form = useContractForm({
    body: codeBody,
    initialValues: { authorisationCode: '' },
    submit: async ({ authorisationCode }) => {
      try {
        await signIt(authorisationCode);
      } catch (error) {
        if (guesses.begin(error)) return;
        if (!isStale(error)) throw error;
        onClose();
        toast.error(error);
        return onStale(error.type === '/problems/terms-stale' ? 'terms' : 'agreement');
      }
      toast.success('Signed');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={signatory.isOwn ? 'Sign' : `Sign on behalf of ${signatory.displayName}`}>
      <ContractForm form={form} label="Authorise the signature">
        <Text>
          {sentWords(asked, signatory)} It works for {codeMinutes} minutes.
        </Text>
        <CodeField label="Authorisation code" data-autofocus {...form.field('authorisationCode')} />
        <Group gap="sm">
          <SubmitButton disabled={guesses.words !== null}>Sign</SubmitButton>
          <Button variant="default" disabled={isWaiting} onClick={() => void onAskAgain()}>
            Send another code
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </Group>
        <WaitWords wait={guesses.words ? guesses : wait} />
      </ContractForm>
    </Modal>
  );
}
