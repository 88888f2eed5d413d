import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { unpaidAmount } from '@kerb/domain/payments/invoices.ts';
import { refundToCardLabel } from '@kerb/domain/payments/money-labels.ts';
import { paperWords } from '@kerb/domain/payments/paper-words.ts';
import { invoiceStamp, isRefundOf } from '@kerb/domain/payments/receipts.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { InvoiceRecord } from '@kerb/server/features/payments/invoices.repository.ts';
import { depositInstructions } from '@kerb/server/features/payments/payment-view.ts';
import type { PaymentRecord } from '@kerb/server/features/payments/payments.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { dayOnPaper, fileDateOf, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfBlock, PdfDocument, PdfFact } from '@kerb/server/platform/pdf/pdf-document.ts';

type Settings = Pick<Deps, 'config' | 'country' | 'clock'>;
/** The buyer's name and address. Australia requires them from $1,000, New Zealand above $1,000. */
export type Invoiced = {
  agreement: AgreementRecord;
  invoice: InvoiceRecord;
  recipients: readonly string[];
  /** The campaign's payments whose refund is on its way. */
  refunds: readonly Pick<PaymentRecord, 'id' | 'amount' | 'surcharge'>[];
};

const isTax = ({ type }: InvoiceRecord['lines'][number]) => type === 'tax';
const sumOf = (lines: readonly { amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

function transferBlocks(deps: Settings, invoice: InvoiceRecord): PdfBlock[] {
  const instructions = invoice.status === 'issued' ? depositInstructions(deps, invoice.agreementId) : null;
  if (!instructions) return [];
  return [
    { kind: 'heading', text: 'Pay by bank transfer' },
    { kind: 'facts', rows: transferFacts(instructions, deps.country) },
  ];
}

const stampOf = ({ invoice, refunds }: Invoiced): PdfBlock[] => {
  const stamp = invoiceStamp(
    invoice,
    refunds.map(({ id }) => id),
  );
  return stamp ? [{ kind: 'stamp', ...stamp }] : [];
};

/** Money that had paid this invoice, and is on its way back to a card. */
const refundOf = ({ invoice, refunds }: Invoiced): number =>
  isRefundOf(
    invoice,
    refunds.map(({ id }) => id),
  )
    ? sumOf(refunds.map(({ amount, surcharge }) => ({ amount: amount + surcharge })))
    : 0;

function factsOf(deps: Settings, { invoice, agreement }: Invoiced, note: string | null): PdfFact[] {
  const { taxNumber, name } = deps.config.supplier;
  const day = (value: Day | null) => dayOnPaper(value, deps);
  return [
    ...(note === null ? [] : [[note, `${name}, ${deps.country.taxNumberLabel} ${taxNumber}`] as const]),
    ['Invoice number', String(invoice.id)],
    ['Date', day(invoice.issueDate)],
    ...(invoice.status === 'issued' && invoice.dueDate ? [['Due', day(invoice.dueDate)] as const] : []),
    [flowNumberLabel, flowNumber(agreement, deps.country.code)],
  ];
}

/**
 * An invoice as tax law requires it: its title, the supplier and their tax number, the date, the supplies, and the tax.
 * A supplier without a tax number may not charge tax, and their invoice is not called a tax invoice.
 */
export function taxInvoice(deps: Settings, invoiced: Invoiced): PdfDocument {
  const { agreement, invoice, recipients } = invoiced;
  const { country, config } = deps;
  const money = (cents: number) => moneyOnPaper(cents, deps);
  const isTaxInvoice = config.supplier.taxNumber !== null;
  const note = isTaxInvoice ? country.taxInvoiceNote : null;
  const tax = sumOf(invoice.lines.filter(isTax));
  const refund = refundOf(invoiced);
  const passedOn = invoice.lines.some(({ type }) => type === 'sale');
  return {
    title: isTaxInvoice ? 'Tax Invoice' : 'Invoice',
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: invoice.issueDate ? fileDateOf(invoice.issueDate) : deps.clock.now(),
    footer: `${country.brand} · ${flowNumber(agreement, country.code)} · Invoice ${invoice.id}`,
    blocks: [
      ...stampOf(invoiced),
      {
        kind: 'parties',
        columns: [
          { label: 'To', lines: recipients.length > 0 ? recipients : ['–'] },
          { label: 'For', lines: [agreement.name, agreement.tenantName] },
        ],
      },
      { kind: 'facts', rows: factsOf(deps, invoiced, note) },
      {
        kind: 'table',
        columns: [{ label: 'Description' }, { label: 'Quantity', isFigure: true }, { label: 'Amount', isFigure: true }],
        rows: invoice.lines.filter((line) => !isTax(line)).map((line) => [line.description, '1', money(line.amount)]),
      },
      {
        kind: 'totals',
        rows: [
          { label: 'Total excluding GST', value: money(invoice.amount - tax) },
          { label: `GST (${country.gstBasisPoints / 100}%)`, value: money(tax) },
          { label: 'Total including GST', value: money(invoice.amount), isStrong: true },
          { label: 'Paid', value: money(invoice.paidAmount) },
          { label: 'Unpaid', value: money(unpaidAmount(invoice)) },
          ...(refund > 0 ? [{ label: refundToCardLabel, value: money(refund) }] : []),
        ],
      },
      ...transferBlocks(deps, invoice),
      ...(passedOn
        ? [
            {
              kind: 'paragraph',
              isSmall: true,
              text: paperWords.suppliedBy(agreement.tenantName),
            } as const,
          ]
        : []),
    ],
  };
}
