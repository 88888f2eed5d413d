import { type LoanAccount, type WritingOff, writingOff } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { acts } from '@kerb/domain/second-person/acts.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';

export type WriteOffStep = 'writeOffRest' | 'askWriteOff' | 'reverseWriteOff';

type Words = { title: string; text: (account: LoanAccount) => string; label: string; done: string };

/** A small rest, a rest that a second admin confirms, and taking a write-off back. */
const words: Record<WriteOffStep, Words> = {
  writeOffRest: {
    title: 'Write off the rest',
    text: ({ owed }) => `${moneyText(owed)} is written off, and the loan is then repaid. This cannot be undone.`,
    label: 'Reason',
    done: 'Done',
  },
  askWriteOff: {
    title: 'Ask to write off',
    text: ({ owed }) =>
      `${moneyText(owed)} is owed today. Another admin has to confirm that it is written off, with the interest until then. The loan is then closed. Money that comes later is recorded as a repayment, and makes the loss smaller.`,
    label: acts['write-off'].reason.label,
    done: 'Asked. Another admin has to confirm it.',
  },
  reverseWriteOff: {
    title: 'Reverse the write-off',
    text: () =>
      'The loan is owed again from the day on which it was written off, with the interest of the days since. Money that came since repays it.',
    label: 'Reason',
    done: 'Done',
  },
};

type WriteOffDialogProps = DialogProps & { agreementId: number; account: LoanAccount; step: WriteOffStep };

/** Asks for the reason of writing a loan off, or of taking that back. */
export function WriteOffDialog({ agreementId, account, step, onClose }: WriteOffDialogProps) {
  useReturnedFocus();
  const { title, text, label, done } = words[step];
  const { refresh, ...changes } = useLoanChanges(agreementId);
  const request = useIdempotentRequest<WritingOff>();
  const form = useContractForm({
    body: writingOff,
    initialValues: { reason: '' },
    toBody: (typed) => typed,
    submit: async (body) => {
      await withProgress(savingText, () => request(body, changes[step]));
      await refresh();
      toast.success(done);
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">{text(account)}</Text>
        <Textarea label={label} rows={2} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>{title}</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
