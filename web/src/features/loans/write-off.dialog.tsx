import { type LoanAccount, type WritingOff, writingOff } from '@kerb/domain/loan-books/loan-account.contract.ts';
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

const title = 'Write off the rest';

type WriteOffDialogProps = DialogProps & { agreementId: number; account: LoanAccount };

/** Writes off a rest of less than a dollar, which closes the loan. */
export function WriteOffDialog({ agreementId, account, onClose }: WriteOffDialogProps) {
  useReturnedFocus();
  const { writeOffRest, refresh } = useLoanChanges(agreementId);
  const request = useIdempotentRequest<WritingOff>();
  const form = useContractForm({
    body: writingOff,
    initialValues: { reason: '' },
    toBody: (typed) => typed,
    submit: async (body) => {
      await withProgress(savingText, () => request(body, writeOffRest));
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">{`${moneyText(account.owed)} is written off, and the loan is then repaid. This cannot be undone.`}</Text>
        <Textarea label="Reason" rows={2} data-autofocus {...form.field('reason')} />
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
