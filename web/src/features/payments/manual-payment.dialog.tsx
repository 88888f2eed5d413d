import type { Cents } from '@kerb/domain/kernel/money.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import {
  type NewPayment,
  newPayment,
  type PaymentDetails,
  type PaymentMethod,
  paymentMethodLabels,
} from '@kerb/domain/payments/payments.contract.ts';
import { AmountInput, blankOrCents } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { processingText } from '@kerb/web/features/payments/payment-words.ts';
import { paymentQueries, usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type ManualPaymentDialogProps = DialogProps & { agreementId: number };
const title = 'Manually Mark as Paid';

/** Records a payment without a card, for an admin. */
export function ManualPaymentDialog({ agreementId, onClose }: ManualPaymentDialogProps) {
  const { data: details, error, refetch } = useQuery(paymentQueries.details(agreementId));
  if (details?.mayMarkAsPaid) {
    return <ManualPayment agreementId={agreementId} details={details} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      {error && !details ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {details && <Text>{details.refusal ?? 'This campaign cannot be marked as paid now.'}</Text>}
      {!details && !error && <LinesSkeleton />}
    </Modal>
  );
}

type Typed = {
  serviceFee: string;
  surcharge: string;
  date: string;
  method: PaymentMethod;
  description: string;
  receiptEmail: string;
};

/** The amount to record: what is due, with the typed fee instead of the campaign's own. Null if it is not an amount. */
function amountOf(details: PaymentDetails, typedFee: string): Cents | null {
  const fee = blankOrCents(typedFee) ?? details.serviceFee;
  return Number.isNaN(fee) ? null : Math.max(0, details.dueAmount + fee - details.serviceFee);
}

const bodyOf = (details: PaymentDetails, typed: Typed) => ({
  financeOptionCode: details.financeOptionCode ?? ('pn' as const),
  method: typed.method,
  // Without an amount the fee is refused, and nothing is sent.
  amount: amountOf(details, typed.serviceFee) ?? 0,
  serviceFee: blankOrCents(typed.serviceFee),
  surcharge: blankOrCents(typed.surcharge),
  date: typed.date || null,
  description: typed.description.trim() || null,
  receiptEmail: typed.receiptEmail.trim() || null,
});

function useManualForm(agreementId: number, details: PaymentDetails, onClose: () => void) {
  const { pay, refresh } = usePaymentChanges(agreementId);
  const request = useIdempotentRequest<NewPayment>();
  const initialValues: Typed = {
    serviceFee: '',
    surcharge: '',
    date: details.today,
    method: 'direct-deposit',
    description: '',
    receiptEmail: details.receiptEmail ?? '',
  };
  return useContractForm({
    body: newPayment,
    initialValues,
    toBody: (typed) => bodyOf(details, typed),
    submit: async (body) => {
      await withProgress(processingText, () => request(body, pay));
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
}

const methodOptions = (['direct-deposit', 'manual'] as const).map((value) => ({
  value,
  label: paymentMethodLabels[value],
}));

function ManualPayment({ agreementId, details, onClose }: ManualPaymentDialogProps & { details: PaymentDetails }) {
  const form = useManualForm(agreementId, details, onClose);
  const close = form.guardClose(onClose);
  const amount = amountOf(details, form.form.values.serviceFee);
  return (
    <Modal opened onClose={close} title={title} size="lg">
      <ContractForm form={form} label={title}>
        <AmountInput
          label={chargeLabels.serviceFee}
          description={`Leave it blank for ${moneyText(details.serviceFee)}.`}
          data-autofocus
          {...form.field('serviceFee')}
        />
        <AmountInput label="Surcharge" description="Leave it blank where none was paid." {...form.field('surcharge')} />
        <TextInput
          label="Amount"
          readOnly
          value={amount === null ? '' : moneyText(amount)}
          error={form.form.errors.amount}
        />
        <DateField label="Date" {...form.field('date')} />
        <NativeSelect label="Method" data={methodOptions} {...form.field('method')} />
        <Textarea label="Description" rows={2} {...form.field('description')} />
        <TextInput type="email" label="Receipt email" {...form.field('receiptEmail')} />
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
