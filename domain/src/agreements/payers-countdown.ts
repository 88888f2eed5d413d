import type { Badge } from '@kerb/domain/agreements/badges.ts';
import { type CountedDown, isSettling } from '@kerb/domain/agreements/campaign-dates.ts';
import { type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';

/** What payers read on their list. How long an application has waited, or a settlement is late, is for the team. */
export function payersCountdown({ status, propertySettlementDate }: CountedDown, today: Day): Badge | null {
  if (!isSettling(status) || !propertySettlementDate) return null;
  const days = daysBetween(today, propertySettlementDate);
  if (days < 0) return null;
  if (days === 0) return { text: 'Settles today', tone: 'neutral' };
  return { text: `Settles in ${days} ${days === 1 ? 'day' : 'days'}`, tone: 'neutral' };
}
