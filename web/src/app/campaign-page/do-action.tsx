import type { Standing } from '@kerb/domain/access/actor.ts';
import type { ActionName } from '@kerb/domain/actions/primary-action.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { transitions } from '@kerb/domain/agreements/transitions.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { sectionId } from '@kerb/web/app/campaign-page/sections.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { useStatusMove } from '@kerb/web/features/campaign-cards/status-move.ts';
import { goTo } from '@kerb/web/features/campaigns/fix-field.ts';
import { useMarkDone } from '@kerb/web/features/campaigns/mark-done.ts';
import { useApprove } from '@kerb/web/features/loans/approve.ts';
import { SendFailureAlert } from '@kerb/web/features/payers/send-failure.tsx';
import { useSending } from '@kerb/web/features/payers/sending.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';

const SendMessagesDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payers/send-messages.dialog.tsx')).SendMessagesDialog,
);
const RecordTransferDialog = lazyComponent(
  async () => (await import('@kerb/web/features/batches/record-transfer.dialog.tsx')).RecordTransferDialog,
);
const SettlementOfCampaign = lazyComponent(
  async () => (await import('@kerb/web/features/loans/settlement-of-campaign.tsx')).SettlementOfCampaign,
);

type CardAction = 'chooseOption' | 'repay' | 'returnMoney';

/** The control that begins an action in its card: the first one that the card shows. */
const begunBy: Record<CardAction, readonly string[]> = {
  chooseOption: [`#${sectionId('paymentOptions')} :is(button, input)`],
  // A loan that is not drawn has no account, and only dates.
  repay: ['[data-does="recordRepayment"]', '[data-does="repay"]'],
  returnMoney: ['[data-does="returnMoney"]'],
};
const goToCard = (name: CardAction) =>
  goTo(begunBy[name].map((each) => document.querySelector<HTMLElement>(each)).find(Boolean) ?? null);

type Opened = 'batches' | 'recordTransfer' | 'settle' | null;

/** Carries out the action of a campaign's page. Returns its dialogs, to be rendered beside the button. */
export function useDoing(record: Versioned<Agreement>, standing: Standing, payers: readonly Payer[]) {
  const agreement = record.value;
  const sending = useSending(agreement.id, payers);
  const approve = useApprove(record);
  const move = useStatusMove(record);
  const markDone = useMarkDone();
  const { openManualPayment } = useDialogs();
  const [opened, open] = useState<Opened>(null);
  const toBatches = () => open('batches');
  // biome-ignore format: a table
  const doing: Record<ActionName, () => void> = {
    send:           () => void sending.askAll(),
    remind:         () => void sending.askNudges(),
    followUp:       () => void markDone(agreement),
    closeRequest:   () => void move(transitions.closeRequest.to),
    chooseOption:   () => goToCard('chooseOption'),
    approve:        () => void approve(),
    recordPayment:  () => openManualPayment(agreement.id),
    addToBatch:     toBatches,
    recordTransfer: () => open('recordTransfer'),
    openBatch:      toBatches,
    settle:         () => open('settle'),
    repay:          () => goToCard('repay'),
    returnMoney:    () => goToCard('returnMoney'),
  };
  const close = () => open(null);
  const dialogs: ReactNode = (
    <>
      {sending.failure && <SendFailureAlert failure={sending.failure} onClose={sending.dismiss} />}
      {opened === 'batches' && <Navigate to="/batch-payments" />}
      <Suspense>
        {sending.asked && (
          <SendMessagesDialog
            agreementId={agreement.id}
            asked={sending.asked}
            onSend={(note) => void sending.send(note)}
            onClose={sending.cancel}
          />
        )}
        {opened === 'recordTransfer' && <RecordTransferDialog agreement={agreement} onClose={close} />}
        {opened === 'settle' && <SettlementOfCampaign record={record} standing={standing} onClose={close} />}
      </Suspense>
    </>
  );
  return { run: (name: ActionName) => doing[name](), dialogs };
}
