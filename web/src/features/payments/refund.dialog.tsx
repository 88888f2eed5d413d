import { type Cents, centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { refundFeeLabel } from '@kerb/domain/payments/money-labels.ts';
import { refundAdministrationFee } from '@kerb/domain/payments/payment-terms.ts';
import { type ListedPayment, type Refunding, refunding } from '@kerb/domain/payments/payments.contract.ts';
import { decideRefundAmount, paidBack, refundAmounts } from '@kerb/domain/payments/refunds.ts';
import { AmountInput } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { paidWith } from '@kerb/web/features/payments/payment-words.ts';
import classes from '@kerb/web/features/payments/payments.module.css';
import { usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Checkbox, Group, Modal, Text, Textarea } from '@mantine/core';
import { useEffect } from 'react';

type RefundDialogProps = DialogProps & { agreementId: number; payment: ListedPayment };

const termsText =
  'By the terms there is no refund once the campaign has started or the listing is published, or for a change of mind.';

function useRefundForm({ agreementId, payment, onClose }: RefundDialogProps) {
  const { refund, refresh } = usePaymentChanges(agreementId);
  const request = useIdempotentRequest<Refunding>();
  const form = useContractForm({
    body: refunding,
    initialValues: { amount: '', keepsFee: true, reason: '' },
    toBody: ({ amount, keepsFee, reason }) => ({ amount: centsFromTyped(amount) ?? Number.NaN, keepsFee, reason }),
    submit: async (body) => {
      await withProgress(savingText, () => request(body, (sent, key) => refund(payment.id, sent, key)));
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
  const { alsoCheck } = form;
  const { keepsFee } = form.form.values;
  useEffect(
    () =>
      alsoCheck('amount', (typed) => {
        const amounts = refundAmounts(centsFromTyped(String(typed)) ?? 0, keepsFee);
        const verdict = decideRefundAmount(amounts, payment.refundableAmount, countryRules());
        return verdict.ok ? null : verdict.because;
      }),
    [alsoCheck, keepsFee, payment.refundableAmount],
  );
  return form;
}

/** What is kept and what the payer gets, once the amount is right. */
function Outcome({ typed, keepsFee, most, to }: { typed: string; keepsFee: boolean; most: Cents; to: string }) {
  const amounts = refundAmounts(centsFromTyped(typed) ?? 0, keepsFee);
  const isRight = decideRefundAmount(amounts, most, countryRules()).ok;
  const rows: [string, Cents][] = [
    ['Refund', amounts.amount],
    [refundFeeLabel, amounts.fee],
    [to, paidBack(amounts)],
  ];
  return (
    <div aria-live="polite">
      {isRight && (
        <dl className={classes.sum}>
          {rows.map(([label, cents]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money cents={cents} isExact />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Refunds a part of a payment once, less the fee if the admin keeps it. */
export function RefundDialog(props: RefundDialogProps) {
  useReturnedFocus();
  const { payment, onClose } = props;
  const form = useRefundForm(props);
  const close = form.guardClose(onClose);
  const title = `Refund a part of payment ${payment.paymentNumber}`;
  const isCard = payment.paymentMethod === 'card';
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text size="sm">
          {isCard
            ? 'The card gateway refunds the card.'
            : 'Transfer the money from the bank account, then record it here.'}
          {' What the campaign still asks for is due again. This cannot be undone.'}
        </Text>
        <Text size="sm">{termsText}</Text>
        <AmountInput
          label="Amount"
          description={`At most ${moneyText(payment.refundableAmount)}`}
          data-autofocus
          {...form.field('amount')}
        />
        <Checkbox
          label={`Keep the refund administration fee of ${moneyText(refundAdministrationFee)}`}
          {...form.form.getInputProps('keepsFee', { type: 'checkbox' })}
        />
        <Outcome
          typed={form.form.values.amount}
          keepsFee={form.form.values.keepsFee}
          most={payment.refundableAmount}
          to={isCard ? `To ${paidWith(payment)}` : 'To the payer'}
        />
        <Textarea
          label="Reason"
          description="The agency and the payer can read it."
          rows={2}
          {...form.field('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Refund</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
