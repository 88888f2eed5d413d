import type { ActionFacts } from '@kerb/domain/actions/primary-action.ts';
import type { ReadinessFacts } from '@kerb/domain/actions/readiness.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isInBatch } from '@kerb/domain/agreements/funds-checklist.ts';
import { daysBetween } from '@kerb/domain/kernel/dates.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { approvalFactsOf } from '@kerb/web/features/loans/approval-facts.ts';
import { financeEdited } from '@kerb/web/features/loans/finance-editing.ts';
import { isWaiting } from '@kerb/web/features/payers/sending.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { useQuery } from '@tanstack/react-query';

export const actionFactsOf = (agreement: Agreement, payers: readonly Payer[]): ActionFacts => {
  const { propertySettlementDate: settlement, tenantTimeZone } = agreement;
  const fundsState = agreement.fundsState ?? 'none';
  return {
    status: agreement.status,
    financeOptionCode: agreement.financeOptionCode ?? null,
    paymentState: agreement.paymentState ?? 'none',
    fundsState,
    fundManually: agreement.fundManually ?? false,
    isInBatch: isInBatch({
      fundsState,
      campaignAgencySettlementAmount: agreement.campaignAgencySettlementAmount ?? null,
    }),
    // The days to cancel a loan are the server's. Batch Payments says why funds wait.
    isPayable: true,
    isMoneyHeld: agreement.isMoneyHeld,
    actionSuggested: agreement.actionSuggested ?? false,
    dueInDays: agreement.campaignFinanceDueInDays ?? null,
    settlesInDays: settlement ? daysBetween(today(tenantTimeZone), settlement) : null,
    unsent: payers.filter(isWaiting).length,
    remindable: payers.filter(({ mayBeNudged }) => mayBeNudged).length,
  };
};

/** The facts that decide the action and what is missing before it; null until the payers and documents are known. */
export function useActionFacts(agreement: Agreement) {
  const { data: payers } = useQuery(payersOf(agreement.id));
  const { data: documents } = useQuery(documentQueries.of(agreement.id));
  const isEdited = useStore(financeEdited) === agreement.id;
  if (!payers || !documents) return null;
  const filed = documents.map(({ purpose }) => purpose);
  const readiness: ReadinessFacts = {
    financeOptionCode: agreement.financeOptionCode ?? null,
    campaignBudget: agreement.campaignBudget ?? null,
    campaignPlannedStartDate: agreement.campaignPlannedStartDate ?? null,
    payers: payers.length,
    approval: { ...approvalFactsOf(agreement, null, filed), isEditing: isEdited },
  };
  return { payers, facts: actionFactsOf(agreement, payers), readiness };
}
