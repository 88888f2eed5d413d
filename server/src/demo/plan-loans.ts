import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { loanReminders } from '@kerb/domain/loans/reminders.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import type { Act, Intention } from '@kerb/server/demo/demo-steps.ts';
import { type Arrival, type Facts, priceOf } from '@kerb/server/demo/plan-facts.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

type Lent = Pick<Arrival, 'number' | 'place' | 'option' | 'budget'>;

/** What an admin enters before approving a loan, so that its rules pass. Some agreements are made by hand. */
function lendingBefore(to: AgreementStatus, campaign: Lent): Act[] {
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

/** The organisation whose loans are paid by the demo's first batch. */
export const paidByBatch: OrganisationKey = 'styling';

type Funded = Pick<Arrival, 'place' | 'option'> & { status: AgreementStatus; organisation: OrganisationKey };

/** Whether a loan is paid out while it is live: not the one that is still owed, and none that the batch pays. */
const isFundedLive = ({ status, place, organisation }: Funded): boolean =>
  !(status === 'executed' && place === 1) && !(organisation === paidByBatch && status !== 'complete');

/**
 * A loan is paid out when it is drawn, or at a later step if it may still be cancelled then. Money that was paid
 * upfront is paid out at the end.
 */
function fundingBefore(to: AgreementStatus, campaign: Funded): Act[] {
  const isFunded =
    campaign.option === 'pn' ? to === 'complete' : isFundedLive(campaign) && onceSigned.includes(to) && to !== 'signed';
  return isFunded ? [{ kind: 'fund' }] : [];
}

export const loanActsBefore = (to: AgreementStatus, campaign: Lent & Funded): Act[] => [
  ...lendingBefore(to, campaign),
  ...fundingBefore(to, campaign),
];

/** Longer than a borrower may cancel. */
const fundedDaysLater = 12;

/** A loan that may still be cancelled at its last step is paid out afterwards. */
export function fundedLater(
  campaign: Funded & { restingDays: number; admin: string },
  now: Temporal.Instant,
): Intention[] {
  const isLive = onceSigned.includes(campaign.status) && campaign.status !== 'signed';
  if (campaign.option === 'pn' || !isLive || !isFundedLive(campaign)) return [];
  const daysAgo = Math.max(0, campaign.restingDays - fundedDaysLater);
  return [{ at: now.subtract({ hours: 24 * daysAgo }), by: campaign.admin, act: { kind: 'fund' } }];
}

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
