import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { type AuthorisationMethod, decideAuthorisation } from '@kerb/domain/signing/signing-rules.ts';
import { lazily } from '@kerb/web/design/lazy.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Alert, Button, type ButtonProps } from '@mantine/core';
import { Suspense, useState } from 'react';

const AuthoriseDialog = lazily(
  async () => (await import('@kerb/web/features/signing/authorise.dialog.tsx')).AuthoriseDialog,
);

export type Asked = { authorisationMethod: AuthorisationMethod; sentTo: string };

/** Of another payer no more is known than the name: then the server says whether there is a verified mobile. */
function methodFor(signatory: Signatory): ReturnType<typeof decideAuthorisation> {
  const { isOwn, mobilePhone, mobilePhoneConfirmationDate, signatureDate } = signatory;
  if (!isOwn && mobilePhone === undefined) return { ok: true, value: 'sms' };
  return decideAuthorisation({
    isOwn,
    mobilePhone: mobilePhone ?? null,
    mobilePhoneConfirmationDate: mobilePhoneConfirmationDate ?? null,
    signatureDate,
  });
}

type SignButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  agreement: Agreement;
  signatory: Signatory;
  /** The words that were read. */
  termsVersion: string;
  label: string;
  onStale: () => void;
};

/** Asks for the code, then for what was sent. */
export function SignButton({ agreement, signatory, termsVersion, label, onStale, ...look }: SignButtonProps) {
  const { requestSignature } = useSigningChanges(agreement);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = async () => {
    setRefusal(null);
    const method = methodFor(signatory);
    if (!method.ok) return setRefusal(method.because);
    try {
      setAsked(await withProgress('Authorising...', () => requestSignature(signatory.id, method.value)));
    } catch (error) {
      setRefusal(sentenceFor(error));
    }
  };
  return (
    <>
      {refusal && (
        <Alert color="danger" role="alert" w="100%">
          {refusal}
        </Alert>
      )}
      <Button {...look} onClick={() => void ask()}>
        {label}
      </Button>
      {asked && (
        <Suspense>
          <AuthoriseDialog
            {...{ agreement, signatory, termsVersion, asked, onStale }}
            onAskAgain={ask}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}
