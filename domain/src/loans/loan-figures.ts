import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { feeLeftToPay, type InvoicedBooks } from '@kerb/domain/agreements/invoiced-books.ts';
import type { LoanReceipt } from '@kerb/domain/agreements/loan-receipts.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { defaultBudgetOwnerFeeName, totalFinance } from '@kerb/domain/loans/fees.ts';
import { balanceOn, interestFreeValue, type Loan, type LoanBalance } from '@kerb/domain/loans/loan-balance.ts';
import { dueInDays, loanDates, loanPeriodDays, loanStart } from '@kerb/domain/loans/loan-dates.ts';

/** The parts of a repayment, in display order. */
export const balanceLineKeys = [
  'budget',
  'additional',
  'serviceFee',
  'caveatFee',
  'budgetOwnerFee',
  'accruedInterest',
  'estimatedInterest',
  'repaid',
] as const;
export type BalanceLineKey = (typeof balanceLineKeys)[number];
export type BalanceLine = { key: BalanceLineKey; label: string; amount: Cents; isEstimate: boolean };
export type Balance = {
  day: Day;
  isEstimate: boolean;
  lines: BalanceLine[];
  accruedInterest: Cents;
  estimatedInterest: Cents;
  total: Cents;
};

/** The fields of a campaign that describe its loan. */
export type LoanFields = Pick<
  AgreementValues,
  | 'financeOptionCode'
  | 'campaignBudget'
  | 'campaignAdditionalAmount'
  | 'serviceFee'
  | 'caveatFee'
  | 'budgetOwnerFee'
  | 'budgetOwnerFeeName'
  | 'interestRate'
  | 'interestFreeDays'
  | 'campaignFinanceSignatureDate'
  | 'campaignFinanceDrawdownDate'
  | 'campaignFinanceLoanStartDate'
  | 'campaignFinanceRepaidDate'
  | 'propertySettlementDate'
  | 'propertyWithdrawnFromSaleDate'
  | 'loanEndDate'
> & { books: InvoicedBooks & { receipts?: readonly LoanReceipt[]; variedDue?: Day | null } };

/**
 * The loan of a campaign; null if the campaign is not financed. Pay On Success has neither interest nor security: its
 * budget is repaid on success, with what was not paid separately of its service fee.
 */
export function loanOf(fields: LoanFields, startDate: Day | null = loanStart(fields)): Loan | null {
  const { financeOptionCode: option } = fields;
  if (startDate === null || (option !== 'pl' && option !== 'pos')) return null;
  const isOnSuccess = option === 'pos';
  return {
    budgetCents: fields.campaignBudget ?? 0,
    additionalCents: isOnSuccess ? 0 : (fields.campaignAdditionalAmount ?? 0),
    serviceFeeCents: isOnSuccess ? feeLeftToPay(fields.serviceFee ?? 0, fields.books) : (fields.serviceFee ?? 0),
    caveatFeeCents: isOnSuccess ? 0 : (fields.caveatFee ?? 0),
    budgetOwnerFeeCents: isOnSuccess ? 0 : (fields.budgetOwnerFee ?? 0),
    interestRateBasisPoints: isOnSuccess ? 0 : (fields.interestRate ?? 0),
    interestFreeDays: isOnSuccess ? 0 : (fields.interestFreeDays ?? 0),
    startDate,
    ...(fields.books.receipts?.length && { receipts: fields.books.receipts }),
  };
}

type Labels = Pick<CountryRules, 'payLaterFeeLabel'>;

/** The name of each fee of a loan. */
export const feeLabels = (
  { financeOptionCode, budgetOwnerFeeName }: Pick<LoanFields, 'financeOptionCode' | 'budgetOwnerFeeName'>,
  { payLaterFeeLabel }: Labels,
) => ({
  serviceFee: financeOptionCode === 'pos' ? labelOfField('serviceFee') : payLaterFeeLabel,
  caveatFee: labelOfField('caveatFee'),
  budgetOwnerFee: budgetOwnerFeeName || defaultBudgetOwnerFeeName,
});

/** What was repaid counts while the loan runs. A repaid loan states what it cost. */
const repaidOf = ({ campaignFinanceRepaidDate: repaid }: LoanFields, { repaidCents }: LoanBalance): Cents =>
  repaid === null ? repaidCents : 0;

/** The cost of repaying a loan on that day, as known today. */
export function owedOn(fields: LoanFields, loan: Loan, day: Day, today: Day): Cents {
  const balance = balanceOn(loan, day, today);
  return balance.totalCents - repaidOf(fields, balance);
}

/** The cost of repaying on that day, line by line. Zero lines are left out, except the budget. */
export function balanceByLine(
  fields: LoanFields,
  loan: Loan,
  { day, today }: { day: Day; today: Day },
  country: Labels,
): Balance {
  const balance = balanceOn(loan, day, today);
  const fees = feeLabels(fields, country);
  // biome-ignore format: a table
  const lines: BalanceLine[] = [
    { key: 'budget',            label: labelOfField('campaignBudget'),           amount: loan.budgetCents,               isEstimate: false },
    { key: 'additional',        label: labelOfField('campaignAdditionalAmount'),         amount: loan.additionalCents,           isEstimate: false },
    { key: 'serviceFee',        label: fees.serviceFee,             amount: loan.serviceFeeCents,           isEstimate: false },
    { key: 'caveatFee',         label: fees.caveatFee,              amount: loan.caveatFeeCents,            isEstimate: false },
    { key: 'budgetOwnerFee',    label: fees.budgetOwnerFee,         amount: loan.budgetOwnerFeeCents, isEstimate: false },
    { key: 'accruedInterest',   label: 'Interest',                  amount: balance.accruedInterestCents,   isEstimate: false },
    { key: 'estimatedInterest', label: 'Estimated Interest',        amount: balance.estimatedInterestCents, isEstimate: true },
  ];
  const repaid = repaidOf(fields, balance);
  const taken: BalanceLine = { key: 'repaid', label: 'Repaid', amount: -repaid, isEstimate: false };
  return {
    day,
    isEstimate: balance.isEstimate,
    lines: [...lines.filter(({ key, amount }) => key === 'budget' || amount > 0), ...(repaid > 0 ? [taken] : [])],
    accruedInterest: balance.accruedInterestCents,
    estimatedInterest: balance.estimatedInterestCents,
    total: balance.totalCents - repaid,
  };
}

export type SignedFields = Pick<
  AgreementValues,
  | 'campaignFinanceSignatureDate'
  | 'campaignFinanceLoanStartDate'
  | 'campaignBorrowedAmount'
  | 'campaignFinanceServiceFee'
  | 'campaignFinanceInterestRate'
>;

/** What the last signature fixes: the loan's figures and, unless already set, its start date. */
export function loanAsSigned(fields: LoanFields & SignedFields, today: Day): Partial<SignedFields> {
  const signatureDate = fields.campaignFinanceSignatureDate ?? today;
  const loan = loanOf({ ...fields, campaignFinanceSignatureDate: signatureDate });
  if (!loan) return {};
  return {
    campaignFinanceSignatureDate: signatureDate,
    campaignFinanceLoanStartDate: loan.startDate,
    campaignBorrowedAmount: totalFinance(loan),
    campaignFinanceServiceFee: fields.serviceFee,
    campaignFinanceInterestRate: fields.interestRate,
  };
}

/** Removes what a voided signature had fixed. The start of a drawn loan is kept. */
export function loanUnsigned(
  fields: SignedFields & Pick<AgreementValues, 'campaignFinanceDrawdownDate'>,
): Partial<SignedFields> {
  if (fields.campaignFinanceSignatureDate === null) return {};
  return {
    campaignFinanceSignatureDate: null,
    campaignBorrowedAmount: null,
    campaignFinanceServiceFee: null,
    campaignFinanceInterestRate: null,
    ...(fields.campaignFinanceDrawdownDate === null && { campaignFinanceLoanStartDate: null }),
  };
}

/** The day up to which interest is counted: the repayment, else the end, or today if the end has passed unpaid. */
export function countedUntil(fields: LoanFields, today: Day, country: Pick<CountryRules, 'longestLoanDays'>): Day {
  const { end } = loanDates(fields, country);
  return fields.campaignFinanceRepaidDate ?? (end !== null && end > today ? end : today);
}

export type DerivedFields = {
  campaignFinanceDueDate: Day | null;
  campaignFinanceDueInDays: number | null;
  campaignFinanceLoanPeriodDays: number | null;
  campaignFinanceInterestFreeValue: Cents | null;
  campaignFinanceTotalInterest: Cents | null;
  campaignFinanceTotalDue: Cents | null;
};

/** The derived fields of a campaign's loan. Interest of future days is included as an estimate. */
export function derivedFields(
  fields: LoanFields,
  today: Day,
  country: Pick<CountryRules, 'longestLoanDays'>,
): DerivedFields {
  const loan = loanOf(fields);
  const day = countedUntil(fields, today, country);
  const balance = loan && balanceOn(loan, day, today);
  const dates = loanDates(fields, country);
  const { campaignFinanceRepaidDate: repaid } = fields;
  return {
    campaignFinanceDueDate: dates.due,
    campaignFinanceDueInDays: repaid === null ? dueInDays(dates, today) : null,
    campaignFinanceLoanPeriodDays: loanPeriodDays(dates, repaid),
    campaignFinanceInterestFreeValue: loan && interestFreeValue(loan, day),
    campaignFinanceTotalInterest: balance && balance.accruedInterestCents + balance.estimatedInterestCents,
    campaignFinanceTotalDue: balance && balance.totalCents - repaidOf(fields, balance),
  };
}
