import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { defaultBudgetOwnerFeeName, totalFinance } from '@kerb/domain/loans/fees.ts';
import type { ExpectedPrices } from '@kerb/domain/loans/valuation.ts';
import { mortgageBalanceRangeLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { rateText } from '@kerb/web/features/loans/finance-fields.ts';
import { financeLabels } from '@kerb/web/features/loans/finance-options.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import type { ReactNode } from 'react';

export type FactRow = readonly [ReactNode, ReactNode];

export const pricesOf = ({ sellingPriceMin, sellingPriceMax }: Agreement): ExpectedPrices => ({
  sellingPriceMin: sellingPriceMin ?? null,
  sellingPriceMax: sellingPriceMax ?? null,
});

export const financedBy = ({ campaignBudget, campaignAdditionalAmount }: Agreement): Cents =>
  totalFinance({ budgetCents: campaignBudget ?? 0, additionalCents: campaignAdditionalAmount ?? 0 });

const amount = (label: string, cents: Cents | null | undefined): FactRow => [
  label,
  <Money key={label} cents={cents} />,
];
const rate = (label: string, basisPoints: number | null | undefined): FactRow[] =>
  basisPoints === undefined || basisPoints === null ? [] : [[label, `${rateText(basisPoints)}% p.a.`]];
const ifAny = (cents: Cents | null | undefined, row: FactRow): FactRow[] => (cents ? [row] : []);

function rangeText({ mortgageBalanceRange: range, mortgageBalanceUnsure }: Agreement): string {
  if (range) return `${mortgageBalanceRangeLabels[range]}%`;
  return mortgageBalanceUnsure ? 'The payer is not sure' : 'Not known';
}

/** The mortgage, and whether the agreement is made manually. */
export const lendingRows = (agreement: Agreement): FactRow[] => [
  ...ifAny(agreement.mortgageBalance, amount(labelOfField('mortgageBalance'), agreement.mortgageBalance)),
  [labelOfField('mortgageBalanceRange'), rangeText(agreement)],
  [labelOfField('manualAgreement'), agreement.manualAgreement ? 'Yes' : 'No'],
];

/** The terms of a Pay Later loan, as far as the reader may see them. */
export function payLaterRows(agreement: Agreement): FactRow[] {
  const { payLaterFeeLabel, payLater } = countryRules();
  const { interestFreeDays } = agreement;
  return [
    amount(financeLabels.pl.amount, agreement.campaignBudget),
    ...ifAny(
      agreement.campaignAdditionalAmount,
      amount(labelOfField('campaignAdditionalAmount'), agreement.campaignAdditionalAmount),
    ),
    amount(financeLabels.pl.total, financedBy(agreement)),
    amount(payLaterFeeLabel, agreement.serviceFee),
    amount(labelOfField('caveatFee'), agreement.caveatFee),
    ...ifAny(
      agreement.budgetOwnerFee,
      amount(agreement.budgetOwnerFeeName || defaultBudgetOwnerFeeName, agreement.budgetOwnerFee),
    ),
    ...rate(labelOfField('interestRate'), agreement.interestRate),
    ...(payLater.needsComparisonRate ? rate(labelOfField('comparisonRate'), agreement.comparisonRate) : []),
    ...(interestFreeDays ? [[labelOfField('interestFreeDays'), String(interestFreeDays)] as const] : []),
  ];
}

export const payOnSuccessRows = (agreement: Agreement): FactRow[] => [
  amount(financeLabels.pos.amount, agreement.campaignBudget),
  amount(financeLabels.pos.fee, agreement.serviceFee),
  [
    labelOfField('campaignFinanceLoanStartDate'),
    <DateText key="start" value={agreement.campaignFinanceLoanStartDate} />,
  ],
];

type NotesProps = { notes: string | null | undefined; hint: string };

/** The notes about the loan. The hint says who else reads them. */
export function FinanceNotes({ notes, hint }: NotesProps) {
  if (!notes) return null;
  return (
    <div>
      <h3 className={classes.heading}>
        Notes
        <span className={classes.hint}>{hint}</span>
      </h3>
      <p className={classes.notes}>{notes}</p>
    </div>
  );
}
