import { type Cents, centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Returning, returning } from '@kerb/domain/payments/held-money.contract.ts';
import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { type Attempt, attemptFor, settle } from '@kerb/web/features/payments/attempt.ts';
import { usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import { networkProblem } from '@kerb/web/platform/api-problem.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';

type ReturnMoneyDialogProps = DialogProps & { agreementId: number; heldAmount: Cents };
const title = 'Return held money';

/** Held money that has gone back to the payer from our bank account, recorded once. */
export function ReturnMoneyDialog({ agreementId, heldAmount, onClose }: ReturnMoneyDialogProps) {
  useReturnedFocus();
  const { returnHeld, refresh } = usePaymentChanges(agreementId);
  const last = useRef<Attempt<Returning> | null>(null);
  const form = useContractForm({
    body: returning,
    initialValues: { amount: groupAmount(decimalFromCents(heldAmount)), description: '' },
    toBody: ({ amount, description }) => ({ amount: centsFromTyped(amount) ?? Number.NaN, description }),
    submit: async (body) => {
      const attempt = attemptFor(body, last.current);
      last.current = attempt;
      const answer = await withProgress('Saving changes...', () => settle(() => returnHeld(attempt.body, attempt.key)));
      if (answer === null) throw networkProblem();
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
        <Textarea
          label="How it was returned"
          description="The bank’s reference, or the account that it went to."
          rows={2}
          {...form.field('description')}
        />
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
