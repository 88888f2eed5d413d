import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type AgreementStatus, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { noteScheduleRefusal } from '@kerb/web/features/campaigns/schedule-refusal.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';

/** Moves a campaign to another status. Asks first before an end status, with the text of `asked` if it has its own. */
export function useStatusMove({ value: agreement, version }: Versioned<Agreement>) {
  const { setStatus } = useCampaignChanges(agreement.id);
  return async (to: AgreementStatus, asked?: string): Promise<void> => {
    const named = statusLabel(to, agreement.campaignBudgetFundsPurpose);
    const isSure =
      !isCancelledOrDeclined(to) ||
      (await confirm({
        title: asked ?? `Set status to ${named}`,
        text: `Are you sure you want to set the campaign status to ${named}?`,
        confirmLabel: asked ?? `Set to ${named}`,
        cancelLabel: 'Go back',
        danger: true,
      }));
    if (!isSure) return;
    try {
      await withProgress(savingText, () => setStatus(to, version));
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
      noteScheduleRefusal(agreement.id, error);
    }
  };
}
