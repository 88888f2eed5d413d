import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { newReceipt, receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { confirmationFileName, receiptNumberOf } from '@kerb/domain/payments/receipts.ts';
import { emailAddress } from '@kerb/domain/wire/codecs.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import { ApiProblem, isNotFound } from '@kerb/web/platform/api-problem.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import * as z from 'zod/mini';

const receiptForm = z.pick(newReceipt, { receiptEmail: true });
const isValidEmail = (typed: string): boolean => z.safeParse(emailAddress, typed).success;

/** Downloads the payment confirmation, or shows the product's message why there is none. */
export async function saveConfirmation(id: number): Promise<void> {
  if (!Number.isInteger(id) || id <= 0) return toast.error('Invalid Agreement ID!');
  try {
    await saveDownload(receiptEndpoints.confirmation, { params: { id } }, { nameOf: () => confirmationFileName(id) });
  } catch (problem) {
    toast.error(isNotFound(problem) ? 'Invalid Agreement ID!' : 'Error generating payment confirmation pdf.');
  }
}

/** The receipt, to download or to send again. */
export function Receipt({ agreement, receiptEmail }: { agreement: Agreement; receiptEmail: string | null }) {
  const { sendReceipt } = usePaymentChanges(agreement.id);
  const form = useContractForm({
    body: receiptForm,
    initialValues: { receiptEmail: receiptEmail ?? '' },
    submit: async (body) => {
      try {
        const { success } = await sendReceipt({ ...body, receiptNumber: receiptNumberOf(agreement) ?? '' });
        if (!success) throw new Error('the receipt was not sent');
        toast.success('Sent');
      } catch (problem) {
        // An error of the address belongs under its field; this message is enough for any other error.
        if (problem instanceof ApiProblem && problem.validation.receiptEmail) throw problem;
        toast.error('Error sending payment receipt.');
      }
    },
  });
  const maySend = isValidEmail(form.form.values.receiptEmail) && !form.submitting;
  return (
    <Stack gap="md">
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => void saveConfirmation(agreement.id)}
      >
        Download receipt
      </Button>
      <ContractForm form={form} label="Send receipt">
        <TextInput type="email" label="Receipt email" autoComplete="email" {...form.field('receiptEmail')} />
        <SubmitButton variant="default" disabled={!maySend} style={{ alignSelf: 'start' }}>
          Send receipt
        </SubmitButton>
      </ContractForm>
    </Stack>
  );
}
