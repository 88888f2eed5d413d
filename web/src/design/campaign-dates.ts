import type { AgreementStatus, Tone } from '@kerb/domain/agreements/agreement-status.ts';
import type { AgreementRow } from '@kerb/domain/agreements/agreements.contract.ts';
import { type Day, daysBetween, type Moment } from '@kerb/domain/kernel/dates.ts';

type Dated = Pick<AgreementRow, 'propertySettlementDate' | 'campaignPlannedStartDate' | 'lastUpdateDate'>;

/** The one date that a card shows: the first of these that the campaign has. */
export function dateLine(row: Dated): { label: string; value: Day | Moment } {
  if (row.propertySettlementDate) return { label: 'Settlement', value: row.propertySettlementDate };
  if (row.campaignPlannedStartDate) return { label: 'Funding Request Date', value: row.campaignPlannedStartDate };
  return { label: 'Last updated', value: row.lastUpdateDate };
}

const countedDown: readonly AgreementStatus[] = ['signed', 'executed', 'waiting-settlement', 'withdrawn'];

type Settling = Pick<AgreementRow, 'status' | 'propertySettlementDate'>;

/** How far off the settlement is, while it still matters; null where there is nothing to count. */
export function settlementCountdown(row: Settling, today: Day): { text: string; tone: Tone } | null {
  if (!row.propertySettlementDate || !countedDown.includes(row.status)) return null;
  const days = daysBetween(today, row.propertySettlementDate);
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  if (days < 0) return { text: `${count} past settlement`, tone: 'danger' };
  if (days === 0) return { text: 'Settlement today', tone: 'attention' };
  return { text: `${count} to settlement`, tone: days <= 7 ? 'attention' : 'neutral' };
}
