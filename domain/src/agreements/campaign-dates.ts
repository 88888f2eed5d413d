import type { Badge } from '@kerb/domain/agreements/badges.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { type Day, dayIn, daysBetween, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type AgreementStatus, isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';

export type Dated = {
  propertyWithdrawnFromSaleDate: Day | null;
  propertySettlementDate: Day | null;
  auctionDate: Day | null;
  campaignPlannedStartDate: Day | null;
  lastUpdateDate: Moment;
};

/** A card shows the first of these dates that the campaign has. */
const dateLines = [
  'propertyWithdrawnFromSaleDate',
  'propertySettlementDate',
  'auctionDate',
  'campaignPlannedStartDate',
  'lastUpdateDate',
] as const satisfies (keyof Dated)[];

export function dateLine(campaign: Dated): { label: string; value: Day | Moment } {
  const shown = dateLines.find((name) => campaign[name]) ?? 'lastUpdateDate';
  return { label: labelOfField(shown), value: campaign[shown] ?? campaign.lastUpdateDate };
}

const settling: readonly AgreementStatus[] = ['signed', 'executed', 'waiting-settlement', 'withdrawn'];
export const isSettling = (status: AgreementStatus): boolean => settling.includes(status);
const isSoon = (days: number): boolean => days <= 7;
const inDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

function untilSettlement(settlement: Day, today: Day): Badge {
  const days = daysBetween(today, settlement);
  if (days < 0) return { text: `${inDays(-days)} past settlement`, tone: 'danger' };
  if (days === 0) return { text: 'Settlement today', tone: 'attention' };
  return { text: `${inDays(days)} to settlement`, tone: isSoon(days) ? 'attention' : 'neutral' };
}

/** Payment is due this many days after settlement or withdrawal. */
export const daysToPay = 7;

function sinceWithdrawal(withdrawn: Day, today: Day): Badge {
  const days = Math.max(0, daysBetween(withdrawn, today));
  return {
    text: days === 0 ? 'Withdrawn today' : `${inDays(days)} since withdrawal`,
    tone: days > daysToPay ? 'danger' : 'attention',
  };
}

function sinceSubmission(submitted: Day, today: Day): Badge {
  const days = Math.max(0, daysBetween(submitted, today));
  return { text: days === 0 ? 'Submitted today' : `${inDays(days)} since submission`, tone: 'neutral' };
}

export type CountedDown = {
  status: AgreementStatus;
  propertySettlementDate: Day | null;
  propertyWithdrawnFromSaleDate?: Day | null;
  applicationSubmitDate: Moment | null;
};

/**
 * Days until the settlement, since the withdrawal from sale, or before either is known since the submission, counted in
 * the given time zone. Null if none applies.
 */
export function settlementCountdown(campaign: CountedDown, today: Day, timeZone: string): Badge | null {
  const { status, propertySettlementDate, propertyWithdrawnFromSaleDate: withdrawn, applicationSubmitDate } = campaign;
  if (status === 'withdrawn' && withdrawn) return sinceWithdrawal(withdrawn, today);
  if (isSettling(status)) {
    return propertySettlementDate ? untilSettlement(propertySettlementDate, today) : null;
  }
  if (isFinal(status) || !applicationSubmitDate) return null;
  return sinceSubmission(dayIn(timeZone, applicationSubmitDate), today);
}
