import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { changeStep } from '@kerb/domain/agreements/money-lock.ts';
import {
  type ChangeRequest,
  changePreview,
  type MoneyPlan,
} from '@kerb/domain/payments/change-after-payment.contract.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { AmountInput, amountText, blankOrCents } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import { useMoneyChange } from '@kerb/web/features/payments/change-after-payment.queries.ts';
import { ChangePlan } from '@kerb/web/features/payments/change-plan.tsx';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type ChangeDialogProps = DialogProps & { agreementId: number };

/** Changes budget, option or fee after money was received: first the values, then what happens to the money. */
export function ChangeAfterPaymentDialog({ agreementId, onClose }: ChangeDialogProps) {
  const campaign = useQuery(oneCampaign(agreementId));
  const options = useQuery(optionQueries.of(agreementId));
  const data = campaign.data && options.data && { agreement: campaign.data.value, offered: options.data.items };
  const retry = () => void Promise.all([campaign.refetch(), options.refetch()]);
  return (
    <Loaded data={data} error={campaign.error ?? options.error} onRetry={retry}>
      {({ agreement, offered }) => (
        <Steps agreement={agreement} offered={offered.map(({ optionCode }) => optionCode)} onClose={onClose} />
      )}
    </Loaded>
  );
}

type Change = ChangeRequest['change'];
type Typed = { change: { campaignBudget: string; financeOptionCode: string; serviceFee: string } };
type Planned = { change: Change; plan: MoneyPlan };
type StepsProps = DialogProps & { agreement: Agreement; offered: FinanceOptionCode[] };

const typedFrom = ({ campaignBudget, financeOptionCode, serviceFee }: Agreement): Typed => ({
  change: {
    campaignBudget: amountText(campaignBudget),
    financeOptionCode: financeOptionCode ?? '',
    serviceFee: amountText(serviceFee),
  },
});

function Steps({ agreement, offered, onClose }: StepsProps) {
  // The campaign is refreshed after the change: the values of this dialog are those from when it was opened.
  const [before] = useState(agreement);
  const [typed, setTyped] = useState(() => typedFrom(before));
  const [planned, setPlanned] = useState<Planned | null>(null);
  if (planned) {
    return <ChangePlan agreement={before} {...planned} onBack={() => setPlanned(null)} onClose={onClose} />;
  }
  return (
    <Values
      {...{ offered, typed, onClose }}
      agreement={before}
      onPlanned={(next, values) => {
        setTyped(values);
        setPlanned(next);
      }}
    />
  );
}

/** The fee is sent only if it was changed; otherwise it follows the new budget. */
function changeOf(agreement: Agreement, { change }: Typed): Change {
  const isFeeTyped = hasFee(change.financeOptionCode) && change.serviceFee !== amountText(agreement.serviceFee);
  return {
    campaignBudget: blankOrCents(change.campaignBudget) ?? 0,
    ...(change.financeOptionCode && { financeOptionCode: change.financeOptionCode as FinanceOptionCode }),
    ...(isFeeTyped && { serviceFee: blankOrCents(change.serviceFee) ?? 0 }),
  };
}

/** The option whose price is the campaign's service fee. */
const hasFee = (option: string): boolean => option === 'pos';

type ValuesProps = StepsProps & { typed: Typed; onPlanned: (planned: Planned, typed: Typed) => void };

function Values({ agreement, offered, typed, onPlanned, onClose }: ValuesProps) {
  const { preview } = useMoneyChange(agreement.id);
  const form = useContractForm({
    body: changePreview,
    initialValues: typed,
    toBody: (values) => ({ change: changeOf(agreement, values) }),
    submit: async ({ change }, values) => {
      const plan = await withProgress('Working it out...', () => preview(change));
      onPlanned({ change, plan }, values);
    },
  });
  const close = form.guardClose(onClose);
  const codes = [...new Set([...(agreement.financeOptionCode ? [agreement.financeOptionCode] : []), ...offered])];
  const choices = codes.map((value) => ({ value, label: financeOptionLabels[value] }));
  return (
    <Modal opened onClose={close} title={changeStep}>
      <ContractForm form={form} label={changeStep}>
        <Text>
          Money has been received for this campaign. The next page shows what happens to it. Nothing changes yet.
        </Text>
        <AmountInput label="Campaign budget" data-autofocus {...form.field('change.campaignBudget')} />
        <NativeSelect
          label="Payment option"
          data={agreement.financeOptionCode ? choices : [{ value: '', label: 'Not chosen' }, ...choices]}
          {...form.field('change.financeOptionCode')}
        />
        {hasFee(form.form.values.change.financeOptionCode) && (
          <AmountInput label={chargeLabels.serviceFee} {...form.field('change.serviceFee')} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Show what happens</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
