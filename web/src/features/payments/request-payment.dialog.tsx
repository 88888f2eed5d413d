import { centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { requestedAtFirst, requestPaymentLink, requestRefusal } from '@kerb/domain/payments/request-payment.ts';
import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { CopyButton } from '@kerb/web/design/copy-button.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import classes from '@kerb/web/features/payments/payments.module.css';
import { paymentQueries } from '@kerb/web/features/payments/payments.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const waitMs = 500;
type RequestPaymentDialogProps = DialogProps & { agreementId: number };
type Biller = NonNullable<PaymentDetails['biller']>;

/** A prefilled link to the biller's page, to send to the payer. */
export function RequestPaymentDialog({ agreementId, onClose }: RequestPaymentDialogProps) {
  const { data: details, error, refetch } = useQuery(paymentQueries.details(agreementId));
  return (
    <Modal opened onClose={onClose} title="Request Payment" size="lg">
      {error && !details ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!details && !error && <LinesSkeleton />}
      {details && <Request details={details} />}
    </Modal>
  );
}

function Request({ details }: { details: PaymentDetails }) {
  const refusal = requestRefusal(details);
  if (!details.biller) return <Text>No biller has been set up for this country.</Text>;
  return refusal === null ? <RequestForm details={details} biller={details.biller} /> : <Text>{refusal}</Text>;
}

function RequestForm({ details, biller }: { details: PaymentDetails; biller: Biller }) {
  const atFirst = requestedAtFirst(details.dueAmount, details.campaignBudget);
  const [typed, setTyped] = useState({
    amount: groupAmount(decimalFromCents(atFirst)),
    receiptAddress: details.receiptEmail ?? '',
  });
  const [settled] = useDebouncedValue(typed, waitMs);
  const amountCents = centsFromTyped(settled.amount);
  return (
    <Stack gap="md">
      <AmountInput
        label="Payment amount"
        data-autofocus
        value={typed.amount}
        onChange={(amount) => setTyped({ ...typed, amount })}
        error={centsFromTyped(typed.amount) ? null : fieldWords.enterAmount}
      />
      <TextInput
        type="email"
        label="Receipt address"
        value={typed.receiptAddress}
        onChange={({ currentTarget }) => setTyped({ ...typed, receiptAddress: currentTarget.value })}
      />
      {amountCents ? (
        <Preview
          biller={biller}
          amountCents={amountCents}
          receiptAddress={settled.receiptAddress.trim()}
          isSettling={settled !== typed}
        />
      ) : null}
    </Stack>
  );
}

type PreviewProps = { biller: Biller; amountCents: number; receiptAddress: string; isSettling: boolean };

function Preview({ biller, amountCents, receiptAddress, isSettling }: PreviewProps) {
  const { billerCode, merchantId, reference } = biller;
  const link = requestPaymentLink(biller, { amountCents, reference, receiptAddress });
  return (
    <section aria-label="Preview" aria-busy={isSettling}>
      <Facts
        rows={[
          ['Biller code', billerCode],
          ['Merchant id', merchantId],
          ['Payment amount', <Money key="amount" cents={amountCents} />],
          ['Payment reference', reference],
          ['Receipt address', receiptAddress || 'None'],
        ]}
      />
      <p className={classes.preview}>{link}</p>
      <Group justify="flex-end" gap="sm">
        <CopyButton label="link" text={link} />
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          leftSection={<IconExternalLink size={14} aria-hidden="true" />}
        >
          Open
        </Button>
      </Group>
    </section>
  );
}
