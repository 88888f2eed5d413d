import { type AccessScope, standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import { approves, isApprovalOpen } from '@kerb/domain/agreements/transitions.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { amountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import { checkApproval } from '@kerb/domain/loans/approval.ts';
import { interestStartsOn } from '@kerb/domain/loans/loan-balance.ts';
import { dueInDays, loanDates, loanPeriodDays, startByRule } from '@kerb/domain/loans/loan-dates.ts';
import { countedUntil, loanOf } from '@kerb/domain/loans/loan-figures.ts';
import {
  decideMakingInvoice,
  loanInvoiceTimings,
  loanInvoiceTypes,
  missingFromInvoice,
  missingMessage,
} from '@kerb/domain/loans/loan-invoices.ts';
import type { ApprovalView, LoanView } from '@kerb/domain/loans/loans.contract.ts';
import { decidePayoutOpen, payoutDays } from '@kerb/domain/loans/payout-letters.ts';
import { type ListedReminder, listReminders, reminderSwitches } from '@kerb/domain/loans/reminders.ts';
import { loanTimeline, timelineFor } from '@kerb/domain/loans/timeline.ts';
import { largestBudgetBelowLimit, shareOfValuation, valuationMidpoint } from '@kerb/domain/loans/valuation.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { approvalFactsOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { loanInScope } from '@kerb/server/features/loans/loan-access.ts';
import { balanceOf, todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { lastInvoiceOf, organisationOf, remindersSent } from '@kerb/server/features/loans/loans.repository.ts';
import { loanInvoiceView } from '@kerb/server/features/loans/make-invoice.ts';
import { lettersOf } from '@kerb/server/features/loans/payout-letters.repository.ts';
import { letterView, stateOfLetter } from '@kerb/server/features/loans/payout-letters.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

type Looked = { deps: Deps; agreement: AgreementRecord; standing: Standing; today: Day };

function balancesOf({ deps, agreement, today }: Looked, date: Day | undefined): LoanView['balances'] {
  const on = (day: Day) => balanceOf(deps, agreement, { day, today });
  const now = on(today);
  const end = on(countedUntil(agreement, today, deps.country));
  return now && end && { today: now, onDate: date === undefined ? null : on(date), atEnd: end };
}

function datesOf({ deps: { country }, agreement, today }: Looked): LoanView['dates'] {
  const { campaignFinanceSignatureDate: signatureDate, campaignFinanceRepaidDate: repaidDate } = agreement;
  const loan = loanOf(agreement);
  const dates = loanDates(agreement, country);
  return {
    signatureDate,
    loanStartDate: dates.start,
    expectedLoanStartDate: startByRule(agreement),
    drawdownDate: agreement.campaignFinanceDrawdownDate,
    repaidDate,
    settlementDate: agreement.propertySettlementDate,
    withdrawnDate: agreement.propertyWithdrawnFromSaleDate,
    loanEndDate: dates.end,
    longestEndDate: dates.latestEnd,
    interestStartsOn: loan && interestStartsOn(loan),
    dueDate: dates.due,
    dueInDays: repaidDate === null ? dueInDays(dates, today) : null,
    loanPeriodDays: loanPeriodDays(dates, repaidDate),
  };
}

async function approvalOf({ deps, agreement }: Looked): Promise<ApprovalView | undefined> {
  const { financeOptionCode: option, status, campaignAdditionalAmount } = agreement;
  if (!isFinanced(option)) return undefined;
  const rules = checkApproval(option, await approvalFactsOf(deps.db, agreement, deps.country), deps.country);
  return {
    isOpen: isApprovalOpen(status),
    holds: rules.every(({ holds }) => holds),
    rules,
    largestBudget: option === 'pl' ? largestBudgetBelowLimit(campaignAdditionalAmount ?? 0, agreement) : null,
  };
}

function valuationOf({ agreement }: Looked): LoanView['valuation'] {
  const { mortgageBalance, campaignBudget, campaignAdditionalAmount } = agreement;
  return {
    midpoint: valuationMidpoint(agreement),
    loanToValue: mortgageBalance === null ? null : shareOfValuation(mortgageBalance, agreement),
    financeShare: shareOfValuation((campaignBudget ?? 0) + (campaignAdditionalAmount ?? 0), agreement),
  };
}

async function invoicesOf({ deps, agreement, standing, today }: Looked): Promise<LoanView['invoices']> {
  const missing = missingFromInvoice(agreement);
  const last = await lastInvoiceOf(deps.db, agreement.id);
  return {
    actions: loanInvoiceTypes.map((type) => {
      const verdict = decideMakingInvoice(agreement, type, { standing, today });
      const { label } = loanInvoiceTimings[type];
      return { type, label, isAllowed: verdict.ok, because: verdict.ok ? null : verdict.because };
    }),
    missing,
    message: missingMessage(missing, standing),
    last: last && loanInvoiceView(last),
  };
}

async function payoutOf({ deps, agreement, today }: Looked): Promise<LoanView['payout']> {
  const verdict = decidePayoutOpen(agreement);
  const letters = await lettersOf(deps.db, agreement.id);
  const { earliest, latest } = payoutDays(agreement, today);
  return {
    isOpen: verdict.ok,
    because: verdict.ok ? null : verdict.because,
    earliest: verdict.ok ? earliest : null,
    latest: verdict.ok ? latest : null,
    letters: letters.map((letter) => letterView(letter, stateOfLetter(deps, agreement, letter, today))),
  };
}

function timelineOf({ deps, agreement, standing, today }: Looked, reminders: readonly ListedReminder[]) {
  const listed = reminders.map(({ state, ...each }) => ({ ...each, isSent: state === 'sent' }));
  const events = loanTimeline(agreement, listed, today, deps.country);
  return events && timelineFor(standing, events);
}

/** The loan of a campaign with the fields that this actor may see. */
export const readLoan = async (
  deps: Deps,
  scope: AccessScope,
  { id, date }: { id: number; date: Day | undefined },
): Promise<LoanView> => loanOfCampaign(deps, scope, await loanInScope(deps.db, scope, id), date);

export async function loanOfCampaign(
  deps: Deps,
  scope: AccessScope,
  agreement: AgreementRecord,
  date: Day | undefined,
): Promise<LoanView> {
  const { id } = agreement;
  const standing = standingTowards(scope.actor, agreement);
  const today = todayOf(agreement, deps.clock.now());
  const looked: Looked = { deps, agreement, standing, today };
  const organisation = await organisationOf(deps.db, agreement.tenantId);
  const reminders = isFinanced(agreement.financeOptionCode)
    ? listReminders({ ...agreement, organisation }, await remindersSent(deps.db, id), today, deps.country)
    : [];
  const approval = approves(standing) ? await approvalOf(looked) : undefined;
  return {
    agreement: id,
    financeOptionCode: agreement.financeOptionCode,
    today,
    isRunning: agreement.campaignFinanceDrawdownDate !== null && agreement.campaignFinanceRepaidDate === null,
    balances: balancesOf(looked, date),
    ahead: agreement.campaignFinanceRepaidDate === null ? amountsAhead(agreement, today, deps.country) : null,
    dates: datesOf(looked),
    writtenOff: agreement.books.writeoffs,
    timeline: timelineOf(looked, reminders),
    ...(approval && { approval, valuation: valuationOf(looked) }),
    ...(standingMay(standing, 'loan.manage') && {
      reminders,
      reminderSwitches: reminderSwitches.map((name) => ({
        name,
        isOn: agreement[name],
        isOnForOrganisation: organisation[name],
      })),
      invoices: await invoicesOf(looked),
    }),
    payout: await payoutOf(looked),
  };
}
