import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { loanReminders } from '@kerb/domain/loans/reminders.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

type Flagged = {
  status: AgreementStatus;
  actionSuggested: boolean | null;
  actionSuggestedLastUpdate: Moment | null;
  tenantTimeZone: string;
};

const owing: readonly AgreementStatus[] = loanReminders['payment-due'].during;

/**
 * Whether to suggest an action because a loan is overdue: from the day after its due day. Once for each due day: after
 * it was marked done, only a later due day suggests it again.
 */
export function isOverdueActionDue(loan: Flagged, due: Day | null, today: Day): boolean {
  if (loan.actionSuggested || !owing.includes(loan.status) || due === null || today <= due) return false;
  const { actionSuggestedLastUpdate: last, tenantTimeZone } = loan;
  return last === null || dayIn(tenantTimeZone, last) <= due;
}
