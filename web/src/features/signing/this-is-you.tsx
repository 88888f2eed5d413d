import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { CorrectDetails } from '@kerb/web/features/signing/correct-details.tsx';
import { StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { useOnlyOption } from '@kerb/web/features/signing/review-steps.tsx';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';

/** A payer who pays upfront confirms the details that the organisation gave, without a code. */
export function ThisIsYou(props: StepProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const chooseOnly = useOnlyOption(props);
  const { signatory } = props.flow;
  if (!signatory) return null;
  if (isCorrecting) return <CorrectDetails {...props} signatory={signatory} onDone={() => setCorrecting(false)} />;
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
