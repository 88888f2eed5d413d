import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payingOf } from '@kerb/domain/agreements/badges.ts';
import { fundsChecklist } from '@kerb/domain/agreements/funds-checklist.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { StepList } from '@kerb/web/features/campaigns/step-list.tsx';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { useQuery } from '@tanstack/react-query';

/** Only a bank transfer has a remittance, so search for one only then. */
function useHasRemittance({ id, campaignBudgetUpfrontPaymentMethodIntent: intent }: Agreement): boolean {
  const { data } = useQuery({ ...documentQueries.of(id), enabled: intent === 'bank-transfer' });
  return data?.some(({ purpose }) => purpose === 'upfront-payment-receipt') ?? false;
}

/** The progress of the money on its way to the organisation. */
export function FundsChecklistCard({ agreement }: { agreement: Agreement }) {
  const steps = fundsChecklist({
    ...payingOf(agreement),
    applicationSubmitDate: agreement.applicationSubmitDate ?? null,
    applicationApprovedDate: agreement.applicationApprovedDate ?? null,
    campaignFinanceSignatureDate: agreement.campaignFinanceSignatureDate ?? null,
    campaignFinanceDrawdownDate: agreement.campaignFinanceDrawdownDate ?? null,
    campaignAgencySettlementAmount: agreement.campaignAgencySettlementAmount ?? null,
    campaignAgencySettlementCreated: agreement.campaignAgencySettlementCreated ?? null,
    campaignAgencySettlementProcessing: agreement.campaignAgencySettlementProcessing ?? null,
    campaignAgencySettlementDate: agreement.campaignAgencySettlementDate ?? null,
    hasRemittance: useHasRemittance(agreement),
  });
  return (
    <Surface title="Funds Checklist">
      <StepList label="Funds Checklist" steps={steps} />
    </Surface>
  );
}
