import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumber, type Numbered } from '@kerb/domain/agreements/flow-number.ts';
import type { CalendarEntry } from '@kerb/domain/calendar/calendar-text.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, type Moment } from '@kerb/domain/kernel/dates.ts';

/** The dates of a campaign that a calendar shows. */
export const calendarDates = ['funding', 'auction', 'settlement', 'due'] as const;
export type CalendarDate = (typeof calendarDates)[number];

export const calendarLabels: Record<CalendarDate, string> = {
  funding: labelOfField('campaignPlannedStartDate'),
  auction: labelOfField('auctionDate'),
  settlement: labelOfField('propertySettlementDate'),
  due: 'Loan due',
};

/** The entries of each kind, those that come first. A calendar program reads all of them every few hours. */
export const mostOfEachDate = 500;

/** From a month ago to a year ahead. */
export const calendarSpan = (today: Day): { from: Day; to: Day } => ({
  from: addDays(today, -31),
  to: addDays(today, 366),
});

export type DatedCampaign = Numbered & {
  date: CalendarDate;
  day: Day;
  tenantId: number;
  /** The address of the property; null without a property. The campaign is then named after its payers. */
  address: string | null;
  version: number;
  lastUpdateDate: Moment;
};

type Place = { country: Pick<CountryRules, 'code'>; publicUrl: string };

/** Only the address and the Flow No.: a link to a calendar is passed on easily. */
export function calendarEntry(campaign: DatedCampaign, { country, publicUrl }: Place): CalendarEntry {
  const { id, date, day, tenantId, address, version, lastUpdateDate } = campaign;
  const number = flowNumber(campaign, country.code);
  return {
    uid: `${date}-${id}@${country.code.toLowerCase()}.kerb`,
    day,
    summary: `${calendarLabels[date]}: ${address === null ? number : `${address} (${number})`}`,
    category: calendarLabels[date],
    url: `${publicUrl}/agencies/${tenantId}/applications/${id}`,
    sequence: version,
    lastModified: lastUpdateDate,
  };
}
