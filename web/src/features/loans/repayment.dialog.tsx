import { centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type LoanAccount, type NewRepayment, newRepayment } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { paymentMethodLabels } from '@kerb/domain/payments/payments.contract.ts';
import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, NativeSelect, Text, Textarea } from '@mantine/core';

const title = 'Record repayment';
const methods = ['direct-deposit', 'manual'] as const;

type RepaymentDialogProps = DialogProps & { agreementId: number; account: LoanAccount };

/** Records once that money for a loan has arrived, whatever its amount. */
export function RepaymentDialog({ agreementId, account, onClose }: RepaymentDialogProps) {
  useReturnedFocus();
  const { repay, refresh } = useLoanChanges(agreementId);
  const request = useIdempotentRequest<NewRepayment>();
  const form = useContractForm({
    body: newRepayment,
    initialValues: {
      amount: groupAmount(decimalFromCents(account.owed)),
      date: account.today,
      method: 'direct-deposit' as (typeof methods)[number],
      description: '',
    },
    toBody: ({ amount, description, ...typed }) => ({
      ...typed,
      amount: centsFromTyped(amount) ?? Number.NaN,
      description: description.trim() || null,
    }),
    submit: async (body) => {
      await withProgress(savingText, () => request(body, repay));
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">
          The money repays fees, then interest, then the amount financed, as of its day. What is too much is held for
          the payer.
        </Text>
        <AmountInput label="Amount" data-autofocus {...form.field('amount')} />
        <DateField label="Day of the payment" max={account.today} {...form.field('date')} />
        <NativeSelect
          label="Paid by"
          data={methods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
          {...form.field('method')}
        />
        <Textarea label="Reference or note" rows={2} {...form.field('description')} />
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
