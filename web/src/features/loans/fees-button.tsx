import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { lockingStatus, mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { shareOf } from '@kerb/domain/loans/interest.ts';
import { usualTerms } from '@kerb/web/features/fee-calculator/fee-terms.ts';
import { financedBy } from '@kerb/web/features/loans/finance-facts.tsx';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** The fee calculator with this campaign's terms. Hidden if the reader may not see its rate. */
export function FeesButton({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const { openFeeCalculator } = useDialogs();
  const isOpen = mayChangeGroup('terms', standing, lockingStatus(agreement));
  const { data: options } = useQuery(optionQueries.of(agreement.id));
  const usual = usualTerms(countryRules());
  const offered = options?.items.find(({ optionCode }) => optionCode === 'pl');
  const percent = offered?.serviceFeePercent ?? usual.serviceFeeBasisPoints;
  const isSettled = agreement.serviceFee != null && agreement.serviceFee !== shareOf(financedBy(agreement), percent);
  // Once Pay Later is chosen, a figure that was emptied counts as nothing, as in the agreement.
  const isChosen = agreement.financeOptionCode === 'pl';
  const loan = {
    budgetCents: agreement.campaignBudget ?? null,
    additionalCents: agreement.campaignAdditionalAmount ?? null,
    terms: {
      ...usual,
      caveatFeeCents: agreement.caveatFee ?? (isChosen ? 0 : usual.caveatFeeCents),
      budgetOwnerFeeCents: agreement.budgetOwnerFee ?? 0,
      budgetOwnerFeeName: agreement.budgetOwnerFeeName ?? null,
      interestRateBasisPoints: agreement.interestRate ?? (isChosen ? 0 : usual.interestRateBasisPoints),
      interestFreeDays: agreement.interestFreeDays ?? 0,
      serviceFeeBasisPoints: percent,
      ...(isSettled && { serviceFeeCents: agreement.serviceFee ?? 0 }),
    },
  };
  if (agreement.interestRate === undefined) return null;
  return (
    <Button variant="default" size="xs" onClick={() => openFeeCalculator(loan)}>
      {isOpen ? 'Estimate Total Fees' : 'Show Fees Details'}
    </Button>
  );
}
