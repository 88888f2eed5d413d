import type { Cents } from '@kerb/domain/kernel/money.ts';
import { invoiceStatusLabels } from '@kerb/domain/payments/invoice-status.ts';
import type { Invoice } from '@kerb/domain/payments/payments.contract.ts';
import { receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { invoiceFileName } from '@kerb/domain/payments/receipts.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { invoiceTones } from '@kerb/web/features/payments/payment-words.ts';
import classes from '@kerb/web/features/payments/payments.module.css';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

async function saveInvoice(id: number): Promise<void> {
  try {
    const nameOf = (given: string | null) => given ?? invoiceFileName(id);
    await saveDownload(receiptEndpoints.invoice, { params: { id } }, { nameOf });
  } catch (problem) {
    toast.error(problem);
  }
}

/** One invoice with its lines, its paid amount, and its document. */
export function InvoiceRecord({ invoice, onVoid }: { invoice: Invoice; onVoid: (() => void) | undefined }) {
  const { id, status, issueDate, voidDate, amount, hasUnapprovedPayments, lines } = invoice;
  return (
    <li className={classes.record}>
      <div className={classes.recordHead}>
        <strong>{`Invoice ${id}`}</strong>
        <ToneBadge tone={invoiceTones[status]}>{invoiceStatusLabels[status]}</ToneBadge>
        {hasUnapprovedPayments && <ToneBadge tone="attention">Payment pending</ToneBadge>}
        <strong>
          <Money cents={amount} />
        </strong>
      </div>
      <div className={classes.recordFacts}>
        {status === 'voided' ? 'Voided on ' : 'Issued on '}
        <DateText value={status === 'voided' ? voidDate : issueDate} />
      </div>
      <dl className={classes.sum}>
        {lines.map((line) => (
          <div key={line.displayOrder}>
            <dt>{line.description}</dt>
            <dd>
              <Money cents={line.amount} />
            </dd>
          </div>
        ))}
        {status !== 'voided' && <Balance invoice={invoice} />}
      </dl>
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          aria-label={`Download PDF of invoice ${id}`}
          onClick={() => void saveInvoice(id)}
        >
          Download PDF
        </Button>
        {onVoid && (
          <Button variant="default" size="xs" onClick={onVoid}>
            Void invoice
          </Button>
        )}
      </Group>
    </li>
  );
}

/** What is paid and what is not. An invoice that is paid in full has one line, its total. */
function Balance({ invoice: { paidAmount, unpaidAmount } }: { invoice: Invoice }) {
  const rows: [string, Cents][] = [
    ['Paid', paidAmount],
    ['Unpaid', unpaidAmount],
  ];
  const shown = rows.filter(([, cents]) => cents !== 0);
  return shown.map(([label, cents], place) => (
    <div key={label} data-total={place === shown.length - 1 || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  ));
}
