import { type Cents, centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Returning, returning } from '@kerb/domain/payments/held-money.contract.ts';
import { bankReferenceHint } from '@kerb/domain/payments/money-labels.ts';
import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';

type ReturnMoneyDialogProps = DialogProps & { agreementId: number; heldAmount: Cents };
const title = 'Return held money';

/** Records once that held money was returned to the payer from the platform's bank account. */
export function ReturnMoneyDialog({ agreementId, heldAmount, onClose }: ReturnMoneyDialogProps) {
  useReturnedFocus();
  const { returnHeld, refresh } = usePaymentChanges(agreementId);
  const request = useIdempotentRequest<Returning>();
  const form = useContractForm({
    body: returning,
    initialValues: { amount: groupAmount(decimalFromCents(heldAmount)), description: '' },
    toBody: ({ amount, description }) => ({ amount: centsFromTyped(amount) ?? Number.NaN, description }),
    submit: async (body) => {
      await withProgress(savingText, () => request(body, returnHeld));
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text>
          {`${moneyText(heldAmount)} is held for the payer. Transfer it from the bank account, then record it here. `}
          This cannot be undone.
        </Text>
        <AmountInput label="Amount" data-autofocus {...form.field('amount')} />
        <Textarea label="How it was returned" description={bankReferenceHint} rows={2} {...form.field('description')} />
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
