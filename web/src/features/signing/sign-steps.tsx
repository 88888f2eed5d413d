import { payersCodeMethod } from '@kerb/domain/payers/payer-proof.ts';
import { staleTerms } from '@kerb/domain/signing/signing-rules.ts';
import { StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { SignButton } from '@kerb/web/features/signing/sign-button.tsx';
import { signingQueries, useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { Agreeing } from '@kerb/web/features/signing/terms-words.tsx';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** The answer's name for the version that was read: on another device the payer still signs that version. */
const readName = 'terms-read';

export function ReviewTerms({ record, flow, onNext, onBack }: StepProps) {
  const { keep } = useSigningChanges(record.value);
  const goOn = async (version: string) => {
    await keep({ answers: { ...flow.answers, [readName]: version } });
    await onNext();
  };
  return (
    <Agreeing agreement={record.value}>
      {(version) => (
        <StepButtons onBack={onBack}>
          <Button disabled={version === null} onClick={() => version && void goOn(version)}>
            I agree, continue
          </Button>
        </StepButtons>
      )}
    </Agreeing>
  );
}

export function Sign({ record, flow, onBack, goTo }: StepProps) {
  const { data: terms } = useQuery(signingQueries.terms(record.value));
  const { catchUp } = useSigningChanges(record.value);
  const { signatory, answers } = flow;
  if (!signatory) return null;
  // Without a step for the terms, the payer has agreed to those in force when they applied.
  const isReviewed = flow.steps.some(({ name }) => name === 'review-terms');
  const read = isReviewed ? answers[readName] : flow.agreedTermsVersion;
  const isStale = typeof read !== 'string' || (terms !== undefined && terms.version !== read);
  const readAgain = () => {
    catchUp();
    goTo('review-terms');
  };
  const names = [signatory.firstName, signatory.middleNames, signatory.surname].filter(Boolean).join(' ');
  const codeGoesTo = payersCodeMethod(signatory) === 'phone' ? signatory.mobilePhone : signatory.emailAddress;
  if (isStale) {
    return (
      <>
        <Alert color="attention">{staleTerms}</Alert>
        <StepButtons onBack={onBack}>
          <Button onClick={readAgain}>Read the terms</Button>
        </StepButtons>
      </>
    );
  }
  return (
    <>
      <Text>
        You sign as <strong>{names}</strong>. We send a code of six digits to {codeGoesTo}; entering it is your
        signature. We keep with it the time, your device and, if you allow it, where you are.
      </Text>
      <StepButtons onBack={onBack}>
        <SignButton
          agreement={record.value}
          signatory={signatory}
          termsVersion={read}
          label="Sign and submit"
          onStale={(what) => (what === 'terms' ? readAgain() : goTo('review-agreement'))}
        />
      </StepButtons>
    </>
  );
}
