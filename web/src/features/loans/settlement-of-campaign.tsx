import type { LoanCardProps } from '@kerb/web/features/loans/loan-part.ts';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import { SettlementDetails } from '@kerb/web/features/loans/settlement-details.dialog.tsx';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useQuery } from '@tanstack/react-query';

/** The settlement's dialog for a page that has not read the loan. */
export function SettlementOfCampaign({ record, standing, onClose }: LoanCardProps & DialogProps) {
  const { data: loan } = useQuery(loanQueries.of(record));
  return loan ? <SettlementDetails {...{ record, standing, loan, onClose }} /> : null;
}
