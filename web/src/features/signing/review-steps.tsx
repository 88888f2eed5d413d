import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { AgreementDownload } from '@kerb/web/features/loans/agreement-download.tsx';
import { optionQueries, useOptionChanges } from '@kerb/web/features/options/options.queries.ts';
import { StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { showCard } from '@kerb/web/features/signing/show-card.ts';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

export function ReviewProperty({ record, onNext, onBack }: StepProps) {
  const { name, tenantName, property, campaignBudgetFundsPurpose: purpose } = record.value;
  return (
    <>
      {property === null ? (
        <Text>{`${tenantName} has not added the property yet. You can go on: it will be shown below once it is.`}</Text>
      ) : (
        <Text>
          Is <strong>{name}</strong> the property that you are {purpose === 'deposit' ? 'buying' : 'selling'}? Its
          details are below. If something is not right, please tell {tenantName}.
        </Text>
      )}
      <StepButtons onBack={onBack}>
        <Button onClick={() => void onNext()}>{property === null ? 'Continue' : 'Yes, continue'}</Button>
      </StepButtons>
    </>
  );
}

/** With only one option there is no choice: continuing chooses it. */
export function useOnlyOption({ record }: Pick<StepProps, 'record'>) {
  const { id, financeOptionCode } = record.value;
  const { data: options } = useQuery(optionQueries.of(id));
  const { choose } = useOptionChanges(id);
  const { reload } = useCampaignChanges(id);
  return async () => {
    const [only, ...others] = options?.items ?? [];
    if (financeOptionCode || !only || others.length > 0) return;
    // The step before may have chosen it a moment ago.
    const { value, version } = await reload();
    if (!value.financeOptionCode) await choose(only.optionCode, version);
  };
}

export function ReviewCampaign({ record, onNext, onBack }: StepProps) {
  const { tenantName, campaignBudget, campaignPlannedStartDate } = record.value;
  const chooseOnly = useOnlyOption({ record });
  const goOn = async () => {
    try {
      // Do this first: choosing fetches the flow again, including the reviewed steps.
      await onNext();
      await chooseOnly();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Text>
        {tenantName} asks for <Money cents={campaignBudget} />
        {campaignPlannedStartDate && (
          <>
            {' '}
            on <DateText value={campaignPlannedStartDate} />
          </>
        )}
        . What it is for is below. If something is not right, please tell {tenantName}.
      </Text>
      <StepButtons onBack={onBack}>
        <Button onClick={() => void goOn()}>Yes, continue</Button>
      </StepButtons>
    </>
  );
}

export function ChooseOption({ record, onNext, onBack }: StepProps) {
  const isChosen = Boolean(record.value.financeOptionCode);
  return (
    <>
      <Text>Each way of paying is below, with what it costs and on which day. Nothing is charged by choosing one.</Text>
      <StepButtons onBack={onBack}>
        <Button onClick={() => showCard('payerOptions')}>Compare and choose</Button>
        {isChosen && (
          <Button variant="default" onClick={() => void onNext()}>
            Keep my choice
          </Button>
        )}
      </StepButtons>
    </>
  );
}

export function Pay({ onBack }: StepProps) {
  return (
    <>
      <Text>What is due, the terms of paying it, and both ways to pay it are below.</Text>
      <StepButtons onBack={onBack}>
        <Button onClick={() => showCard('payerPayment')}>Go to payment</Button>
      </StepButtons>
    </>
  );
}

export function ReviewAgreement({ record, onNext, onBack }: StepProps) {
  return (
    <>
      <Text>
        The figures of your agreement are below. The agreement itself is a PDF: please read it before you go on. You
        will be sent a copy once everybody has signed.
      </Text>
      <AgreementDownload agreement={record.value} />
      <StepButtons onBack={onBack}>
        <Button onClick={() => void onNext()}>I have read it, continue</Button>
        <Button variant="default" onClick={() => showCard('payerFinance')}>
          See the figures
        </Button>
      </StepButtons>
    </>
  );
}
