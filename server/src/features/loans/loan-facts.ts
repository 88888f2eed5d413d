import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { amountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import { bearsInterest } from '@kerb/domain/loans/loan-balance.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { type Balance, balanceByLine, loanOf } from '@kerb/domain/loans/loan-figures.ts';
import type { LoanMessageFacts } from '@kerb/domain/notifications/loan-messages.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';

type Settings = Pick<Deps, 'country'>;
type MessageSettings = Pick<Deps, 'country' | 'config'>;

/** The current day in the time zone of a loan's organisation. */
export const todayOf = ({ tenantTimeZone }: AgreementRecord, now: Moment): Day => dayIn(tenantTimeZone, now);

/** The cost of repaying on that day; null before the loan has a start. */
export function balanceOf(
  { country }: Settings,
  agreement: AgreementRecord,
  day: { day: Day; today: Day },
): Balance | null {
  const loan = loanOf(agreement);
  return loan && balanceByLine(agreement, loan, day, country);
}

/** The facts for a loan's messages. The loan must have a start. */
export function messageFacts(settings: MessageSettings, agreement: AgreementRecord, today: Day): LoanMessageFacts {
  const { country } = settings;
  const balance = balanceOf({ country }, agreement, { day: today, today });
  const loan = loanOf(agreement);
  const ahead = amountsAhead(agreement, today, country);
  if (!balance || !loan || !ahead) throw new Error(`the loan of campaign ${agreement.id} has no start`);
  const { latestEnd, due } = loanDates(agreement, country);
  return {
    ...ourContact(settings),
    money: country,
    campaignName: agreement.name,
    flowNumber: flowNumber(agreement, country.code),
    today,
    totalToday: balance.total,
    ahead,
    bearsInterest: bearsInterest(loan),
    loanStartDate: loan.startDate,
    latestEndDate: latestEnd,
    settlementDate: agreement.propertySettlementDate,
    withdrawnDate: agreement.propertyWithdrawnFromSaleDate,
    dueDate: due,
  };
}
