import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { changeStep } from '@kerb/domain/agreements/money-lock.ts';
import {
  type ChangeRequest,
  changeRequest,
  type MoneyPlan,
} from '@kerb/domain/payments/change-after-payment.contract.ts';
import { AmountInput, amountText, blankOrCents } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useMoneyChange } from '@kerb/web/features/payments/change-after-payment.queries.ts';
import { changeLabel, consequences } from '@kerb/web/features/payments/change-words.ts';
import classes from '@kerb/web/features/payments/payments.module.css';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, List, Modal, Radio, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useId, useState } from 'react';

type Change = ChangeRequest['change'];
type Typed = { reason: string; held: 'held' | 'returned'; returned: { amount: string; description: string } };
type ChangePlanProps = DialogProps & { agreement: Agreement; change: Change; plan: MoneyPlan; onBack: () => void };

const bodyOf = (change: Change, { after }: MoneyPlan, typed: Typed): ChangeRequest => ({
  change,
  reason: typed.reason,
  expected: { kept: after.kept ?? 0, billed: after.due, held: after.held },
  ...(typed.held === 'returned' &&
    after.held > 0 && {
      returned: {
        amount: blankOrCents(typed.returned.amount) ?? Number.NaN,
        description: typed.returned.description,
      },
    }),
});

/** If the money has changed meanwhile, the new figures are shown and everything that was typed stays. */
const isOutdated = (error: unknown): boolean => error instanceof ApiProblem && error.type === '/problems/money-changed';

function usePlanForm({ agreement, change, plan: first, onClose }: ChangePlanProps) {
  const { preview, change: carryOut, refresh } = useMoneyChange(agreement.id);
  const [plan, setPlan] = useState(first);
  const request = useIdempotentRequest<ChangeRequest>();
  const initialValues: Typed = {
    reason: '',
    held: 'held',
    returned: { amount: amountText(first.after.held), description: '' },
  };
  const form = useContractForm({
    body: changeRequest,
    initialValues,
    toBody: (typed) => bodyOf(change, plan, typed),
    submit: async (body) => {
      try {
        await withProgress(savingText, () => request(body, carryOut));
      } catch (error) {
        if (isOutdated(error)) setPlan(await preview(change));
        throw error;
      }
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
  return { form, plan };
}

/** What the change does to the money, and the button that does it. */
export function ChangePlan(props: ChangePlanProps) {
  const { agreement, change, onBack, onClose } = props;
  const { form, plan } = usePlanForm(props);
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={changeStep} size="lg">
      <ContractForm form={form} label={changeStep}>
        <Lines plan={plan} />
        <List size="sm" spacing="xs">
          {consequences(agreement, plan).map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
        {plan.after.held > 0 && <HeldChoice form={form} held={plan.after.held} />}
        <Textarea
          label="Reason"
          description="For the log and for the team. The payers do not see it."
          rows={2}
          required
          data-autofocus
          {...form.field('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <SubmitButton>{changeLabel(agreement, change)}</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}

function Lines({ plan: { before, lines } }: { plan: MoneyPlan }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={3} id={heading} mb="sm">
        {`What happens to the ${moneyText(before.paid + before.held)} received`}
      </Title>
      <dl className={classes.sum}>
        {lines.map(({ what, amount, words }) => (
          <div key={what}>
            <dt>{words}</dt>
            <dd>
              <Money cents={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type PlanForm = ReturnType<typeof usePlanForm>['form'];

function HeldChoice({ form, held }: { form: PlanForm; held: number }) {
  return (
    <Stack gap="sm">
      <Radio.Group label={`The ${moneyText(held)} that is held`} {...form.field('held')}>
        <Stack gap="xs" mt="xs">
          <Radio value="held" label="Keep holding it until it is returned" />
          <Radio value="returned" label="It has been returned by bank transfer" />
        </Stack>
      </Radio.Group>
      {form.form.values.held === 'returned' && (
        <>
          <Text size="sm">Make the bank transfer first, then record it here. This cannot be undone.</Text>
          <AmountInput label="Amount returned" {...form.field('returned.amount')} />
          <TextInput label="The bank’s reference" {...form.field('returned.description')} />
        </>
      )}
    </Stack>
  );
}
