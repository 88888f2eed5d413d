import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { basisPointsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { termErrors } from '@kerb/domain/loans/save-terms.ts';
import {
  type FinancedOption,
  type MortgageBalanceRange,
  mortgageBalanceRangeLabels,
} from '@kerb/domain/vocabulary/value-lists.ts';
import { amountText, blankOrCents } from '@kerb/web/design/amount-input.tsx';
import { blankOrDays } from '@kerb/web/design/typed-days.ts';
import type { CardFields } from '@kerb/web/features/campaigns/card-form.ts';
import * as z from 'zod/mini';

/** '14.50' from 1450: a rate has two decimals. */
export const rateText = (basisPoints: number | null | undefined): string =>
  basisPoints === null || basisPoints === undefined ? '' : decimalFromCents(basisPoints);
export const rateOf = (typed: string): number | null =>
  typed.trim() === '' ? null : (basisPointsFromTyped(typed) ?? Number.NaN);

export const rangeChoices = [
  { value: '', label: 'Not known' },
  ...Object.entries(mortgageBalanceRangeLabels).map(([value, label]) => ({ value, label: `${label}%` })),
];

/** The typed fields of both finance cards. */
export type FinanceValues = {
  campaignBudget: string;
  campaignAdditionalAmount: string;
  serviceFee: string;
  caveatFee: string;
  budgetOwnerFee: string;
  budgetOwnerFeeName: string;
  interestRate: string;
  interestFreeDays: string;
  mortgageBalance: string;
  mortgageBalanceRange: string;
  campaignFinanceNotes: string;
  manualAgreement: boolean;
};

const valuesOf = (agreement: Agreement): FinanceValues => ({
  campaignBudget: amountText(agreement.campaignBudget),
  campaignAdditionalAmount: amountText(agreement.campaignAdditionalAmount),
  serviceFee: amountText(agreement.serviceFee),
  caveatFee: amountText(agreement.caveatFee),
  budgetOwnerFee: amountText(agreement.budgetOwnerFee),
  budgetOwnerFeeName: agreement.budgetOwnerFeeName ?? '',
  interestRate: rateText(agreement.interestRate),
  interestFreeDays: agreement.interestFreeDays === null ? '' : String(agreement.interestFreeDays ?? ''),
  mortgageBalance: amountText(agreement.mortgageBalance),
  mortgageBalanceRange: agreement.mortgageBalanceRange ?? '',
  campaignFinanceNotes: agreement.campaignFinanceNotes ?? '',
  manualAgreement: agreement.manualAgreement ?? false,
});

export const financeOf = (values: FinanceValues) => ({
  campaignBudget: blankOrCents(values.campaignBudget),
  campaignAdditionalAmount: blankOrCents(values.campaignAdditionalAmount),
  serviceFee: blankOrCents(values.serviceFee),
  caveatFee: blankOrCents(values.caveatFee),
  budgetOwnerFee: blankOrCents(values.budgetOwnerFee),
  budgetOwnerFeeName: values.budgetOwnerFeeName.trim() || null,
  interestRate: rateOf(values.interestRate),
  interestFreeDays: blankOrDays(values.interestFreeDays),
  mortgageBalance: blankOrCents(values.mortgageBalance),
  mortgageBalanceRange: (values.mortgageBalanceRange || null) as MortgageBalanceRange | null,
  campaignFinanceNotes: values.campaignFinanceNotes.trim() || null,
  manualAgreement: values.manualAgreement,
});

const savedFinance = (option: FinancedOption) =>
  savedAgreement.check(
    z.check(({ value, issues }) => {
      for (const [name, [error]] of Object.entries(termErrors(value, option))) {
        if (error) issues.push({ code: 'custom', input: value, path: [name], message: error.message });
      }
    }),
  );

export const financeFields = (option: FinancedOption, onSaved: () => void): CardFields<FinanceValues> => ({
  body: savedFinance(option),
  valuesOf,
  toBody: financeOf,
  onSaved,
});
