import { ignoring } from '@kerb/domain/statements/statements.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Textarea } from '@mantine/core';

/** Asks why a line is ignored; the log records the reason. */
export function IgnoreLineDialog({ lineId, onClose }: DialogProps & { lineId: number }) {
  useReturnedFocus();
  const { ignore } = useStatementChanges();
  const form = useContractForm({
    body: ignoring,
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      await withProgress(savingText, () => ignore(lineId, reason));
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Ignore line">
      <ContractForm form={form} label="Ignore line">
        <Textarea label="Reason" withAsterisk rows={3} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Ignore</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
