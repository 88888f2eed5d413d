import { purposeLabels } from '@kerb/domain/documents/purpose-labels.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { DocumentGroup } from '@kerb/web/features/documents/document-group.tsx';
import { isPaidInFlow, StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { showCard } from '@kerb/web/features/signing/show-card.ts';
import { ShowDetails } from '@kerb/web/features/signing/show-details.tsx';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { Agreeing } from '@kerb/web/features/signing/terms-words.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Text } from '@mantine/core';

function useSubmit({ record }: StepProps) {
  const { submit } = useSigningChanges(record.value);
  return async (termsVersion?: string) => {
    try {
      await withProgress('Submitting...', () => submit(termsVersion));
      toast.success('Done');
    } catch (error) {
      toast.error(error);
    }
  };
}

/** A payer who pays upfront agrees and then pays; others submit their part of the application. */
export function AgreeTerms(props: StepProps) {
  const submit = useSubmit(props);
  const { value: agreement } = props.record;
  const isUpfront = isPaidInFlow(props.flow);
  if (!agreement.financeOptionCode) return <NoOptionYet {...props} />;
  return (
    <Agreeing agreement={agreement}>
      {(version) => (
        <>
          <Text size="sm">{isUpfront ? agreeWords : submitWords}</Text>
          <StepButtons onBack={props.onBack}>
            <Button disabled={version === null} onClick={() => version && void submit(version)}>
              {isUpfront ? 'Agree and continue' : 'Submit application'}
            </Button>
          </StepButtons>
        </>
      )}
    </Agreeing>
  );
}

const agreeWords = 'Nothing is charged yet: you choose how to pay next.';
const submitWords = 'Nothing is signed yet: we assess the application first, and write to you.';

/** The offered option may have been withdrawn, or none is offered yet. */
function NoOptionYet({ record, onBack }: StepProps) {
  return (
    <>
      <Text>{`The terms depend on how you pay. What ${record.value.tenantName} offers is below.`}</Text>
      <StepButtons onBack={onBack}>
        <Button onClick={() => showCard('payerOptions')}>See the ways of paying</Button>
      </StepButtons>
    </>
  );
}

/** Submits the documents, or leads to the terms if the payer has not agreed to them yet. */
export function Documents(props: StepProps) {
  const submit = useSubmit(props);
  const hasTermsLeft = props.flow.steps.some(({ name }) => name === 'agree-terms');
  const { value: agreement } = props.record;
  const { signatory } = props.flow;
  return (
    <>
      {agreement.statusReason && <Text fw={600}>{`We have asked you: ${agreement.statusReason}`}</Text>}
      <Text>
        Please add a photo or a scan of your driver licence or passport. Only you and {countryRules().brand} can see it.
      </Text>
      <DocumentGroup
        agreement={agreement}
        standing="vendor"
        purpose="vendor-id"
        about={signatory?.id}
        label={purposeLabels['vendor-id']}
        emptyText="Nothing has been added yet."
        notice={(added) =>
          added.length > 0 && signatory?.isLocked && <ShowDetails agreement={agreement} signatory={signatory} />
        }
      />
      <StepButtons onBack={props.onBack}>
        {hasTermsLeft ? (
          <Button onClick={() => void props.onNext()}>Continue</Button>
        ) : (
          <Button onClick={() => void submit()}>Submit</Button>
        )}
        <Button variant="default" onClick={() => showCard('payerDocuments')}>
          Add supporting documents
        </Button>
      </StepButtons>
    </>
  );
}
