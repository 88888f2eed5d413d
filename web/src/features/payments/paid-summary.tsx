import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { paidWith } from '@kerb/web/features/payments/payment-words.ts';
import classes from '@kerb/web/features/payments/payments.module.css';
import { paymentQueries } from '@kerb/web/features/payments/payments.queries.ts';
import { Receipt } from '@kerb/web/features/payments/receipt.tsx';
import { Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

type PaidSummaryProps = { agreement: Agreement; details: PaymentDetails };

/** The paid amount, when and how, and the receipt. */
export function PaidSummary({ agreement, details }: PaidSummaryProps) {
  const { data: payments } = useQuery(paymentQueries.list(agreement.id));
  const paid = payments?.filter(({ status, isBeingVoided }) => status === 'approved' && !isBeingVoided) ?? [];
  return (
    <Stack gap="lg">
      <div className={classes.outcome} role="status">
        <IconCircleCheck size={24} color="var(--mantine-color-success-text)" aria-hidden="true" />
        <div>
          <Text fw={600}>Paid in full.</Text>
          <Text size="sm" c="dimmed">
            The payer’s receipt can be downloaded, or sent to them again.
          </Text>
        </div>
      </div>
      {paid.map((payment) => (
        <Facts
          key={payment.id}
          rows={[
            ['Paid', <Money key="paid" cents={payment.amount + payment.surcharge} />],
            ...(payment.surcharge === 0
              ? []
              : [['Including surcharge', <Money key="surcharge" cents={payment.surcharge} />] as const]),
            ...(payment.refundedAmount === 0
              ? []
              : [
                  [
                    moneyLabels.team.refunded,
                    <Money key="refunded" cents={payment.refundedAmount - payment.refundFee} />,
                  ] as const,
                ]),
            ['Date', <DateText key="date" value={payment.paymentDate} />],
            ['Paid with', paidWith(payment)],
            ['Receipt number', payment.paymentNumber],
          ]}
        />
      ))}
      <Receipt agreement={agreement} receiptEmail={details.receiptEmail} />
    </Stack>
  );
}
