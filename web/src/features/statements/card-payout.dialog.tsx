import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { gatewayPayout } from '@kerb/domain/statements/statements.contract.ts';
import { AmountInput, amountText } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import type { LineProps } from '@kerb/web/features/statements/line-change.ts';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text } from '@mantine/core';

const title = 'Card gateway';

/** Records a line as a payout or a debit of the card gateway, with the fee that the gateway took. */
export function CardPayoutDialog({ line, onClose }: DialogProps & LineProps) {
  useReturnedFocus();
  const { payout } = useStatementChanges();
  const amount = moneyText(Math.abs(line.amount));
  const form = useContractForm({
    body: gatewayPayout,
    // Money that the gateway takes by itself is usually its fee.
    initialValues: { fee: amountText(line.isGoingOut ? -line.amount : 0) },
    toBody: ({ fee }) => ({ fee: fee.trim() === '' ? 0 : (centsFromTyped(fee) ?? Number.NaN) }),
    submit: async ({ fee }) => {
      await withProgress(savingText, () => payout(line.id, fee));
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">
          {line.isGoingOut
            ? `The card gateway took ${amount} from our bank account. What is not its fee is for refunds.`
            : `The card gateway paid out ${amount}. Enter the fee that it kept before, from its own report.`}
        </Text>
        <AmountInput label="Fee of the card gateway" data-autofocus {...form.field('fee')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Record</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
