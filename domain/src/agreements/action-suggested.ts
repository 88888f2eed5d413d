import { addMinutes, type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

/** Who is asked to act: an agency's agents, and the stylists of any other organisation. */
export const actionSuggestedLabel = (organisation: OrganisationType): string =>
  organisation === 'agency' ? 'Agent Action Suggested' : 'Stylist Action Suggested';

/** A referral is pending from when its payment links are sent until the payer first answers. */
export const pendingStatus = 'waiting-invite' satisfies AgreementStatus;

const waitDays = 7;

/** Links that were sent at or before this moment have been out for long enough. */
export const longEnoughAgo = (now: Moment): Moment => addMinutes(now, -waitDays * 24 * 60);

export type Referral = {
  status: AgreementStatus;
  actionSuggested: boolean;
  actionSuggestedLastUpdate: Moment | null;
  /** When its payment links were last sent, to whichever payer. */
  linksSentDate: Moment | null;
};

/**
 * Whether an action is to be suggested now. Once per sending: whoever has marked it done is not told again until the
 * links have been sent anew.
 */
export function isActionDue(referral: Referral, now: Moment): boolean {
  const { status, actionSuggested, actionSuggestedLastUpdate, linksSentDate } = referral;
  if (status !== pendingStatus || actionSuggested || linksSentDate === null) return false;
  const isHandled = actionSuggestedLastUpdate !== null && actionSuggestedLastUpdate >= linksSentDate;
  return !isHandled && wholeDaysSince(linksSentDate, now) >= waitDays;
}

const opening = 8;
const closing = 18;

/** Whether people are at work in that time zone: from 8 in the morning until 6 in the evening. */
export function isWorkingHour(timeZone: string, now: Moment): boolean {
  const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  return hour >= opening && hour < closing;
}
