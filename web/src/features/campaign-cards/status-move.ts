import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { transitions } from '@kerb/domain/agreements/transitions.ts';
import { type AgreementStatus, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { confirm, type Question } from '@kerb/web/design/confirm.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { noteScheduleRefusal } from '@kerb/web/features/campaigns/schedule-refusal.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';

/** Marking as sent only changes the status: it is easily taken for sending. */
const marksAsSent = ({ status }: Agreement, to: AgreementStatus): boolean =>
  status === 'draft' && to === transitions.markAsSent.to;

/** What to ask before a move; null if it is made at once. `asked` is the title of an end status that has its own. */
function questionBefore(agreement: Agreement, to: AgreementStatus, asked?: string): Question | null {
  const { label } = transitions.markAsSent;
  if (marksAsSent(agreement, to)) {
    return {
      title: label,
      text: 'No message will be sent. Payers keep waiting for their link.',
      confirmLabel: label,
      cancelLabel: 'Go back',
    };
  }
  if (!isCancelledOrDeclined(to)) return null;
  const named = statusLabel(to, agreement.campaignBudgetFundsPurpose);
  return {
    title: asked ?? `Set status to ${named}`,
    text: `Are you sure you want to set the campaign status to ${named}? Its Payment URLs stop working.`,
    confirmLabel: asked ?? `Set to ${named}`,
    cancelLabel: 'Go back',
    danger: true,
  };
}

/** Moves a campaign to another status. Asks first before an end status, and before marking it as sent. */
export function useStatusMove({ value: agreement, version }: Versioned<Agreement>) {
  const { setStatus } = useCampaignChanges(agreement.id);
  return async (to: AgreementStatus, asked?: string): Promise<void> => {
    const question = questionBefore(agreement, to, asked);
    if (question && !(await confirm(question))) return;
    try {
      await withProgress(savingText, () => setStatus(to, version));
      toast.success(marksAsSent(agreement, to) ? 'Marked as sent. No message was sent.' : 'Saved');
    } catch (error) {
      toast.error(error);
      noteScheduleRefusal(agreement.id, error);
    }
  };
}
