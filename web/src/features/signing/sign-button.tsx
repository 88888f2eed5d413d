import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { decideAuthorisation } from '@kerb/domain/signing/signing-rules.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCodeWait } from '@kerb/web/features/account/code-wait.tsx';
import type { RequestedSignature, Stale } from '@kerb/web/features/signing/authorise.dialog.tsx';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Alert, Button, type ButtonProps } from '@mantine/core';
import { Suspense, useState } from 'react';

const AuthoriseDialog = lazyComponent(
  async () => (await import('@kerb/web/features/signing/authorise.dialog.tsx')).AuthoriseDialog,
);

const isAgreementChanged = (error: unknown): boolean =>
  error instanceof ApiProblem && error.type === '/problems/agreement-changed';

/** For another payer only the name is known: the server then checks whether there is a verified mobile. */
function methodFor(signatory: Signatory): ReturnType<typeof decideAuthorisation> {
  const { isOwn, mobilePhone, mobilePhoneConfirmationDate, mobilePhoneConfirmedByPayer, ...dates } = signatory;
  if (!isOwn && mobilePhone === undefined) return { ok: true, value: 'sms' };
  return decideAuthorisation({
    isOwn,
    mobilePhone: mobilePhone ?? null,
    mobilePhoneConfirmationDate: mobilePhoneConfirmationDate ?? null,
    mobilePhoneConfirmedByPayer: mobilePhoneConfirmedByPayer ?? false,
    ...dates,
  });
}

type SignButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  agreement: Agreement;
  signatory: Signatory;
  /** The version of the terms that was read. */
  termsVersion: string;
  label: string;
  onStale: (what: Stale) => void;
};

/** Requests a code, then asks for it. */
export function SignButton({ agreement, signatory, termsVersion, label, onStale, ...look }: SignButtonProps) {
  const { requestSignature, catchUp } = useSigningChanges(agreement);
  const [asked, setAsked] = useState<RequestedSignature | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wait = useCodeWait();
  const guesses = useCodeWait('guesses');
  const ask = async (onRefusal: (error: unknown) => void) => {
    setRefusal(null);
    const method = methodFor(signatory);
    if (!method.ok) return setRefusal(method.because);
    try {
      setAsked(await withProgress('Authorising...', () => requestSignature(signatory.id, method.value)));
    } catch (error) {
      if (wait.begin(error)) return;
      if (!isAgreementChanged(error)) return onRefusal(error);
      toast.error(error);
      catchUp();
      onStale('agreement');
    }
  };
  const said = refusal ?? (asked ? null : (guesses.words ?? wait.words));
  return (
    <>
      {said && (
        <Alert color="danger" role="alert" w="100%">
          {said}
        </Alert>
      )}
      <Button
        {...look}
        disabled={wait.words !== null || guesses.words !== null}
        onClick={() => void ask((error) => setRefusal(sentenceFor(error)))}
      >
        {label}
      </Button>
      {asked && (
        <Suspense>
          <AuthoriseDialog
            {...{ agreement, signatory, termsVersion, asked, wait, guesses, onStale }}
            onAskAgain={() => ask(toast.error)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}
