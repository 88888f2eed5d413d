import { paletteOpen } from '@kerb/web/app/shortcuts.ts';
import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { type OpenDialog, openDialog, useDialogs } from '@kerb/web/platform/dialogs.ts';
import { proofAsked } from '@kerb/web/platform/proof.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';

const ConfirmDialog = lazyComponent(async () => (await import('@kerb/web/design/confirm.dialog.tsx')).ConfirmDialog);
const CommandPalette = lazyComponent(async () => (await import('@kerb/web/app/command-palette.tsx')).CommandPalette);
const ProofDialog = lazyComponent(
  async () => (await import('@kerb/web/features/session/proof.dialog.tsx')).ProofDialog,
);
const SupportDialog = lazyComponent(
  async () => (await import('@kerb/web/features/support/support.dialog.tsx')).SupportDialog,
);
const ViewAsDialog = lazyComponent(
  async () => (await import('@kerb/web/features/session/view-as.dialog.tsx')).ViewAsDialog,
);
const CreateReferralDialog = lazyComponent(
  async () => (await import('@kerb/web/features/create-campaign/create-referral.dialog.tsx')).CreateReferralDialog,
);
const FeeCalculatorDialog = lazyComponent(
  async () => (await import('@kerb/web/features/fee-calculator/fee-calculator.dialog.tsx')).FeeCalculatorDialog,
);

const ManualPaymentDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payments/manual-payment.dialog.tsx')).ManualPaymentDialog,
);
const RequestPaymentDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payments/request-payment.dialog.tsx')).RequestPaymentDialog,
);
const ChangeAfterPaymentDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payments/change-after-payment.dialog.tsx')).ChangeAfterPaymentDialog,
);

function drawn(dialog: OpenDialog, onClose: () => void) {
  switch (dialog.name) {
    case 'create-referral':
      return <CreateReferralDialog {...dialog} onClose={onClose} />;
    case 'support':
      return <SupportDialog onClose={onClose} />;
    case 'fee-calculator':
      return <FeeCalculatorDialog loan={dialog.loan} onClose={onClose} />;
    case 'view-as':
      return <ViewAsDialog onClose={onClose} />;
    case 'manual-payment':
      return <ManualPaymentDialog agreementId={dialog.agreementId} onClose={onClose} />;
    case 'request-payment':
      return <RequestPaymentDialog agreementId={dialog.agreementId} onClose={onClose} />;
    case 'change-after-payment':
      return <ChangeAfterPaymentDialog agreementId={dialog.agreementId} onClose={onClose} />;
  }
}

/** Renders the open dialog. Each dialog loads when it is first needed. */
export function DialogHost() {
  const dialog = useStore(openDialog);
  const question = useStore(currentQuestion);
  const isPaletteOpen = useStore(paletteOpen);
  const proof = useStore(proofAsked);
  const { close } = useDialogs();
  const asked = useRef(false);
  asked.current ||= question !== null;
  return (
    <CatchBoundary getResetKey={() => `${dialog?.name} ${isPaletteOpen}`} errorComponent={FailedDialog}>
      <Suspense>
        {dialog && <ReturningFocus key={dialog.name}>{drawn(dialog, close)}</ReturningFocus>}
        {isPaletteOpen && <CommandPalette onClose={() => paletteOpen.set(false)} />}
        {asked.current && <ConfirmDialog />}
        {proof && (
          <ReturningFocus>
            <ProofDialog onAnswer={proof.answer} />
          </ReturningFocus>
        )}
      </Suspense>
    </CatchBoundary>
  );
}

/** A dialog here is mounted only while it is open, so this component gives the focus back when it closes. */
function ReturningFocus({ children }: { children: ReactNode }) {
  useReturnedFocus();
  return children;
}

/** A dialog that fails must not remove the screen and what is typed on it. */
function FailedDialog({ error }: ErrorComponentProps) {
  const { close } = useDialogs();
  useEffect(() => {
    toast.error(error);
    close();
    paletteOpen.set(false);
    currentQuestion.get()?.answer(false);
    proofAsked.get()?.answer(false);
  }, [error, close]);
  return null;
}
