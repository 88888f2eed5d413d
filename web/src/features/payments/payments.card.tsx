import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Invoice, ListedPayment, Payment } from '@kerb/domain/payments/payments.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { mayChangeAfterPayment } from '@kerb/web/features/campaigns/money-lock.tsx';
import { HeldMoney } from '@kerb/web/features/payments/held-money.tsx';
import { InvoiceRecord } from '@kerb/web/features/payments/invoice-record.tsx';
import { MoneySummary } from '@kerb/web/features/payments/money-summary.tsx';
import { PaymentRecord } from '@kerb/web/features/payments/payment-record.tsx';
import classes from '@kerb/web/features/payments/payments.module.css';
import { paymentQueries, usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

const VoidDialog = lazyComponent(async () => (await import('@kerb/web/features/payments/void.dialog.tsx')).VoidDialog);
const RefundDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payments/refund.dialog.tsx')).RefundDialog,
);

/** The payment or invoice to void, and how. */
type Voiding = { title: string; text: string; submit: (reason: string) => Promise<unknown> };

const voidingPayment = ({ paymentNumber, paymentMethod }: Payment) => ({
  title: `Void payment ${paymentNumber}?`,
  text:
    paymentMethod === 'card'
      ? 'The card is refunded, and this payment no longer counts for the campaign. This cannot be undone.'
      : 'This is for a payment that was recorded by mistake: it no longer counts for the campaign. No money is sent back. This cannot be undone.',
});

const voidingInvoice = ({ id }: Pick<Invoice, 'id'>) => ({
  title: `Void invoice ${id}?`,
  text: 'Nobody is asked to pay it any more. This cannot be undone.',
});

type PaymentsCardProps = { agreement: Agreement; standing: Standing };

/** The campaign's payments and invoices, for the team. */
export function PaymentsCard({ agreement, standing }: PaymentsCardProps) {
  const payments = useQuery(paymentQueries.list(agreement.id));
  const invoices = useQuery(paymentQueries.invoices(agreement.id));
  const { voidPayment, voidInvoice } = usePaymentChanges(agreement.id);
  const [voiding, setVoiding] = useState<Voiding | null>(null);
  const [refunded, setRefunded] = useState<ListedPayment | null>(null);
  const mayVoid = permissions['payment.void'][standing] !== 'none';
  const mayReturn = permissions['payment.return'][standing] !== 'none';
  const error = payments.error ?? invoices.error;
  const retry = () => void Promise.all([payments.refetch(), invoices.refetch()]);
  return (
    <Surface title="Payments and Invoices" actions={<ChangeButton agreement={agreement} standing={standing} />}>
      {error && !(payments.data && invoices.data) ? <ErrorState error={error} onRetry={retry} /> : null}
      {!error && !(payments.data && invoices.data) && <LinesSkeleton />}
      {payments.data && invoices.data && (
        <Stack gap="lg">
          {agreement.hasMoneyRecords && <MoneySummary agreementId={agreement.id} />}
          <Records title="Payments" empty="Nothing has been paid yet." isEmpty={payments.data.length === 0}>
            {payments.data.map((payment) => (
              <PaymentRecord
                key={payment.id}
                payment={payment}
                onRefund={mayVoid && payment.refundableAmount > 0 ? () => setRefunded(payment) : undefined}
                onVoid={
                  mayVoid && payment.mayVoid
                    ? () => setVoiding({ ...voidingPayment(payment), submit: (why) => voidPayment(payment.id, why) })
                    : undefined
                }
              />
            ))}
          </Records>
          {mayReturn && <HeldMoney agreementId={agreement.id} />}
          <Records title="Invoices" empty="There are no invoices yet." isEmpty={invoices.data.length === 0}>
            {invoices.data.map((invoice) => (
              <InvoiceRecord
                key={invoice.id}
                invoice={invoice}
                onVoid={
                  mayVoid && invoice.mayVoid
                    ? () => setVoiding({ ...voidingInvoice(invoice), submit: (why) => voidInvoice(invoice.id, why) })
                    : undefined
                }
              />
            ))}
          </Records>
        </Stack>
      )}
      {voiding && (
        <Suspense>
          <VoidDialog {...voiding} onClose={() => setVoiding(null)} />
        </Suspense>
      )}
      {refunded && (
        <Suspense>
          <RefundDialog agreementId={agreement.id} payment={refunded} onClose={() => setRefunded(null)} />
        </Suspense>
      )}
    </Surface>
  );
}

/** Budget and option of a campaign with money change by their own step. */
function ChangeButton({ agreement, standing }: PaymentsCardProps) {
  const { openChangeAfterPayment } = useDialogs();
  if (!mayChangeAfterPayment(agreement, standing)) return null;
  return (
    <Button variant="default" size="xs" onClick={() => openChangeAfterPayment(agreement.id)}>
      Change budget or option
    </Button>
  );
}

type RecordsProps = { title: string; empty: string; isEmpty: boolean; children: React.ReactNode };

function Records({ title, empty, isEmpty, children }: RecordsProps) {
  return (
    <div>
      <Title order={3} mb="sm">
        {title}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className={classes.records} aria-label={title}>
          {children}
        </ul>
      )}
    </div>
  );
}
