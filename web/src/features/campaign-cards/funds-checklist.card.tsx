import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payingOf } from '@kerb/domain/agreements/badges.ts';
import { fundsChecklist } from '@kerb/domain/agreements/funds-checklist.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { StepList } from '@kerb/web/features/campaigns/step-list.tsx';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

const RecordTransferDialog = lazyComponent(
  async () => (await import('@kerb/web/features/batches/record-transfer.dialog.tsx')).RecordTransferDialog,
);

/** Only a bank transfer has a remittance, so search for one only then. */
function useHasRemittance({ id, campaignBudgetUpfrontPaymentMethodIntent: intent }: Agreement): boolean {
  const { data } = useQuery({ ...documentQueries.of(id), enabled: intent === 'bank-transfer' });
  return data?.some(({ purpose }) => purpose === 'upfront-payment-receipt') ?? false;
}

/** For funds that no batch pays: an admin pays them and records it here. */
function RecordTransfer({ agreement }: { agreement: Agreement }) {
  const [isRecording, setRecording] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" mt="md" onClick={() => setRecording(true)}>
        Record transfer
      </Button>
      {isRecording && (
        <Suspense>
          <RecordTransferDialog agreement={agreement} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The progress of the money on its way to the organisation. */
export function FundsChecklistCard({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const fundsState = agreement.fundsState ?? 'none';
  const steps = fundsChecklist({
    ...payingOf(agreement),
    campaignBudgetUpfrontPaymentMethodIntent: agreement.campaignBudgetUpfrontPaymentMethodIntent ?? null,
    campaignUpfrontPaymentMethod: agreement.campaignUpfrontPaymentMethod ?? null,
    fundsState,
    applicationSubmitDate: agreement.applicationSubmitDate ?? null,
    applicationApprovedDate: agreement.applicationApprovedDate ?? null,
    campaignFinanceSignatureDate: agreement.campaignFinanceSignatureDate ?? null,
    campaignAgencySettlementAmount: agreement.campaignAgencySettlementAmount ?? null,
    campaignAgencySettlementProcessing: agreement.campaignAgencySettlementProcessing ?? null,
    hasRemittance: useHasRemittance(agreement),
  });
  const paysByHand = agreement.fundManually === true && fundsState === 'kept';
  return (
    <Surface title="Funds Checklist">
      <StepList label="Funds Checklist" steps={steps} />
      {paysByHand && standingMay(standing, 'funds.record') && <RecordTransfer agreement={agreement} />}
    </Surface>
  );
}
