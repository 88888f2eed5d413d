import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { ApprovalFacts } from '@kerb/domain/loans/approval.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { financedBy } from '@kerb/web/features/loans/finance-facts.tsx';
import { type FinanceValues, financeOf } from '@kerb/web/features/loans/finance-fields.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** An amount that cannot be read yet is none. */
const readable = <Typed extends Record<string, unknown>>(typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, Number.isNaN(value) ? null : value])) as Typed;

/** What the rules of approving look at: what is saved, and over it what is being typed. */
export function approvalFactsOf(
  saved: Agreement,
  typed: FinanceValues | null,
  lendingAgreements: number,
): ApprovalFacts {
  const agreement: Agreement = typed ? { ...saved, ...readable(financeOf(typed)) } : saved;
  const loan = {
    financedCents: financedBy(agreement),
    interestRateBasisPoints: agreement.interestRate ?? 0,
    serviceFeeCents: agreement.serviceFee ?? 0,
    budgetOwnerFeeCents: agreement.budgetOwnerFee ?? 0,
  };
  return {
    isEditing: typed !== null,
    campaignBudget: agreement.campaignBudget ?? null,
    campaignAdditionalAmount: agreement.campaignAdditionalAmount ?? null,
    serviceFee: agreement.serviceFee ?? null,
    comparisonRate: comparisonRate(loan, countryRules()),
    manualAgreement: agreement.manualAgreement ?? false,
    lendingAgreements,
    sellingPriceMin: agreement.sellingPriceMin ?? null,
    sellingPriceMax: agreement.sellingPriceMax ?? null,
  };
}
