import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { useSearch } from '@tanstack/react-router';

/** The target of a payment request in a sandbox: shows what the biller would have received. */
export function BillerScreen() {
  const carried: Record<string, string | undefined> = useSearch({ strict: false });
  if (!settings().sandbox) return <EmptyState text="The biller's page is shown only in a sandbox." />;
  const rows = [
    ['Biller code', carried.billerCode || 'None'],
    ['Merchant id', carried.merchantId || 'None'],
    ['Payment amount', <Money key="amount" cents={centsFromTyped(carried.paymentAmount ?? '')} />],
    ['Payment reference', carried.paymentReference || 'None'],
    ['Receipt address', carried.receiptAddress || 'None'],
  ] as const;
  return (
    <>
      <PageHeader
        title="Sandbox biller"
        subtitle="A real biller's page would take this payment. Nothing is paid here."
      />
      <Surface title="Payment request">
        <Facts rows={rows} />
      </Surface>
    </>
  );
}
