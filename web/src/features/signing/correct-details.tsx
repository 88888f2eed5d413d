import type { ContactMethod, Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { ContactCheck } from '@kerb/web/features/signing/contact-check.tsx';
import { DetailsFields } from '@kerb/web/features/signing/details-fields.tsx';
import { bodyOf, type DetailsValues, detailsBody, typedOf, valuesOf } from '@kerb/web/features/signing/details-form.ts';
import { StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { hasHidden, OpenDetails } from '@kerb/web/features/signing/show-details.tsx';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { Button, Text } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';

type Typed = ReturnType<typeof typedOf>;
type Correcting = StepProps & { signatory: Signatory; onDone: () => void };

// biome-ignore format: a table
const codeWords: Record<ContactMethod, string> = {
  email: 'To change your mobile, please confirm first that this email address is yours.',
  phone: 'Now please confirm your new mobile.',
};

/** A mobile is changed only by the person who reads the mailbox, as in an application. */
const needsEmailCode = ({ readOnlyFields, mobilePhoneConfirmationDate, ...email }: Signatory): boolean =>
  readOnlyFields.includes('mobilePhone') && !mobilePhoneConfirmationDate && !email.emailAddressConfirmationDate;

/** A payer who pays upfront corrects the name, the mobile and the home address, under the rules of an application. */
export function CorrectDetails(props: Correcting) {
  const { record, signatory, toHeading, onDone } = props;
  const [part, setPart] = useState<ContactMethod | 'details'>('details');
  const typed = useRef<Typed>({});
  const turnTo = (next: ContactMethod | 'details') => {
    setPart(next);
    toHeading();
  };
  const finish = () => {
    onDone();
    toHeading();
  };
  if (part === 'details') {
    const goOn = ({ mobilePhone, mobilePhoneConfirmationDate }: Signatory) =>
      mobilePhone && mobilePhone !== signatory.mobilePhone && !mobilePhoneConfirmationDate ? turnTo('phone') : finish();
    const parts = { typed, onConfirmEmail: () => turnTo('email'), onSaved: goOn, onDone: finish };
    // A new form once hidden details are shown: it starts with them, and with what was typed before.
    return <DetailsPart key={String(hasHidden(signatory))} {...props} {...parts} />;
  }
  const next = part === 'email' ? () => turnTo('details') : finish;
  return (
    <>
      <Text>{codeWords[part]}</Text>
      <ContactCheck key={part} agreement={record.value} signatory={signatory} method={part} onDone={next} />
      <StepButtons onBack={() => turnTo('details')}>
        {part === 'phone' && (
          <Button variant="default" onClick={finish}>
            Do this later
          </Button>
        )}
      </StepButtons>
    </>
  );
}

type DetailsPartProps = Correcting & {
  /** What was typed before a code was entered. */
  typed: RefObject<Typed>;
  onConfirmEmail: () => void;
  onSaved: (saved: Signatory) => void;
};

function DetailsPart({ record, signatory, typed, onConfirmEmail, onSaved, onDone }: DetailsPartProps) {
  const agreement = record.value;
  const { saveSignatory } = useSigningChanges(agreement);
  const [initialValues] = useState(() => valuesOf(signatory, typed.current));
  const form = useContractForm<ReturnType<typeof detailsBody>, DetailsValues>({
    body: detailsBody({ agreement, signatory, standing: 'vendor', optionAsked: null }),
    initialValues,
    toBody: (values) => bodyOf(values, signatory),
    submit: async (body) => onSaved(await withProgress('Saving...', () => saveSignatory(signatory.id, body))),
  });
  const { values } = form.form;
  useEffect(() => {
    typed.current = { ...typed.current, ...typedOf(values, signatory) };
  }, [values, signatory, typed]);
  return (
    <>
      {hasHidden(signatory) && <OpenDetails agreement={agreement} signatory={signatory} />}
      <ContractForm form={form} label="Your details">
        <DetailsFields form={form} signatory={signatory} isOwn isRequired={false} isBrief />
        <Text size="sm">
          {`If the email address is not yours, please tell ${agreement.tenantName} before you pay.`}
        </Text>
        <StepButtons onBack={onDone}>
          <SubmitButton>Save</SubmitButton>
          {needsEmailCode(signatory) && (
            <Button variant="default" onClick={onConfirmEmail}>
              Change my mobile
            </Button>
          )}
        </StepButtons>
      </ContractForm>
    </>
  );
}
