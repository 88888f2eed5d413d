import { missingDetails } from '@kerb/domain/payers/payer-details.ts';
import type { ContactMethod, Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { ContactCheck } from '@kerb/web/features/signing/contact-check.tsx';
import { DetailsFields } from '@kerb/web/features/signing/details-fields.tsx';
import { bodyOf, type DetailsValues, detailsBody, typedOf, valuesOf } from '@kerb/web/features/signing/details-form.ts';
import { isPaidInFlow, StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { type Keeping, typedBefore, useKeptAnswers } from '@kerb/web/features/signing/kept-answers.ts';
import { MortgageQuestion } from '@kerb/web/features/signing/mortgage-question.tsx';
import { hasHidden, OpenDetails } from '@kerb/web/features/signing/show-details.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { ThisIsYou } from '@kerb/web/features/signing/this-is-you.tsx';
import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

type Part = ContactMethod | 'details' | 'mortgage';

function codeWords(method: ContactMethod): string {
  if (method === 'email') {
    return 'First, please confirm that this email address is yours. It keeps your details with you.';
  }
  return 'First, please confirm that this mobile is yours. You will sign with a code that we send to it.';
}

/**
 * One code is enough: to the mobile of a payer who came from their mailbox, else to the e-mail address. What staff
 * confirmed does not count: the payer has entered no code.
 */
function firstPart({ applicationCodeDate, mobilePhone, hasProvedMailbox }: Signatory): Part {
  if (applicationCodeDate) return 'details';
  return mobilePhone && hasProvedMailbox ? 'phone' : 'email';
}

/** A payer who pays upfront only confirms who they are; a borrower gives their details. */
export function DetailsStep(props: StepProps) {
  return isPaidInFlow(props.flow) ? <ThisIsYou {...props} /> : <BorrowerDetails {...props} />;
}

/** One question at a time: a code, the details, the mortgage, and a code to a mobile that was just entered. */
function BorrowerDetails(props: StepProps) {
  const { signatory } = props.flow;
  const [part, setPart] = useState<Part>(signatory ? firstPart(signatory) : 'details');
  const [isNewMobile, setNewMobile] = useState(false);
  if (!signatory) return null;
  const turnTo = (next: Part) => {
    setPart(next);
    props.toHeading();
  };
  const asksMortgage = props.record.value.financeOptionCode === 'pl';
  const afterDetails = async (hasNewMobile: boolean) => (hasNewMobile ? turnTo('phone') : props.onNext());
  if (part === 'details') {
    const goOn = async ({ mobilePhone, mobilePhoneConfirmationDate }: Signatory) => {
      const isNew = Boolean(mobilePhone) && mobilePhone !== signatory.mobilePhone && !mobilePhoneConfirmationDate;
      setNewMobile(isNew);
      await (asksMortgage ? turnTo('mortgage') : afterDetails(isNew));
    };
    // A new form once hidden details are shown: it starts with them. Otherwise the form keeps what was typed.
    const key = String(hasHidden(signatory, props.flow.hiddenAnswers));
    return <DetailsPart key={key} {...props} signatory={signatory} onSaved={goOn} />;
  }
  if (part === 'mortgage') {
    return <MortgageQuestion {...props} onBack={() => turnTo('details')} onNext={() => afterDetails(isNewMobile)} />;
  }
  const onDone = isNewMobile ? () => void props.onNext() : () => turnTo('details');
  return (
    <>
      <Text>{isNewMobile ? 'Now please confirm your new mobile.' : codeWords(part)}</Text>
      <ContactCheck key={part} agreement={props.record.value} signatory={signatory} method={part} onDone={onDone} />
      <StepButtons onBack={isNewMobile ? () => turnTo('details') : props.onBack}>
        {part === 'phone' && !isNewMobile && (
          <Button variant="default" onClick={() => turnTo('email')}>
            Use my email address instead
          </Button>
        )}
        {isNewMobile && (
          <Button variant="default" onClick={onDone}>
            Do this later
          </Button>
        )}
      </StepButtons>
    </>
  );
}

type DetailsPartProps = StepProps & { signatory: Signatory; onSaved: (saved: Signatory) => Promise<void> };

function DetailsPart({ record, flow, onBack, signatory, onSaved }: DetailsPartProps) {
  const agreement = record.value;
  const option = agreement.financeOptionCode ?? null;
  const { keep, saveSignatory } = useSigningChanges(agreement);
  const kept = useKeptAnswers({ signatoryId: signatory.id, flow, keep: (answers) => keep({ answers }) });
  const [before] = useState(() => typedBefore(signatory.id, flow));
  const [initialValues] = useState(() => valuesOf(signatory, before));
  const form = useContractForm<ReturnType<typeof detailsBody>, DetailsValues>({
    body: detailsBody({ agreement, signatory, standing: 'vendor', optionAsked: option }),
    initialValues,
    toBody: (values) => bodyOf(values, signatory),
    submit: async (body) => {
      const saved = await withProgress('Saving...', () => saveSignatory(signatory.id, body));
      kept.forget();
      await keep({ answers: {} });
      await onSaved(saved);
    },
  });
  const { values } = form.form;
  const last = useRef(values);
  useEffect(() => {
    if (last.current === values) return;
    last.current = values;
    // What was typed in a field that is fixed until a code stays with the rest.
    kept.typed({ ...before, ...typedOf(values, signatory) });
  });
  return (
    <>
      {hasHidden(signatory, flow.hiddenAnswers) && (
        <OpenDetails agreement={agreement} signatory={signatory} hiddenAnswers={flow.hiddenAnswers ?? []} />
      )}
      <ContractForm form={form} label="Your details">
        <DetailsFields
          form={form}
          signatory={signatory}
          isOwn
          isRequired={missingDetails({ dateOfBirth: null, employmentType: null }, option).length > 0}
        />
        <KeptWords state={kept.state} />
        <StepButtons onBack={onBack}>
          <SubmitButton>Save and continue</SubmitButton>
        </StepButtons>
      </ContractForm>
    </>
  );
}

// biome-ignore format: a table
const keptWords: Record<Keeping, string> = {
  kept:        'What you type is kept as you go. You can carry on later, on any device.',
  keeping:     'What you type is kept as you go. You can carry on later, on any device.',
  'here-only': 'We cannot be reached just now. Please keep this page open: what you type is sent when we can be reached again.',
};

function KeptWords({ state }: { state: Keeping }) {
  return (
    <p className={classes.kept} role="status" data-attention={state === 'here-only' || undefined} style={{ margin: 0 }}>
      {keptWords[state]}
    </p>
  );
}
