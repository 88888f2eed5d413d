import { type Batch, type BatchItem, bouncing } from '@kerb/domain/batches/batches.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useBatchChanges } from '@kerb/web/features/batches/batches.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';

type BounceDialogProps = DialogProps & { batch: Pick<Batch, 'id'>; item: BatchItem };

/** Records that the bank sent a payment back. The organisation is then owed it again. */
export function BounceDialog({ batch, item, onClose }: BounceDialogProps) {
  useReturnedFocus();
  const { bounce } = useBatchChanges();
  const form = useContractForm({
    body: bouncing,
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ agreement: item.agreement, reason }),
    submit: async (body) => {
      await withProgress(savingText, () => bounce(batch.id, body));
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  const title = `Payment sent back: ${item.flowNumber}`;
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">
          {`Only if the bank sent ${moneyText(item.amount)} back to our account. ${item.tenantName} is then owed this money again, and the next batch pays it. This cannot be undone. `}
          Check the organisation’s bank account before the next batch.
        </Text>
        <Textarea label="Reason" withAsterisk rows={3} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton color="danger">Record as sent back</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
