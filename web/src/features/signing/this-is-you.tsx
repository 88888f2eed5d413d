import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { bodyOf, type DetailsValues, detailsBody, valuesOf } from '@kerb/web/features/signing/details-form.ts';
import { StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { useOnlyOption } from '@kerb/web/features/signing/review-steps.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

/** A payer who pays upfront confirms the details that the organisation gave, without a code. */
export function ThisIsYou(props: StepProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const chooseOnly = useOnlyOption(props);
  const { signatory } = props.flow;
  if (!signatory) return null;
  if (isCorrecting) return <CorrectName {...props} signatory={signatory} onDone={() => setCorrecting(false)} />;
  const { firstName, middleNames, surname, emailAddress, mobilePhone } = signatory;
  const confirm = async () => {
    try {
      // Do this first: choosing fetches the flow again, including the reviewed steps.
      await props.onNext();
      await chooseOnly();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Text>{`${props.record.value.tenantName} has given us these details. Are they yours?`}</Text>
      <Facts
        rows={[
          ['Name', [firstName, middleNames, surname].filter(Boolean).join(' ')],
          [personLabels.emailAddress, emailAddress],
          [personLabels.mobilePhone, mobilePhone ?? 'None'],
        ]}
      />
      <StepButtons onBack={props.onBack}>
        <Button onClick={() => void confirm()}>Yes, this is me</Button>
        <Button
          variant="default"
          onClick={() => {
            setCorrecting(true);
            props.toHeading();
          }}
        >
          Something is not right
        </Button>
      </StepButtons>
    </>
  );
}

type CorrectNameProps = StepProps & { signatory: Signatory; onDone: () => void };

/** The name can be corrected here. Only the organisation changes where messages go. */
function CorrectName({ record, signatory, toHeading, onDone }: CorrectNameProps) {
  const agreement = record.value;
  const { saveSignatory } = useSigningChanges(agreement);
  const back = () => {
    onDone();
    toHeading();
  };
  const form = useContractForm<ReturnType<typeof detailsBody>, DetailsValues>({
    body: detailsBody({ agreement, signatory, standing: 'vendor', optionAsked: null }),
    initialValues: valuesOf(signatory),
    toBody: (values) => bodyOf(values, signatory),
    submit: async (body) => {
      await withProgress('Saving...', () => saveSignatory(signatory.id, body));
      back();
    },
  });
  return (
    <ContractForm form={form} label="Your name">
      <div className={classes.fields}>
        <TextInput
          label={personLabels.firstName}
          required
          autoComplete="given-name"
          data-autofocus
          {...form.field('firstName')}
        />
        <TextInput label={personLabels.middleNames} autoComplete="additional-name" {...form.field('middleNames')} />
        <TextInput label={personLabels.surname} required autoComplete="family-name" {...form.field('surname')} />
      </div>
      <Text size="sm">
        {`If the email address or the mobile is not yours, please tell ${agreement.tenantName} before you pay.`}
      </Text>
      <StepButtons onBack={back}>
        <SubmitButton>Save</SubmitButton>
      </StepButtons>
    </ContractForm>
  );
}
