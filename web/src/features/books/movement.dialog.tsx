import { type BankAccountsView, type NewMovement, newMovement } from '@kerb/domain/books/movements.contract.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { directionLabels } from '@kerb/domain/payments/movements.ts';
import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useMovements } from '@kerb/web/features/books/movements.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';

type MovementDialogProps = DialogProps & { today: Day; toMove: NonNullable<BankAccountsView['toMove']> };
const title = 'Record a movement';

/** Records once that an admin has moved money at the bank. The direction is that of what is to be moved. */
export function MovementDialog({ today, toMove, onClose }: MovementDialogProps) {
  useReturnedFocus();
  const { recordMovement } = useMovements();
  const request = useIdempotentRequest<NewMovement>();
  const { direction } = toMove;
  const form = useContractForm({
    body: newMovement,
    initialValues: { amount: groupAmount(decimalFromCents(toMove.amount)), day: today, reference: '' },
    toBody: ({ amount, day, reference }) => ({
      direction,
      amount: centsFromTyped(amount) ?? Number.NaN,
      ...{ day, reference },
    }),
    submit: async (body) => {
      await withProgress(savingText, () => request(body, recordMovement));
      toast.success('The movement is recorded');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">
          {`${directionLabels[direction]}: ${moneyText(toMove.amount)} is to be moved. Move it at the bank, then record `}
          it here.
        </Text>
        <AmountInput label="Amount" data-autofocus {...form.field('amount')} />
        <DateField label="Day" withAsterisk {...form.field('day')} />
        <TextInput label="Reference" withAsterisk maxLength={200} {...form.field('reference')} />
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
