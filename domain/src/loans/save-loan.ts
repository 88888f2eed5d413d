import type { Standing } from '@kerb/domain/access/actor.ts';
import type { AgreementFieldName, AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { loanDates, type StartFields, startByRule } from '@kerb/domain/loans/loan-dates.ts';
import { statusAfterSaving } from '@kerb/domain/loans/loan-status.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The dates by which a loan is managed, with their short labels on the loan's card. */
// biome-ignore format: a table
export const loanDateLabels = {
  campaignFinanceLoanStartDate:  'Loan Start',
  campaignFinanceDrawdownDate:   'Drawdown',
  campaignFinanceRepaidDate:     'Repaid',
  propertySettlementDate:        'Settlement',
  propertyWithdrawnFromSaleDate: 'Withdrawn',
  loanEndDate:                   'Loan End',
} as const satisfies Partial<Record<AgreementFieldName, string>>;
type LoanDateName = keyof typeof loanDateLabels;
export const loanDateNames = Object.keys(loanDateLabels) as LoanDateName[];
type LoanValues = Pick<AgreementValues, LoanDateName>;
export type ManagedLoan = LoanValues &
  Pick<AgreementValues, 'financeOptionCode' | 'campaignFinanceSignatureDate'> & { status: AgreementStatus };

type Saved = { before: ManagedLoan; loan: ManagedLoan; sent: Partial<LoanValues>; standing: Standing; today: Day };
type Refusal = { field: LoanDateName; words: string; applies: (saved: Saved) => boolean };

const isAdmin = ({ standing }: Pick<Saved, 'standing'>): boolean => standing === 'admin';
const isBefore = (day: Day | null, other: Day | null): boolean => day !== null && other !== null && day < other;

/** Only an admin may enter a settlement in the past. */
export const earliestSettlement = (standing: Standing, today: Day): Day | undefined =>
  isAdmin({ standing }) ? undefined : today;

// biome-ignore format: a table
const refusals: readonly Refusal[] = [
  { field: 'campaignFinanceRepaidDate',   words: 'The repaid date can be entered only once there is a drawdown date.',  applies: ({ loan }) => loan.campaignFinanceRepaidDate !== null && loan.campaignFinanceDrawdownDate === null },
  { field: 'campaignFinanceRepaidDate',   words: 'The loan cannot be repaid before it was drawn.',                       applies: ({ loan }) => isBefore(loan.campaignFinanceRepaidDate, loan.campaignFinanceDrawdownDate) },
  { field: 'campaignFinanceRepaidDate',   words: 'The repaid date cannot be in the future.',                             applies: (s) => isBefore(s.today, s.sent.campaignFinanceRepaidDate ?? null) },
  { field: 'campaignFinanceRepaidDate',   words: 'The loan cannot be repaid before it starts.',                          applies: ({ sent, loan }) => isBefore(sent.campaignFinanceRepaidDate ?? null, loan.campaignFinanceLoanStartDate) },
  { field: 'campaignFinanceLoanStartDate', words: 'The loan cannot start after it was repaid.',                          applies: ({ sent, loan }) => isBefore(loan.campaignFinanceRepaidDate, sent.campaignFinanceLoanStartDate ?? null) },
  { field: 'campaignFinanceDrawdownDate', words: 'The loan cannot be drawn before everyone has signed.',                 applies: ({ sent, loan }) => isBefore(sent.campaignFinanceDrawdownDate ?? null, loan.campaignFinanceSignatureDate) },
  { field: 'loanEndDate',                 words: 'The loan cannot end before it starts.',                                applies: ({ sent, loan }) => isBefore(sent.loanEndDate ?? null, loan.campaignFinanceLoanStartDate) },
  { field: 'propertySettlementDate',      words: 'The property cannot settle before the loan starts.',                   applies: ({ sent, loan }) => isBefore(sent.propertySettlementDate ?? null, loan.campaignFinanceLoanStartDate) },
  { field: 'propertyWithdrawnFromSaleDate', words: 'The property cannot be withdrawn from sale before the loan starts.', applies: ({ sent, loan }) => isBefore(sent.propertyWithdrawnFromSaleDate ?? null, loan.campaignFinanceLoanStartDate) },
  { field: 'campaignFinanceLoanStartDate', words: 'The loan cannot start after the property settled or was withdrawn.', applies: ({ sent, loan }) => isBefore(loan.propertyWithdrawnFromSaleDate ?? loan.propertySettlementDate, sent.campaignFinanceLoanStartDate ?? null) },
  { field: 'propertySettlementDate',      words: 'A campaign that was withdrawn from sale has no settlement date.',      applies: ({ loan }) => loan.propertyWithdrawnFromSaleDate !== null && loan.propertySettlementDate !== null },
  { field: 'propertySettlementDate',      words: 'Enter the settlement date.',                                           applies: (s) => !isAdmin(s) && s.sent.propertySettlementDate === null },
  { field: 'propertySettlementDate',      words: 'The settlement date cannot be in the past.',                           applies: (s) => isBefore(s.sent.propertySettlementDate ?? null, earliestSettlement(s.standing, s.today) ?? null) },
  { field: 'propertyWithdrawnFromSaleDate', words: 'The withdrawal can be taken back only by us. Please contact support.', applies: (s) => !isAdmin(s) && s.sent.propertyWithdrawnFromSaleDate === null },
];

function errorsOf(saved: Saved): FieldErrors {
  const broken = refusals.find(({ applies }) => applies(saved));
  return broken ? fieldError(broken.field, 'notValid', broken.words) : {};
}

export type LoanSave = { changes: Partial<LoanValues>; status: AgreementStatus | null };

/**
 * The start that follows a save. It follows the drawdown, unless an admin entered another day. Removing the entered day
 * returns to the rule of the agreement.
 */
export function startFollowing(
  before: StartFields,
  sent: Partial<StartFields>,
): Pick<StartFields, 'campaignFinanceLoanStartDate'> | object {
  const { campaignFinanceLoanStartDate: start } = before;
  const byRule = { campaignFinanceLoanStartDate: startByRule({ ...before, ...sent }) };
  if (sent.campaignFinanceLoanStartDate === null) return byRule;
  const isEntered =
    sent.campaignFinanceLoanStartDate !== undefined || (start !== null && start !== startByRule(before));
  return isEntered || sent.campaignFinanceDrawdownDate === undefined ? {} : byRule;
}

/**
 * Decides a save of a loan's dates. A withdrawal clears the settlement; the start and the end follow the other dates
 * unless they were entered; the status follows all of them. Changes nothing if no date changes.
 */
export function decideLoanSave(
  before: ManagedLoan,
  sent: Partial<LoanValues>,
  { standing, today, country }: { standing: Standing; today: Day; country: Pick<CountryRules, 'longestLoanDays'> },
): Decision<LoanSave> {
  if (!loanDateNames.some((name) => sent[name] !== undefined && sent[name] !== before[name])) {
    return allow({ changes: {}, status: null });
  }
  const isWithdrawnNow = Boolean(sent.propertyWithdrawnFromSaleDate) && !before.propertyWithdrawnFromSaleDate;
  const started = { ...sent, ...startFollowing(before, sent) };
  const cleared = isWithdrawnNow ? { ...started, propertySettlementDate: null } : started;
  const loan: ManagedLoan = { ...before, ...cleared };
  const validation = errorsOf({ before, loan, sent, standing, today });
  const [first] = Object.values(validation).flat();
  if (first) return refuse('loan-dates', first.message, validation);
  const byRule = loanDates({ ...loan, loanEndDate: null }, country).end;
  const end = sent.loanEndDate === undefined ? { loanEndDate: byRule } : {};
  return allow({ changes: { ...cleared, ...end }, status: statusAfterSaving(before, loan) });
}
