import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import {
  recordTransferEndpoints,
  type TransferByHand,
  transferByHand,
} from '@kerb/domain/batches/record-transfer.contract.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { bankReferenceHint } from '@kerb/domain/payments/money-labels.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { batchKeys, batchQueries } from '@kerb/web/features/batches/batches.queries.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { today } from '@kerb/web/platform/clock.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

type RecordTransferDialogProps = DialogProps & { agreement: Pick<Agreement, 'id' | 'tenantName' | 'tenantTimeZone'> };
const title = 'Record transfer';

/** Records that an admin has paid the organisation without a batch. Says why, if that is not possible now. */
export function RecordTransferDialog({ agreement, onClose }: RecordTransferDialogProps) {
  useReturnedFocus();
  const { data, error, refetch } = useQuery(batchQueries.keptFunds(agreement.id));
  if (data && data.refusal === null) {
    return <TransferForm agreement={agreement} amount={data.amount} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Text>{data.refusal}</Text>}
      {!data && !error && <LinesSkeleton />}
    </Modal>
  );
}

function useTransferForm({ agreement: { id, tenantTimeZone }, onClose }: RecordTransferDialogProps) {
  const client = useQueryClient();
  const request = useIdempotentRequest<TransferByHand>();
  return useContractForm({
    body: transferByHand,
    initialValues: { date: today(tenantTimeZone), description: '' },
    submit: async (body) => {
      const { amount } = await withProgress(savingText, () =>
        request(body, (sent, idempotencyKey) =>
          call(recordTransferEndpoints.recordTransfer, { params: { id }, body: sent, idempotencyKey }),
        ),
      );
      await Promise.all([refreshCampaign(client, id), client.invalidateQueries({ queryKey: batchKeys.all })]);
      toast.success(`Recorded ${moneyText(amount)} as Transferred`);
      onClose();
    },
  });
}

function TransferForm({ agreement, amount, onClose }: RecordTransferDialogProps & { amount: Cents }) {
  const form = useTransferForm({ agreement, onClose });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={title}>
      <ContractForm form={form} label={title}>
        <Text>
          {`${moneyText(amount)} is kept for ${agreement.tenantName}. Transfer it from the bank account, then record it here. `}
          This cannot be undone.
        </Text>
        <DateField label="Date of the transfer" data-autofocus {...form.field('date')} />
        <Textarea
          label="How it was transferred"
          description={bankReferenceHint}
          withAsterisk
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
