import { requiredText } from '@kerb/domain/wire/codecs.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import * as z from 'zod/mini';

const voiding = z.strictObject({ reason: requiredText(500) });

type VoidDialogProps = DialogProps & { title: string; text: string; submit: (reason: string) => Promise<unknown> };

/** Asks before a payment or an invoice is voided, and for the reason, which is stored with it. */
export function VoidDialog({ title, text, submit, onClose }: VoidDialogProps) {
  useReturnedFocus();
  const form = useContractForm({
    body: voiding,
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      await withProgress(savingText, () => submit(reason));
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text>{text}</Text>
        <Textarea label="Reason" rows={2} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton color="danger">Void</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
