import { type BookPeriodView, reopening } from '@kerb/domain/books/periods.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { usePeriodChanges } from '@kerb/web/features/books/periods.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';

/** Asks why the period is opened again; the log records the reason. */
export function ReopenPeriodDialog({ period, onClose }: DialogProps & { period: BookPeriodView }) {
  useReturnedFocus();
  const { reopen } = usePeriodChanges();
  const form = useContractForm({
    body: reopening,
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      await withProgress('Opening...', () => reopen(period.id, reason));
      toast.success('The period is open again');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Open the period again">
      <ContractForm form={form} label="Open the period again">
        <Text size="sm">Postings can then be dated in it again. The log records who opened it, and why.</Text>
        <Textarea label="Reason" withAsterisk rows={3} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton color="danger">Open again</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
