import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { isMarketingScheduleMissing, needsMarketingSchedule } from '@kerb/domain/documents/marketing-schedule.ts';
import type { ApprovalFacts } from '@kerb/domain/loans/approval.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { financedBy } from '@kerb/web/features/loans/finance-facts.tsx';
import { type FinanceValues, financeOf } from '@kerb/web/features/loans/finance-fields.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** An invalid amount counts as none. */
const readable = <Typed extends Record<string, unknown>>(typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, Number.isNaN(value) ? null : value])) as Typed;

/** The input of the approval rules: the saved values, overridden by the typed ones. */
export function approvalFactsOf(
  saved: Agreement,
  typed: FinanceValues | null,
  filed: readonly AttachmentPurpose[],
): ApprovalFacts {
  const agreement: Agreement = typed ? { ...saved, ...readable(financeOf(typed)) } : saved;
  const country = countryRules();
  const interestRate = agreement.interestRate ?? null;
  const loan = interestRate !== null && {
    financedCents: financedBy(agreement),
    interestRateBasisPoints: interestRate,
    serviceFeeCents: agreement.serviceFee ?? 0,
    budgetOwnerFeeCents: agreement.budgetOwnerFee ?? 0,
  };
  return {
    isEditing: typed !== null,
    campaignBudget: agreement.campaignBudget ?? null,
    campaignAdditionalAmount: agreement.campaignAdditionalAmount ?? null,
    serviceFee: agreement.serviceFee ?? null,
    interestRate,
    comparisonRate: loan ? comparisonRate(loan, country) : null,
    manualAgreement: agreement.manualAgreement ?? false,
    lendingAgreements: filed.filter((purpose) => purpose === 'lending-agreement').length,
    isScheduleMissing: needsMarketingSchedule(agreement, country)
      ? isMarketingScheduleMissing(agreement, filed, country)
      : null,
    sellingPriceMin: agreement.sellingPriceMin ?? null,
    sellingPriceMax: agreement.sellingPriceMax ?? null,
  };
}
