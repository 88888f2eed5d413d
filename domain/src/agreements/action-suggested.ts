import { addMinutes, type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

/** Who should act: an agency's agent, or another organisation's stylist. */
export const actionSuggestedLabel = (organisation: OrganisationType): string =>
  organisation === 'agency' ? 'Agent Action Suggested' : 'Stylist Action Suggested';

/** A referral is pending from the sending of its payment links until the payer's first answer. */
export const pendingStatus = 'waiting-invite' satisfies AgreementStatus;

const waitDays = 7;

/** Payment links sent at or before this moment are old enough for an action to be suggested. */
export const longEnoughAgo = (now: Moment): Moment => addMinutes(now, -waitDays * 24 * 60);

export type Referral = {
  status: AgreementStatus;
  actionSuggested: boolean;
  actionSuggestedLastUpdate: Moment | null;
  /** When the payment links were last sent to any payer. */
  linksSentDate: Moment | null;
};

/**
 * Whether to suggest an action now. Once per sending: after it was marked done, only a new sending suggests it again.
 */
export function isActionDue(referral: Referral, now: Moment): boolean {
  const { status, actionSuggested, actionSuggestedLastUpdate, linksSentDate } = referral;
  if (status !== pendingStatus || actionSuggested || linksSentDate === null) return false;
  const isHandled = actionSuggestedLastUpdate !== null && actionSuggestedLastUpdate >= linksSentDate;
  return !isHandled && wholeDaysSince(linksSentDate, now) >= waitDays;
}

const opening = 8;
const closing = 18;

/** Whether it is between 8:00 and 18:00 in that time zone. */
export function isWorkingHour(timeZone: string, now: Moment): boolean {
  const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  return hour >= opening && hour < closing;
}
