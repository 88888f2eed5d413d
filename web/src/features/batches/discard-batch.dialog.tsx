import { discardNeedsSecond } from '@kerb/domain/batches/batch-moves.ts';
import { type Batch, discarding } from '@kerb/domain/batches/batches.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useBatchChanges } from '@kerb/web/features/batches/batches.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';

/** Asks why the batch is discarded; the campaigns' logs record the reason. */
export function DiscardBatchDialog({ batch, onClose }: DialogProps & { batch: Batch }) {
  useReturnedFocus();
  const { discard } = useBatchChanges();
  const batchId = batch.id;
  const isAsked = discardNeedsSecond(batch);
  const label = isAsked ? 'Ask to discard' : 'Discard batch';
  const form = useContractForm({
    body: discarding,
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      await withProgress('Discarding batch...', () => discard(batchId, reason));
      toast.success(isAsked ? 'Asked. Another admin has to confirm it.' : 'Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={`Discard batch ${batchId}`}>
      <ContractForm form={form} label="Discard batch">
        <Text size="sm">
          {isAsked
            ? 'Its bank file was downloaded. Another admin has to confirm that the bank has not taken it. Until then nothing changes.'
            : 'What it would have paid is owed again. If its file has been given to a bank, do not discard it.'}
        </Text>
        <Textarea label="Reason" withAsterisk rows={3} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton color="danger">{label}</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
