import { type Agreement, newStatus } from '@kerb/domain/agreements/agreements.contract.ts';
import { type AgreementStatus, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import * as z from 'zod/mini';

/** The payer must always read what is needed, or why the application was declined. */
const explained = z.extend(newStatus, {
  reason: z.string().check(z.trim(), z.minLength(1, 'Say what the payer is to know.'), z.maxLength(2_000)),
});

type ReasonDialogProps = DialogProps & { record: Versioned<Agreement>; to: AgreementStatus };

/** Asks for the reason, which the payer reads, before the status changes. */
export function ReasonDialog({ record, to, onClose }: ReasonDialogProps) {
  const { id, campaignBudgetFundsPurpose } = record.value;
  const { setStatus } = useCampaignChanges(id);
  const named = statusLabel(to, campaignBudgetFundsPurpose);
  const payer = payerWord(campaignBudgetFundsPurpose).toLowerCase();
  const isEnd = isCancelledOrDeclined(to);
  const form = useContractForm({
    body: explained,
    initialValues: { status: to, reason: '' },
    submit: async ({ reason }) => {
      await withProgress(savingText, () => setStatus(to, record.version, reason));
      toast.success('Saved');
      onClose();
    },
  });
  return (
    <Modal opened onClose={form.guardClose(onClose)} title={isEnd ? `Set status to ${named}` : 'Information Requested'}>
      <ContractForm form={form} label="Reason">
        {isEnd && <Text size="sm">{`Are you sure you want to set the campaign status to ${named}?`}</Text>}
        <Textarea
          label={isEnd ? 'Reason' : 'What is needed'}
          description={`Every ${payer} reads this, on their page and in the message that they are sent.`}
          data-autofocus
          rows={4}
          maxLength={2_000}
          {...form.field('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={form.guardClose(onClose)}>
            Go back
          </Button>
          <SubmitButton {...(isEnd && { color: 'danger' })}>
            {isEnd ? `Set to ${named}` : 'Request information'}
          </SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
