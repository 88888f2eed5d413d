import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { approvalConfirmation } from '@kerb/domain/loans/approval.ts';
import {
  approvesAlone,
  approvesAloneForMade,
  approvesForMade,
  approvesOwnContacts,
} from '@kerb/domain/payers/contact-setters.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { noteScheduleRefusal } from '@kerb/web/features/campaigns/schedule-refusal.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';

/** What the server will say about this admin and the contacts of the payers: that they are refused, or alone. */
export function approverWords(payers: readonly Payer[]): { refused?: string; alone?: string } {
  const isAlone = payers.some((payer) => payer.isAlone);
  if (payers.some(({ contactsEnteredByYou }) => contactsEnteredByYou)) {
    return isAlone ? { alone: approvesAlone } : { refused: approvesOwnContacts };
  }
  if (!payers.some(({ contactsEnteredByMade }) => contactsEnteredByMade)) return {};
  return isAlone ? { alone: approvesAloneForMade } : { refused: approvesForMade };
}

/** Changes the status and messages the payers in one step, after the approver has confirmed the checks. */
export function useApprove({ value: { id }, version }: Versioned<Agreement>) {
  const { setStatus } = useCampaignChanges(id);
  return async () => {
    const isSure = await confirm({
      title: 'Approve this application?',
      text: approvalConfirmation,
      confirmLabel: 'Approve',
    });
    if (!isSure) return;
    try {
      await withProgress(savingText, () => setStatus('approved', version));
      toast.success('Done');
    } catch (error) {
      toast.error(error);
      noteScheduleRefusal(id, error);
    }
  };
}
