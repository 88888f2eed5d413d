import { emptySlot } from '@kerb/domain/agreements/create-form.ts';
import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { payerBody } from '@kerb/web/features/payers/payer-body.ts';
import { PayerFields } from '@kerb/web/features/payers/payer-fields.tsx';
import { usePayerChanges } from '@kerb/web/features/payers/payers.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text } from '@mantine/core';

type AddPayerDialogProps = DialogProps & { agreementId: number; hint: string | null };

export function AddPayerDialog({ agreementId, hint, onClose }: AddPayerDialogProps) {
  useReturnedFocus();
  const { addPayer } = usePayerChanges(agreementId);
  const form = useContractForm({
    body: newPayer,
    initialValues: emptySlot,
    toBody: payerBody,
    submit: async (body) => {
      await withProgress('Adding payer...', () => addPayer(body));
      toast.success('payer Added');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Add payer" size="lg">
      <ContractForm form={form} label="Add payer">
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        <PayerFields form={form} autoFocus />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Add payer</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
