import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { usualTerms } from '@kerb/web/features/loans/fee-terms.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';

/** The fee calculator over this campaign's own terms. Whoever is not sent its rate has nothing to reckon with. */
export function FeesButton({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const { openFeeCalculator } = useDialogs();
  if (agreement.interestRate === undefined) return null;
  const isOpen = standing === 'admin' && mayChangeGroup('terms', standing, agreement.status);
  const usual = usualTerms(countryRules());
  const loan = {
    budgetCents: agreement.campaignBudget ?? null,
    additionalCents: agreement.campaignAdditionalAmount ?? null,
    terms: {
      ...usual,
      caveatFeeCents: agreement.caveatFee ?? usual.caveatFeeCents,
      budgetOwnerFeeCents: agreement.budgetOwnerFee ?? 0,
      budgetOwnerFeeName: agreement.budgetOwnerFeeName ?? null,
      interestRateBasisPoints: agreement.interestRate ?? usual.interestRateBasisPoints,
      interestFreeDays: agreement.interestFreeDays ?? 0,
      ...(agreement.serviceFee != null && { serviceFeeCents: agreement.serviceFee }),
    },
  };
  return (
    <Button variant="default" size="xs" onClick={() => openFeeCalculator(loan)}>
      {isOpen ? 'Estimate Total Fees' : 'Show Fees Details'}
    </Button>
  );
}
