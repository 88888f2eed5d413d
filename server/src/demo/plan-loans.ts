import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { loanReminders } from '@kerb/domain/loans/reminders.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Act, Intention } from '@kerb/server/demo/demo-steps.ts';
import { type Arrival, type Facts, priceOf } from '@kerb/server/demo/plan-facts.ts';

type Lent = Pick<Arrival, 'number' | 'place' | 'option' | 'budget'>;

/** What an admin enters before approving a loan, so that its rules pass. Some agreements are made by hand. */
export function lendingBefore(to: AgreementStatus, campaign: Lent): Act[] {
  if (to !== 'approved' || campaign.option === 'pn') return [];
  if (campaign.option === 'pl') return [{ kind: 'learn', fields: { sellingPriceMin: priceOf(campaign) } }];
  if (campaign.place % 2 === 1) return [{ kind: 'learn', fields: { manualAgreement: true } }];
  const lines = ['Pay On Success agreement', 'For the payers to sign'];
  return [{ kind: 'file', file: { purpose: 'lending-agreement', fileName: 'Pay On Success agreement.pdf', lines } }];
}

/** The dates of a loan, as they become known. */
export function loanFactsAfter(to: AgreementStatus, { option, day }: Arrival): Facts {
  if (option === 'pn') return {};
  if (to === 'executed') return { campaignFinanceDrawdownDate: day };
  return to === 'complete' ? { campaignFinanceRepaidDate: day } : {};
}

const daysFrom = (from: string): number[] =>
  Object.values(loanReminders).flatMap((row) => (row.from === from ? [row.days] : []));

type Life = { by: string; country: CountryRules; timeZone: string; now: Temporal.Instant };

/** When a reminder of that day was sent: in the morning, before anything else happened. */
const morningOf = (day: Day, timeZone: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '08:05' }).toInstant();

/** The days on which reminders of a loan may be due, by the dates in the plan. */
function reminderDays(intentions: readonly Intention[], { country, timeZone }: Life): Day[] {
  const signed = intentions.find(({ act }) => act.kind === 'move' && act.to === 'signed');
  if (!signed) return [];
  const known: Facts = Object.assign({}, ...intentions.map(({ act }) => (act.kind === 'learn' ? act.fields : {})));
  const { propertySettlementDate: settles = null } = known;
  const dates = {
    financeOptionCode: 'pl',
    campaignFinanceSignatureDate: dayIn(timeZone, signed.at),
    campaignFinanceDrawdownDate: known.campaignFinanceDrawdownDate ?? null,
    campaignFinanceLoanStartDate: null,
    propertySettlementDate: settles,
    propertyWithdrawnFromSaleDate: known.propertyWithdrawnFromSaleDate ?? null,
    loanEndDate: null,
  } as const;
  const { start, due } = loanDates(dates, country);
  return [
    ...(start ? daysFrom('campaignFinanceLoanStartDate').map((days) => addDays(start, days)) : []),
    ...(settles ? daysFrom('propertySettlementDate').map((days) => addDays(settles, days)) : []),
    ...(due ? daysFrom('dueDate').map((days) => addDays(due, days)) : []),
  ];
}

/** Adds the mornings on which reminders may be due. The product decides which of them send a message. */
export function withReminders(intentions: readonly Intention[], life: Life): Intention[] {
  const { by, timeZone, now } = life;
  const mornings = reminderDays(intentions, life)
    .map((day) => morningOf(day, timeZone))
    .filter((at) => Temporal.Instant.compare(at, now) < 0)
    .map((at): Intention => ({ at, by, act: { kind: 'remind' } }));
  const way = [...intentions];
  for (const morning of mornings) {
    const place = way.findIndex(({ at }) => Temporal.Instant.compare(at, morning.at) > 0);
    way.splice(place < 0 ? way.length : place, 0, morning);
  }
  return way;
}
